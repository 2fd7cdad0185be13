// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the list of all file formats.
#pragma once

#include "libcore/files/store/array_format.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace tessera {

/// Returns all formats, in the order in which they are asked to recognise a name.
[[nodiscard]] std::span<ArrayFormat const* const> array_formats();

/// Returns the format versions of all formats, which --as can name.
[[nodiscard]] std::vector<std::string_view> all_format_versions();

} // namespace tessera
