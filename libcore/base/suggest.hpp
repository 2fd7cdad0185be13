// SPDX-License-Identifier: BSD-3-Clause
// Tessera: suggests the name that the user probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Returns the number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other. Case is
/// ignored.
[[nodiscard]] int edit_distance(std::string_view a, std::string_view b);

/// Returns the nearest name, or the only name that begins with `word`; empty if none is near. A single letter never counts as a
/// misspelling, and words of more than 64 letters are not compared.
[[nodiscard]] std::vector<std::string> near_names(std::string_view word, std::span<std::string const> names);

/// Returns "; did you mean 'json'?" with the nearest name; empty if none is near.
[[nodiscard]] std::string suggestion(std::string_view word, std::span<std::string const> names);

} // namespace tessera
