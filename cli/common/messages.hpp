// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a command on standard error.
#pragma once

#include <string>
#include <string_view>

namespace tessera::cli {

/// Prints messages for the user. Every line begins with the command's name: "distplan: ...". Documents go to standard output.
class Messages {
  public:
    explicit Messages(std::string command) : prefix_(std::move(command) + ": ") {}
    /// Appends messages like those of `others` to a text, which must outlive this. repeat() prints such a text.
    Messages(Messages const& others, std::string& text) : prefix_(others.prefix_), quiet_(others.quiet_), text_(&text) {}

    void set_quiet(bool quiet) { quiet_ = quiet; }
    [[nodiscard]] bool quiet() const { return quiet_; }

    /// Prints the text, also with --quiet. Precondition if the text has several lines: each name in it has passed through
    /// visible_name(), so that no name begins a line.
    void error(std::string_view text) const;
    void note(std::string_view text) const; ///< one line; suppressed by --quiet
    void repeat(std::string_view lines) const;

  private:
    std::string prefix_;
    bool quiet_ = false;
    std::string* text_ = nullptr;
};

} // namespace tessera::cli
