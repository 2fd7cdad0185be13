// SPDX-License-Identifier: BSD-3-Clause
// Tessera: standard output whose failures are noticed.
#pragma once

#include <string>
#include <string_view>

namespace tessera::cli {

/// Buffered writing to a file descriptor. To a terminal goes what visible_in_colour() makes of a text: names in files are
/// anybody's. A full disk throws std::system_error instead of passing in silence. A pipe whose reader has ended is no failure.
class Output {
  public:
    explicit Output(int descriptor, std::string name = "standard output");
    /// Appends to a text, which outlives it.
    explicit Output(std::string& text) : descriptor_(-1), is_terminal_(false), text_(&text) {}
    Output(Output const&) = delete;
    Output& operator=(Output const&) = delete;

    void write(std::string_view text);
    /// Writes data that are no text. They reach a terminal unchanged, too: mpirun gives its ranks a terminal as standard output.
    void write_bytes(std::string_view bytes);
    /// Writes what is buffered. To be called last by the owner of the Output: a destructor could not report a failure.
    void flush();

    [[nodiscard]] int descriptor() const { return descriptor_; }

  private:
    int descriptor_;
    bool is_terminal_;
    std::string name_;
    std::string buffer_;
    std::string* text_ = nullptr;
};

} // namespace tessera::cli
