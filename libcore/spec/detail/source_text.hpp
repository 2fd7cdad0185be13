// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a text the user wrote, line by line, and places in it.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::notation {

/// The lines of one text (a job file, one command line option, an @file list). Never without a line. Not movable: places point
/// here.
class SourceText {
  public:
    SourceText(std::string name, std::string_view text);
    SourceText(SourceText const&) = delete;
    SourceText& operator=(SourceText const&) = delete;

    [[nodiscard]] std::string const& name() const { return name_; }
    [[nodiscard]] std::span<std::string const> lines() const { return lines_; }
    [[nodiscard]] std::string const& line(int number) const { return lines_[as_size(number - 1)]; }

  private:
    std::string name_;
    std::vector<std::string> lines_; // without line ends
};

/// A stretch of one line, counted as in SourceSpan. A place just behind the last column is a legal place.
struct Place {
    SourceText const* text = nullptr;
    int line = 1;
    int column = 1;
    int length = 1;

    [[nodiscard]] SourceSpan span() const;
};

/// From the first to the last place; where they are on different lines, from the first to the end of its line.
[[nodiscard]] Place joined(Place const& first, Place const& last);

/// The first error of a parse; what follows an error is a consequence of it and is dropped.
class Diagnostics {
  public:
    /// `fixes`: words that mend it where the words at the place stand.
    void fail(Place const& at, std::string message, std::vector<std::string> fixes = {});
    void fail(Error error);
    [[nodiscard]] bool failed() const { return error_.has_value(); }
    [[nodiscard]] Error const& error() const { return *error_; } ///< precondition: failed()

  private:
    std::optional<Error> error_;
};

} // namespace tessera::notation
