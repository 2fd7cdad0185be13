// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a text the user wrote, split into lines, and places in it.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::notation {

/// The lines of one text (a job file, one command line option, an @file list). There is at least one line. Not movable, because
/// places point to it.
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

/// Consecutive columns of one line, counted as in SourceLocation. A place just behind the last column is legal.
struct Place {
    SourceText const* text = nullptr;
    int line = 1;
    int column = 1;
    int length = 1;

    [[nodiscard]] SourceLocation span() const;
};

/// Returns the place from the start of `first` to the end of `last`. If they are on different lines, it ends at the end of the
/// first line.
[[nodiscard]] Place joined(Place const& first, Place const& last);

/// The first error of a parse. Later errors are consequences of it and are dropped.
class Diagnostics {
  public:
    /// `fixes`: words that correct the error if they replace the words at the place.
    void fail(Place const& at, std::string message, std::vector<std::string> fixes = {});
    void fail(Error error);
    [[nodiscard]] bool failed() const { return error_.has_value(); }
    [[nodiscard]] Error const& error() const { return *error_; } ///< precondition: failed()

  private:
    std::optional<Error> error_;
};

} // namespace tessera::notation
