// SPDX-License-Identifier: BSD-3-Clause
// Tessera: XXH3 hash of data that arrive in pieces.
#pragma once

#include "libcore/files/access/posix_file.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace tessera {

/// Computes checksum_of() the concatenation of all pieces. Move-only.
class StreamHash {
  public:
    StreamHash();
    StreamHash(StreamHash&&) noexcept;
    StreamHash& operator=(StreamHash&&) = delete;
    ~StreamHash();

    void add(std::span<std::byte const> bytes);
    void add_of(PosixFile const& file, Run bytes); ///< adds bytes of a file, read in small pieces
    [[nodiscard]] std::uint64_t value() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Returns checksum_of() all bytes of a file.
[[nodiscard]] std::uint64_t hash_of_file(std::string const& path);

} // namespace tessera
