// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of a fixed number of 4-byte characters, numpy's "<U5".
#pragma once

#include "libcore/files/store/zarr/zarr_array.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Returns whether elements of this type are such texts. Other formats have no equivalent.
[[nodiscard]] bool has_wide_characters(ZarrType const& type);

/// Converts a text to UTF-8 without trailing zeros. Throws std::runtime_error if a number is not a Unicode character.
[[nodiscard]] std::string narrow_text(std::span<std::byte const> characters, bool big_endian);
/// Inverse of narrow_text(): returns `bytes` bytes, padded with zeros. Longer texts are truncated, as in numpy. `text`: UTF-8.
[[nodiscard]] std::vector<std::byte> wide_text(std::string_view text, Index bytes, bool big_endian);

} // namespace tessera
