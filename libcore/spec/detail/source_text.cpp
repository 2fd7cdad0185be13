// SPDX-License-Identifier: BSD-3-Clause
// Tessera: splits a text into lines; places become the spans of error messages.
#include "libcore/spec/detail/source_text.hpp"

namespace tessera::notation {

SourceText::SourceText(std::string name, std::string_view text) : name_(std::move(name)) {
    for (;;) {
        auto const end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines_.emplace_back(line);
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
}

SourceLocation Place::span() const {
    std::string shown = text->line(line);
    for (char& c : shown) // control characters in the text must not reach the terminal
        if ((c >= 0 && c < ' ' && c != '\t') || c == '\x7f') c = '?';
    return {text->name(), line, column, length, std::move(shown)};
}

Place joined(Place const& first, Place const& last) {
    Place all = first;
    if (last.text == first.text && last.line == first.line)
        all.length = last.column + last.length - first.column;
    else
        all.length = static_cast<int>(first.text->line(first.line).size()) + 1 - first.column;
    return all;
}

void Diagnostics::fail(Place const& at, std::string message, std::vector<std::string> fixes) {
    if (!error_) error_ = Error{std::move(message), at.span(), std::nullopt, std::move(fixes)};
}

void Diagnostics::fail(Error error) {
    if (!error_) error_ = std::move(error);
}

} // namespace tessera::notation
