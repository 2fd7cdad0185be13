// SPDX-License-Identifier: BSD-3-Clause
// Tessera: standard output with error checks.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tessera::cli {

/// Buffered writing to a file descriptor. On a terminal, text passes through visible_in_colour(), because names in files are
/// untrusted. On a screen it passes through with_broken_reports(), too. A full disk throws std::system_error. A closed pipe is no
/// failure.
class Output {
  public:
    explicit Output(int descriptor, std::string name = "standard output");
    /// Appends to a text, which must outlive this.
    explicit Output(std::string& text) : descriptor_(-1), is_terminal_(false), text_(&text) {}
    Output(Output const&) = delete;
    Output& operator=(Output const&) = delete;

    void write(std::string_view text);
    /// Writes data that is not text, unchanged even on a terminal, because mpirun gives its ranks a terminal as standard
    /// output.
    void write_bytes(std::string_view bytes);
    /// Writes the buffer. The owner of the Output must call it last, because a destructor cannot report a failure.
    void flush();

    [[nodiscard]] int descriptor() const { return descriptor_; }

  private:
    int descriptor_;
    bool is_terminal_;
    std::optional<int> width_; // columns of the screen
    std::string name_;
    std::string buffer_;
    std::string* text_ = nullptr;
};

} // namespace tessera::cli
