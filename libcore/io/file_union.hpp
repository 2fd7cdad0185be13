// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the union of several sections, as a set of positions in a file.
#pragma once

#include "libcore/io/file_section.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// The union of sections of one array, with each element counted once. Queries cost those of FileSection for each of the disjoint
/// boxes that form the union. The parts of all ranks of a distribution form one box, or few, for any number of ranks.
class FileUnion {
  public:
    FileUnion(FileLayout layout, std::span<BoxSet const> sections);

    [[nodiscard]] FileLayout const& layout() const { return all_.layout(); }
    [[nodiscard]] bool empty() const { return parts_.empty(); }
    [[nodiscard]] Index count() const { return count_; }
    [[nodiscard]] Index count_in(Run positions) const;
    /// Returns the number of padding positions in a run. Padding is never wanted.
    [[nodiscard]] Index padding_in(Run positions) const { return positions.size() - all_.count_in(positions); }
    [[nodiscard]] std::optional<Index> first_from(Index position) const;
    [[nodiscard]] std::optional<Index> last_below(Index position) const;
    /// Returns the range from the first wanted position to the last one; empty if nothing is wanted.
    [[nodiscard]] Run bounds() const;

    [[nodiscard]] std::span<FileSection const> parts() const { return parts_; } ///< disjoint, none empty

  private:
    FileSection all_; // the whole array
    std::vector<FileSection> parts_;
    Index count_ = 0;
};

} // namespace tessera
