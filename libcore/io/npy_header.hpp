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
    ElementFields fields = {}; ///< of elements that are structures
    std::string times = {};    ///< "M8[s]" or "m8[s]": its integers are dates or spans of time
    Index bytes = 0;           ///< of the header; the data begin there
};

/// A file's first bytes.
inline constexpr std::string_view npy_magic = "\x93NUMPY";

/// The most bytes a header may have; more is no npy file of an array.
inline constexpr Index max_npy_header = 1 << 20;

/// `start`: the file's first bytes, as many as there are up to max_npy_header. Versions 1 to 3.
/// Errors: no npy file, a type of objects or texts in Unicode, more than max_file_dims dimensions.
[[nodiscard]] Result<NpyHeader> parse_npy_header(std::string_view start);

/// A version 1 header (2 where it is long, 3 where names are beyond ASCII), padded so that the data are aligned to 64 bytes.
/// `header.bytes` counts for nothing. Error: a type that numpy has no code for.
[[nodiscard]] Result<std::string> npy_header(NpyHeader const& header);

} // namespace tessera
