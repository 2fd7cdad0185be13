// SPDX-License-Identifier: BSD-3-Clause
// Tessera: errors as text, with the line and a caret.
#include "libcore/base/result.hpp"

#include "libcore/base/index.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

std::string in_one_line(std::string text) {
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at)) text.replace(at, 1, "\\n");
    return text;
}

std::string to_string(Error const& error) {
    if (!error.where) return error.message;
    SourceLocation const& at = *error.where;
    // Tabs before the caret are kept, so that the caret stands under its word in any terminal.
    std::string margin;
    for (int column = 1; column < at.column; ++column) {
        auto const i = as_size(column - 1);
        margin += i < at.text.size() && at.text[i] == '\t' ? '\t' : ' ';
    }
    std::string underline(as_size(std::max(at.length, 1)), '~');
    underline.front() = '^';
    return fmt::format("{}:{}:{}: {}\n  {}\n  {}{}", in_one_line(at.file), at.line, at.column, in_one_line(error.message),
                       in_one_line(at.text), margin, underline);
}

} // namespace tessera
