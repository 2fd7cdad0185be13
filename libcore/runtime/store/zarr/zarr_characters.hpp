// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of so many characters with 4 bytes each, as numpy has them ("<U5").
#pragma once

#include "libcore/runtime/store/zarr/zarr_array.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Are elements of this type such texts? Other formats have no word for them.
[[nodiscard]] bool has_wide_characters(ZarrType const& type);

/// One without the zeros at its end, in UTF-8. Throws std::runtime_error where a number is no character.
[[nodiscard]] std::string narrow_text(std::span<std::byte const> characters, bool big_endian);
/// The way back: so many bytes, filled up with zeros; what is longer is cut, as numpy does. `text`: UTF-8.
[[nodiscard]] std::vector<std::byte> wide_text(std::string_view text, Index bytes, bool big_endian);

} // namespace tessera
