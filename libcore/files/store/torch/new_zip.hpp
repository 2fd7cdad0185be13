// SPDX-License-Identifier: BSD-3-Clause
// Tessera: zip archives of a few small files and a large one, whose content is written separately.
#pragma once

#include "libcore/base/index.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// The bytes before and after the large file's content.
struct ZipFrame {
    std::string front;
    std::string back;
    std::array<Index, 2> sums{}; ///< offsets in the archive of the large file's CRC-32, zero at first
};

class NewZip {
  public:
    void add(std::string_view name, std::string_view content);
    /// Adds the large file and returns the frame. Its content begins at a multiple of 64, as in PyTorch.
    [[nodiscard]] ZipFrame finish(std::string_view name, Index bytes);

  private:
    struct Entry {
        std::string name;
        Index bytes;
        std::uint32_t crc;
        Index header;
    };
    void add_local(Entry const& entry, bool aligned);

    std::string bytes_;
    std::vector<Entry> entries_;
};

} // namespace tessera
