// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a command says to the person who runs it, on standard error.
#include "cli/common/messages.hpp"

#include "libcore/base/visible_text.hpp"

#include <cstdio>

namespace tessera::cli {

void Messages::error(std::string_view text) const {
    std::string const line = prefix_ + visible(text) + "\n";
    // One call, so that the messages of several ranks do not mix. Nothing can be done where standard error fails.
    std::fwrite(line.data(), 1, line.size(), stderr);
}

void Messages::note(std::string_view text) const {
    if (!quiet_) error(text);
}

} // namespace tessera::cli
