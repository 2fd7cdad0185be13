// SPDX-License-Identifier: BSD-3-Clause
// Tessera: zip archives of a few small files and one large one, whose content somebody else writes.
#pragma once

#include "libcore/base/index.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// What stands in front of the large file's content, and behind it.
struct ZipFrame {
    std::string front;
    std::string back;
    std::array<Index, 2> sums{}; ///< bytes of the archive where the large file's CRC-32 stands: zeros
};

class NewZip {
  public:
    void add(std::string_view name, std::string_view content);
    /// The content begins at a multiple of 64, as PyTorch has it.
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
