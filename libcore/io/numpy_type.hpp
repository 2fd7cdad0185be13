// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numpy's notation for element types.
#pragma once

#include "libcore/mapping/array_spec.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tessera {

/// Parses "<f8": byte order, kind, bytes. Returns nothing if the kind is not one of f, c, i, u, b, S, V, or the size is missing.
[[nodiscard]] std::optional<ElementType> numpy_type(std::string_view descr);

/// Returns "M8[s]" for "<M8[s]" (dates), and "m8[s]" (durations); both are integers of 8 bytes. Empty for other types.
[[nodiscard]] std::string numpy_times(std::string_view descr);

/// Returns a description of a type that numpy_type() does not know.
[[nodiscard]] std::string unknown_numpy_type(std::string_view descr);

/// Returns numpy's notation for a type, with '|' if bytes have no order, or nothing if numpy has none.
[[nodiscard]] std::optional<std::string> numpy_descr(ElementType const& type, bool big_endian);

} // namespace tessera
