// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a greeting in which both ends of a connection prove that they know a meeting's token.
#include "libcore/runtime/channel/detail/greeting.hpp"

#include "libcore/runtime/channel/channel_failure.hpp"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace tessera {

namespace {

constexpr std::array<char, 16> protocol_name{"tessera greet 1"};

/// Both are sent as they are in memory.
static_assert(sizeof(Challenge) == 48 && std::is_trivially_copyable_v<Challenge>);
static_assert(sizeof(Reply) == 72 && std::is_trivially_copyable_v<Reply>);

/// The end that makes a proof. The two ends make different proofs, so that nobody can send a proof back to its maker.
enum class Prover : unsigned char { Caller = 'c', Listener = 'l' };

Nonce fresh_nonce() {
    Nonce nonce;
    if (RAND_bytes(reinterpret_cast<unsigned char*>(nonce.data()), sizeof nonce) != 1)
        throw std::runtime_error("the system has no random numbers for a greeting");
    return nonce;
}

Proof proof_of(Prover prover, Challenge const& challenge, Reply const& reply, std::string const& token) {
    std::vector<std::byte> proven{static_cast<std::byte>(prover)};
    auto const number = std::as_bytes(std::span(&reply.number, 1));
    proven.insert(proven.end(), challenge.nonce.begin(), challenge.nonce.end());
    proven.insert(proven.end(), reply.nonce.begin(), reply.nonce.end());
    proven.insert(proven.end(), number.begin(), number.end());
    Proof proof{};
    unsigned length = 0;
    bool const made =
        HMAC(EVP_sha256(), token.data(), static_cast<int>(token.size()), reinterpret_cast<unsigned char const*>(proven.data()),
             proven.size(), reinterpret_cast<unsigned char*>(proof.data()), &length) != nullptr;
    if (!made || length != proof.size()) throw std::runtime_error("the system's libcrypto has no HMAC-SHA256");
    return proof;
}

/// Takes the same time wherever the proofs differ.
bool are_same(Proof const& a, Proof const& b) {
    return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

} // namespace

Challenge Challenge::fresh() {
    return {protocol_name, fresh_nonce()};
}

bool Challenge::is_known() const {
    return protocol == protocol_name;
}

Reply Reply::to(Challenge const& challenge, std::string const& token, Rank number) {
    Reply reply{number, fresh_nonce()};
    reply.proof = proof_of(Prover::Caller, challenge, reply, token);
    return reply;
}

bool Reply::proves(Challenge const& challenge, std::string const& token) const {
    return are_same(proof, proof_of(Prover::Caller, challenge, *this, token));
}

Proof Reply::confirmation(Challenge const& challenge, std::string const& token) const {
    return proof_of(Prover::Listener, challenge, *this, token);
}

std::string new_token() {
    std::string token;
    for (std::byte const byte : fresh_nonce()) token += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return token;
}

bool is_greeted(Socket const& socket, std::string const& token, Rank number, Socket::Deadline deadline) {
    try {
        Challenge challenge;
        if (!socket.receive_all(&challenge, sizeof challenge, deadline) || !challenge.is_known()) return false;
        Reply const reply = Reply::to(challenge, token, number);
        Proof proof{};
        bool const answered = socket.send_all(&reply, sizeof reply, deadline) && socket.receive_all(&proof, sizeof proof, deadline);
        return answered && are_same(proof, reply.confirmation(challenge, token));
    } catch (ChannelFailure const&) { // another program uses the port now
        return false;
    }
}

std::optional<Socket> proven_connection(std::string const& address, std::string const& token, Rank number,
                                        Socket::Deadline deadline) {
    auto socket = Socket::connected(address, deadline);
    if (socket && !is_greeted(*socket, token, number, deadline)) return std::nullopt;
    return socket;
}

} // namespace tessera
