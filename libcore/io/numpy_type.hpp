// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numpy's words for element types.
#pragma once

#include "libcore/mapping/array_spec.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tessera {

/// "<f8": byte order, kind, bytes. Nothing where it is none of f, c, i, u, b, S, V with a size.
[[nodiscard]] std::optional<ElementType> numpy_type(std::string_view descr);

/// "M8[s]" of "<M8[s]", dates, and "m8[s]", spans of time, which are integers of 8 bytes; empty where the word is none of these.
[[nodiscard]] std::string numpy_times(std::string_view descr);

/// What is wrong with a word that numpy_type() does not know.
[[nodiscard]] std::string unknown_numpy_type(std::string_view descr);

/// The word for it; '|' in front where bytes have no order. Nothing where numpy has none.
[[nodiscard]] std::optional<std::string> numpy_descr(ElementType const& type, bool big_endian);

} // namespace tessera
