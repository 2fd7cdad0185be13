// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a generated program calls the things that the user named.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace tessera::detail {

/// The user's names and the program's own never meet, nor do the user's and those of C++, Fortran and their libraries. Only a
/// letter with or without digits stays as it is, if the program does not use it: every other name gets a tail that no other name
/// has, as a list of all words that mean something to some compiler or header is never complete. Names differ without regard to
/// case.
class NameTable {
  public:
    /// `texts`: the patterns of the program, all words of which are its own. `numbered`: the letters of its numbered names, such as
    /// p of p1, p2, ...
    NameTable(std::span<std::string_view const> texts, std::string_view numbered);

    /// The same for the same name, whatever was asked before; different for different names.
    [[nodiscard]] std::string name_of(std::string_view wanted) const;

  private:
    [[nodiscard]] bool is_free(std::string_view word) const;

    std::set<std::string, std::less<>> taken_; // letters with or without digits
    std::string numbered_;
};

} // namespace tessera::detail
