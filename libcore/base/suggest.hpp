// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the name the user probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other, whatever the case.
[[nodiscard]] int edit_distance(std::string_view a, std::string_view b);

/// The nearest of the names (or the only one that begins with `word`), or nothing where none is near. A single letter is never
/// taken for a slip.
[[nodiscard]] std::vector<std::string> near_names(std::string_view word, std::span<std::string const> names);

/// "; did you mean 'json'?" with the near name, or nothing.
[[nodiscard]] std::string suggestion(std::string_view word, std::span<std::string const> names);

} // namespace tessera
