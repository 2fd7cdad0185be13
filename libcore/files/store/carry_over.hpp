// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies metadata when an array goes to a file of another format.
#pragma once

#include "libcore/files/store/new_array.hpp"

#include <vector>

namespace tessera {

/// Copies metadata of originals to NewArray::metadata, restricted to the dimensions and sections that are copied. Coordinates that
/// are among the new arrays are left out. Unset `unlimited` and `fields` are taken from the original. `to`: the new file's format.
/// If it copies objects itself, metadata of originals in that format are left to it.
void carry_over(std::vector<NewArray>& arrays, ArrayFormat const& to);

} // namespace tessera
