// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a greeting in which both ends of a connection prove that they know a meeting's token.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/channel/detail/socket.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tessera {

/// Three messages of fixed length, so that a stranger cannot cause allocations:
///   listener to caller: Challenge
///   caller to listener: Reply
///   listener to caller: a Proof
/// A Proof is HMAC-SHA256(token, prover, both nonces, number). The token is not sent and both nonces are fresh, so an eavesdropper
/// learns nothing that opens a connection. Data after the greeting is neither encrypted nor signed.
using Nonce = std::array<std::byte, 32>;
using Proof = std::array<std::byte, 32>;

struct Challenge {
    std::array<char, 16> protocol{};
    Nonce nonce{};

    [[nodiscard]] static Challenge fresh();
    [[nodiscard]] bool is_known() const; ///< whether the listener uses this protocol
};

struct Reply {
    std::int64_t number = 0; ///< the caller's number over all ranks
    Nonce nonce{};
    Proof proof{};

    [[nodiscard]] static Reply to(Challenge const& challenge, std::string const& token, Rank number);
    [[nodiscard]] bool proves(Challenge const& challenge, std::string const& token) const;
    /// Returns the listener's answer to a reply that proves the token.
    [[nodiscard]] Proof confirmation(Challenge const& challenge, std::string const& token) const;
};

/// Number of a caller that does not have one yet.
constexpr Rank unnumbered = -1;

/// Returns a random token of 256 bits, as hexadecimal digits.
[[nodiscard]] std::string new_token();

/// Executes the caller's part of a greeting. Returns true after both ends have proven the token, false if that fails or the
/// deadline passes.
[[nodiscard]] bool is_greeted(Socket const& socket, std::string const& token, Rank number, Socket::Deadline deadline);
/// Connects to the listener at an address and greets it; nothing if that fails.
[[nodiscard]] std::optional<Socket> proven_connection(std::string const& address, std::string const& token, Rank number,
                                                      Socket::Deadline deadline);

} // namespace tessera
