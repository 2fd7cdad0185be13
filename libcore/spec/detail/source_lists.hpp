// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reader for lists of integers in files of their own, gen_block(@sizes.txt).
#pragma once

#include "libcore/spec/detail/expression.hpp"
#include "libcore/spec/parse.hpp"

#include <deque>

namespace tessera::notation {

/// Reads @file lists and keeps their texts, because the places in errors point into them.
class ListReader {
  public:
    explicit ListReader(FileReader const* files) : files_(files) {}
    /// Reads integers separated by blanks, commas and line ends; `#` and `!` begin comments. Errors point into the list's file, or
    /// to `at` if the file cannot be read.
    [[nodiscard]] std::vector<Index> read(std::string const& path, Place const& at, Diagnostics& diagnostics);

  private:
    FileReader const* files_;
    std::deque<SourceText> texts_; // a deque, because growth does not move its elements
};

} // namespace tessera::notation
