// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how the two ends of a connection prove that they know the token of a meeting.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/channel/detail/socket.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tessera {

/// Three messages of fixed length, so that nothing is allocated for a stranger:
///   listener to caller: Challenge
///   caller to listener: Reply
///   listener to caller: a Proof
/// A Proof is HMAC-SHA256(token, who proves it, both nonces, number). The token does not travel, and both nonces are fresh, so who
/// listens in learns nothing that opens a connection. What follows the greeting is neither encrypted nor signed.
using Nonce = std::array<std::byte, 32>;
using Proof = std::array<std::byte, 32>;

struct Challenge {
    std::array<char, 16> protocol{};
    Nonce nonce{};

    [[nodiscard]] static Challenge fresh();
    [[nodiscard]] bool is_known() const; ///< the listener speaks this protocol
};

struct Reply {
    std::int64_t number = 0; ///< the caller's among all ranks
    Nonce nonce{};
    Proof proof{};

    [[nodiscard]] static Reply to(Challenge const& challenge, std::string const& token, Rank number);
    [[nodiscard]] bool proves(Challenge const& challenge, std::string const& token) const;
    /// The listener's answer to a reply that proves the token.
    [[nodiscard]] Proof confirmation(Challenge const& challenge, std::string const& token) const;
};

/// The number of a caller that has no number yet.
constexpr Rank unnumbered = -1;

/// A token that nobody guesses.
[[nodiscard]] std::string new_token();

/// The caller's part of a greeting: true after both have proven the token. False where that fails or the deadline passes.
[[nodiscard]] bool is_greeted(Socket const& socket, std::string const& token, Rank number, Socket::Deadline deadline);
/// A connection to the listener at an address, greeted.
[[nodiscard]] std::optional<Socket> proven_connection(std::string const& address, std::string const& token, Rank number,
                                                      Socket::Deadline deadline);

} // namespace tessera
