// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names in a generated program for the things that the user named.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace tessera::detail {

/// Chooses names that differ from the program's own names, and from those of C++, Fortran and their libraries. A single letter,
/// with or without digits, is kept if the program does not use it. Every other name gets a suffix that no other name has, because a
/// list of all words with a meaning to some compiler or header is never complete. Names are not case-sensitive.
class NameTable {
  public:
    /// `texts`: the patterns of the program; all their words belong to the program. `numbered`: the letters of its numbered names,
    /// such as p of p1, p2, ...
    NameTable(std::span<std::string_view const> texts, std::string_view numbered);

    /// Returns the name in the program. The result depends only on the argument, and differs for different names.
    [[nodiscard]] std::string name_of(std::string_view wanted) const;

  private:
    [[nodiscard]] bool is_free(std::string_view word) const;

    std::set<std::string, std::less<>> taken_; // letters with or without digits
    std::string numbered_;
};

} // namespace tessera::detail
