// SPDX-License-Identifier: BSD-3-Clause
// Tessera: XXH3 hash of data that arrive in pieces.
#include "libcore/files/store/stream_hash.hpp"

#define XXH_STATIC_LINKING_ONLY // makes the state usable as a member
#include <algorithm>
#include <vector>
#include <xxhash.h>

namespace tessera {

struct StreamHash::State {
    XXH3_state_t xxh3;
};

StreamHash::StreamHash() : state_(std::make_unique<State>()) {
    XXH3_64bits_reset(&state_->xxh3);
}
StreamHash::StreamHash(StreamHash&&) noexcept = default;
StreamHash::~StreamHash() = default;

void StreamHash::add(std::span<std::byte const> bytes) {
    XXH3_64bits_update(&state_->xxh3, bytes.data(), bytes.size());
}

void StreamHash::add_of(PosixFile const& file, Run bytes) {
    constexpr Index longest = 64 * 1024;
    std::vector<std::byte> piece(as_size(std::min(longest, bytes.size())));
    for (Index begin = bytes.begin; begin < bytes.end;) {
        std::span const part(piece.data(), as_size(std::min(bytes.end - begin, longest)));
        file.read(begin, part);
        add(part);
        begin += std::ssize(part);
    }
}

std::uint64_t StreamHash::value() const {
    return XXH3_64bits_digest(&state_->xxh3);
}

std::uint64_t hash_of_file(std::string const& path) {
    PosixFile const file = PosixFile::open_to_read(path);
    StreamHash hash;
    hash.add_of(file, {0, file.size()});
    return hash.value();
}

} // namespace tessera
