// SPDX-License-Identifier: BSD-3-Clause
// Tessera: metadata of variables in classic netCDF files, read and written.
#pragma once

#include "libcore/files/store/array_notes.hpp"
#include "libcore/files/store/file_name.hpp"
#include "libcore/files/store/netcdf/classic_array.hpp"
#include "libcore/files/store/netcdf/classic_header.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Returns the metadata of the named variable of the file with this header.
[[nodiscard]] ArrayMetadata classic_metadata(FileName const& file, LoadedClassic const& header, StorageOrder order,
                                             MetadataSelection const& wanted);

/// Converts attributes to those of a header. With `of_cdf5`, integers of CDF-5's types are kept; otherwise they become the shortest
/// netCDF-3 type if all values fit. Attributes that classic files cannot express are added to `lost`. `whose`: "of 't'", for
/// messages.
[[nodiscard]] std::vector<ClassicAttribute> classic_attributes(std::vector<Attribute> const& attributes, std::string const& whose,
                                                               bool of_cdf5, std::vector<std::string>& lost);

/// Returns the metadata that a reader finds in these attributes of an array of this type.
[[nodiscard]] ArrayNotes classic_kept(std::vector<ClassicAttribute> const& attributes, ElementType const& type);

} // namespace tessera
