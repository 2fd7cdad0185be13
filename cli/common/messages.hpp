// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a command says to the person who runs it, on standard error.
#pragma once

#include <string>
#include <string_view>

namespace tessera::cli {

/// Every line begins with the command's name: "distplan: ...". Documents go to standard output instead.
class Messages {
  public:
    explicit Messages(std::string command) : prefix_(std::move(command) + ": ") {}
    /// Writes messages like those of `others` to the end of a text, which has to outlive it. repeat() shows such a text.
    Messages(Messages const& others, std::string& text) : prefix_(others.prefix_), quiet_(others.quiet_), text_(&text) {}

    void set_quiet(bool quiet) { quiet_ = quiet; }
    [[nodiscard]] bool quiet() const { return quiet_; }

    /// Shows the text, also with --quiet. Precondition of a text with several lines: its caller has passed each name in it through
    /// visible_name(), so that no name begins a line.
    void error(std::string_view text) const;
    void note(std::string_view text) const; ///< one line; not with --quiet
    void repeat(std::string_view lines) const;

  private:
    std::string prefix_;
    bool quiet_ = false;
    std::string* text_ = nullptr;
};

} // namespace tessera::cli
