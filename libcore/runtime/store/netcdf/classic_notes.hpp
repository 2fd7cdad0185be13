// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what netCDF's classic files say of variables, and the way back.
#pragma once

#include "libcore/runtime/store/array_notes.hpp"
#include "libcore/runtime/store/file_name.hpp"
#include "libcore/runtime/store/netcdf/classic_header.hpp"

#include <string>
#include <vector>

namespace tessera {

/// What belongs to the variable that the name says, of the file with this header.
[[nodiscard]] Companions classic_companions(FileName const& file, ClassicHeader const& header, StorageOrder order,
                                            CoordinateWish const& wanted);

/// Attributes as a header has them. Integers of the types that CDF-5 adds stay so in its files, `of_cdf5`; else they are as short
/// as netCDF-3 knows them, where they fit. `lost`: gets those that classic files have no words for. `whose`: "of 't'", for
/// messages.
[[nodiscard]] std::vector<ClassicAttribute> classic_attributes(std::vector<Attribute> const& attributes, std::string const& whose,
                                                               bool of_cdf5, std::vector<std::string>& lost);

/// What a reader of the attributes of an array of this type finds.
[[nodiscard]] ArrayNotes classic_kept(std::vector<ClassicAttribute> const& attributes, ElementType const& type);

} // namespace tessera
