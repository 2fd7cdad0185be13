// SPDX-License-Identifier: BSD-3-Clause
// Tessera: errors as text, with the line and a caret.
#include "libcore/base/result.hpp"

#include "libcore/base/index.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

std::string to_string(Error const& error) {
    if (!error.where) return error.message;
    SourceSpan const& at = *error.where;
    // Tabs before the caret are kept, so that the caret stands under its word in any terminal.
    std::string margin;
    for (int column = 1; column < at.column; ++column) {
        auto const i = as_size(column - 1);
        margin += i < at.text.size() && at.text[i] == '\t' ? '\t' : ' ';
    }
    std::string underline(as_size(std::max(at.length, 1)), '~');
    underline.front() = '^';
    return fmt::format("{}:{}:{}: {}\n  {}\n  {}{}", at.file, at.line, at.column, error.message, at.text, margin, underline);
}

} // namespace tessera
