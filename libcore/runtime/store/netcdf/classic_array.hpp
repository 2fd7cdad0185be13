// SPDX-License-Identifier: BSD-3-Clause
// Tessera: variables of netCDF's classic files as a copy reads and writes them.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/netcdf/classic_header.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <memory>
#include <string>

namespace tessera {

/// The header of a file; not read again while somebody has it and the file has not changed. Errors name it: it is not there, it is
/// none, it is damaged or cut short.
[[nodiscard]] Result<std::shared_ptr<ClassicHeader const>> load_classic(std::string const& path);

/// A variable by its number. `order`: how the array's dimensions are counted; netCDF's are C's.
[[nodiscard]] StoredArray classic_array(std::string const& path, ClassicHeader const& header, std::size_t number,
                                        StorageOrder order);

/// The first byte behind all elements.
[[nodiscard]] Index classic_end(ClassicHeader const& header, ClassicVariable const& variable);

} // namespace tessera
