// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a small array that is read completely from a file of numpy.save.
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
    std::vector<std::byte> elements; ///< in the order of the file, but in the byte order of this machine

    /// Returns the elements in a storage order.
    [[nodiscard]] std::vector<std::byte> in_order(StorageOrder order) const;
};

/// Reads an npy file. `option`: the begin of errors, such as "--indices". Errors: the file cannot be read, is not an npy file, or
/// is truncated.
[[nodiscard]] Result<NpyTable> read_npy(std::string_view option, std::string const& path, FileReader const& files);

/// Reads a table with an array's shape. Returns one byte per element in the array's storage order: 1 if the element is not 0, else
/// 0. Errors: as read_npy; elements that are neither booleans nor integers; another shape (the error gives both).
[[nodiscard]] Result<std::vector<std::uint8_t>> read_flags(std::string_view option, std::string const& path, ArraySpec const& array,
                                                           FileReader const& files);

} // namespace tessera
