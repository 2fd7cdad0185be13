// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a small array from a file that numpy.save wrote, read as a whole.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/file_array.hpp"
#include "libcore/spec/parse.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

struct NpyTable {
    FileArray array;
    std::vector<std::byte> elements; ///< as they stand in the file, but in the byte order of this machine

    /// The same elements in a storage order.
    [[nodiscard]] std::vector<std::byte> in_order(StorageOrder order) const;
};

/// `option` is the name that errors begin with: "--indices". Errors: the file cannot be read, is no npy file or is cut short.
[[nodiscard]] Result<NpyTable> read_npy(std::string_view option, std::string const& path, FileReader const& files);

/// A table of an array's shape, as a byte for each element in the array's storage order: 0, or 1 where the element is not 0.
/// Errors: as read_npy; elements that are no booleans or integers; another shape, which says both.
[[nodiscard]] Result<std::vector<std::uint8_t>> read_flags(std::string_view option, std::string const& path, ArraySpec const& array,
                                                           FileReader const& files);

} // namespace tessera
