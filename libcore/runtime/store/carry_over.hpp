// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what comes along when an array goes to a file of another format.
#pragma once

#include "libcore/runtime/store/new_array.hpp"

#include <vector>

namespace tessera {

/// Gives new arrays the companions of their originals (NewArray::beside), as far as the copies have them: names and coordinates of
/// dimensions that come along, cut as these are. Coordinates that are among the new arrays themselves are made as such. `to`: the
/// new file's format; one that copies objects takes everything from originals of its own kind by itself.
void carry_over(std::vector<NewArray>& arrays, ArrayFormat const& to);

} // namespace tessera
