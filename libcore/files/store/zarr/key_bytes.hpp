// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the value of a key in a Zarr store: a file or a part of one.
#pragma once

#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/file_extent.hpp"
#include "libcore/files/store/zarr/keyed_store.hpp"

#include <optional>
#include <string>

namespace tessera {

class KeyBytes {
  public:
    /// Throws if the key does not exist or cannot be read.
    [[nodiscard]] static KeyBytes open(std::string const& path);

    [[nodiscard]] Index size() const;
    /// Reads bytes from `offset` on. Throws if the value ends before. Damaged deflated bytes throw DamagedBytes, and so does a
    /// wrong CRC if the whole value is read.
    void read(Index offset, std::span<std::byte> data) const;
    void drop_cache() const;
    /// Returns the range of the file that holds these bytes. For deflated values it is the range of the whole value.
    [[nodiscard]] FileExtent stretch(Run bytes) const;

  private:
    KeyBytes(KeyLocation value, std::string path);
    void inflate(Index offset, std::span<std::byte> data) const;

    KeyLocation value_;
    std::string path_; ///< as messages name it
    std::optional<PosixFile> file_;
};

/// Returns whether the store has a file or a key of this name. False if it cannot be examined.
[[nodiscard]] bool has_key(std::string const& path);

} // namespace tessera
