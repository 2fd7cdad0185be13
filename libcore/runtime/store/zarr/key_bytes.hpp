// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the bytes of a key of a Zarr store, be it a file or a part of one.
#pragma once

#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/store/file_stretch.hpp"
#include "libcore/runtime/store/zarr/keyed_store.hpp"

#include <optional>
#include <string>

namespace tessera {

class KeyBytes {
  public:
    /// Throws where there are none, or nobody can read them.
    [[nodiscard]] static KeyBytes open(std::string const& path);

    [[nodiscard]] Index size() const;
    /// Throws where they end before. Damage of deflated bytes, and of all bytes where their sum is known, throws DamagedBytes.
    void read(Index offset, std::span<std::byte> data) const;
    void drop_cache() const;
    /// Where some of them lie; deflated ones lie in all of theirs.
    [[nodiscard]] FileStretch stretch(Run bytes) const;

  private:
    KeyBytes(KeyValue value, std::string path);
    void inflate(Index offset, std::span<std::byte> data) const;

    KeyValue value_;
    std::string path_; ///< as messages name it
    std::optional<PosixFile> file_;
};

/// Has a store a file or a key of this name? What cannot be looked at is none.
[[nodiscard]] bool has_key(std::string const& path);

} // namespace tessera
