// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what at least one of several sections wants, as a set of positions in a file.
#pragma once

#include "libcore/io/file_section.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// The union of sections of one array, each element counted once. Queries cost the disjoint boxes that make it up, each as much as
/// FileSection says. What the ranks of a distribution own is one box, or few, however many ranks there are.
class FileUnion {
  public:
    FileUnion(FileLayout layout, std::span<BoxSet const> sections);

    [[nodiscard]] FileLayout const& layout() const { return all_.layout(); }
    [[nodiscard]] bool empty() const { return parts_.empty(); }
    [[nodiscard]] Index count() const { return count_; }
    [[nodiscard]] Index count_in(Run positions) const;
    /// Positions of a run that are padding, which nobody can want.
    [[nodiscard]] Index padding_in(Run positions) const { return positions.size() - all_.count_in(positions); }
    [[nodiscard]] std::optional<Index> first_from(Index position) const;
    [[nodiscard]] std::optional<Index> last_below(Index position) const;
    /// From the first wanted position to behind the last; empty where nothing is wanted.
    [[nodiscard]] Run bounds() const;

    [[nodiscard]] std::span<FileSection const> parts() const { return parts_; } ///< disjoint, none empty

  private:
    FileSection all_; // the whole array
    std::vector<FileSection> parts_;
    Index count_ = 0;
};

} // namespace tessera
