// SPDX-License-Identifier: BSD-3-Clause
// Tessera: variables of classic netCDF files, for reading and writing.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/netcdf/classic_header.hpp"
#include "libcore/files/store/stored_array.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace tessera {

/// The header of a file. Files may have thousands of variables, so these are also found by name.
struct LoadedClassic : ClassicHeader {
    std::unordered_map<std::string, std::size_t> by_name = {}; ///< indices into `variables`

    /// Returns the number of the variable; nullopt if there is none.
    [[nodiscard]] std::optional<std::size_t> variable_named(std::string const& name) const {
        auto const found = by_name.find(name);
        return found == by_name.end() ? std::nullopt : std::optional(found->second);
    }
};

/// Returns the header of a file. It is cached while a caller holds it and the file is unchanged. Errors name the file: it is
/// missing, not a classic netCDF file, damaged or truncated.
[[nodiscard]] Result<std::shared_ptr<LoadedClassic const>> load_classic(std::string const& path);

/// Returns the variable with this number. `order`: how the array's dimensions are counted; netCDF uses C order.
[[nodiscard]] StoredArray classic_array(std::string const& path, ClassicHeader const& header, std::size_t number,
                                        StorageOrder order);

/// Returns the file offset after the last element of a variable.
[[nodiscard]] Index classic_end(ClassicHeader const& header, ClassicVariable const& variable);

} // namespace tessera
