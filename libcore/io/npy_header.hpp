// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the header of numpy's .npy files.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/element_fields.hpp"
#include "libcore/io/file_array.hpp"

#include <string>
#include <string_view>

namespace tessera {

struct NpyHeader {
    FileArray array;
    bool big_endian = false;
    ElementFields fields = {}; ///< fields, if elements are structures
    std::string times = {};    ///< "M8[s]" or "m8[s]" if the integers are dates or durations
    Index bytes = 0;           ///< length of the header; the data begins there
};

/// The first bytes of a file.
inline constexpr std::string_view npy_magic = "\x93NUMPY";

/// Limit of the length of a header. A longer one is treated as damaged.
inline constexpr Index max_npy_header = 1 << 20;

/// Parses a header of version 1 to 3. `start`: the file's first bytes, up to max_npy_header of them.
/// Errors: not an npy file, a type of objects or Unicode texts, more than max_file_dims dimensions.
[[nodiscard]] Result<NpyHeader> parse_npy_header(std::string_view start);

/// Returns a header of version 1 (2 if it is long, 3 if names are not ASCII), padded so that the data is aligned to 64 bytes.
/// `header.bytes` is ignored. Error: numpy has no code for the type.
[[nodiscard]] Result<std::string> npy_header(NpyHeader const& header);

} // namespace tessera
