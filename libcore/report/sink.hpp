// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the output of reports, written in pieces, so that a large report is never in memory as a whole.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tessera {

using Sink = std::function<void(std::string_view)>;

/// Returns all that a report writes as one text. Calls write(sink) once.
template <class Write>
std::string written_text(Write const& write) {
    std::string text;
    write(Sink([&text](std::string_view piece) { text += piece; }));
    return text;
}

} // namespace tessera
