// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the list of all file formats.
#pragma once

#include "libcore/files/store/array_format.hpp"

#include <span>

namespace tessera {

/// Returns all formats, in the order in which they are asked to recognise a name.
[[nodiscard]] std::span<ArrayFormat const* const> array_formats();

} // namespace tessera
