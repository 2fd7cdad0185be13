// SPDX-License-Identifier: BSD-3-Clause
// Tessera: all readers of what strangers may send, each by its name.
#pragma once

#include <functional>
#include <span>
#include <string_view>

namespace tessera::fuzz {

struct Parser {
    std::string_view name; ///< of its folder in tests/fuzz/corpus, too
    /// Reads the bytes. What they say is accepted or refused; the program ends with a message if neither happens.
    std::function<void(std::string_view bytes)> read;
};

[[nodiscard]] std::span<Parser const> parsers();

} // namespace tessera::fuzz
