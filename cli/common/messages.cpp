// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a command on standard error.
#include "cli/common/messages.hpp"

#include "libcore/base/visible_text.hpp"

#include <cstdio>
#include <string>

namespace tessera::cli {
namespace {

/// Escapes line ends that belong to names. The further lines of our own messages are indented and stay.
std::string on_own_lines(std::string const& text) {
    std::string lines;
    for (std::size_t i = 0; i < text.size(); ++i) {
        bool const ours = i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\t';
        lines += text[i] == '\n' && !ours ? "\\n" : std::string(1, text[i]);
    }
    return lines;
}

} // namespace

void Messages::error(std::string_view text) const {
    repeat(prefix_ + on_own_lines(visible(text)) + "\n");
}

void Messages::repeat(std::string_view lines) const {
    if (text_ != nullptr) {
        *text_ += lines;
        return;
    }
    // One call, so that messages of several ranks do not mix. A failure of standard error cannot be reported.
    std::fwrite(lines.data(), 1, lines.size(), stderr);
}

void Messages::note(std::string_view text) const {
    if (!quiet_) error(visible_name(text));
}

} // namespace tessera::cli
