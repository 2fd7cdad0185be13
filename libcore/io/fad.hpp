// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file access descriptor: the sections of a file that the ranks of a group access (Thakur 6.3.1).
#pragma once

#include "libcore/io/file_section.hpp"
#include "libcore/io/file_union.hpp"

#include <span>
#include <vector>

namespace tessera {

/// The section that one rank reads or writes.
struct RankSection {
    Rank rank = 0;
    BoxSet section; ///< 0-based, one set per dimension of the array
};

/// The descriptor. Every rank of a group has an equal one; any ranks may form a group. Members are in ascending order of their
/// ranks. If several members write the same element, the highest rank wins.
class Fad {
  public:
    struct Member {
        Rank rank = 0;
        FileSection section;
    };

    /// Precondition: no rank occurs twice.
    Fad(FileLayout layout, std::vector<RankSection> sections);

    [[nodiscard]] FileLayout const& layout() const { return wanted_.layout(); }
    [[nodiscard]] std::span<Member const> members() const { return members_; }
    /// Returns the member of this rank, or null. Cost: logarithm of the members.
    [[nodiscard]] Member const* member(Rank rank) const;
    /// Returns the elements that at least one member wants.
    [[nodiscard]] FileUnion const& wanted() const { return wanted_; }
    /// Returns the total number of elements that the members want; an element counts once per member that wants it.
    [[nodiscard]] Index demanded() const { return demanded_; }

    /// Returns whether there are at least two members and all want the same elements. These are read once and broadcast.
    [[nodiscard]] bool is_common() const { return common_; }
    /// Returns whether no element is wanted twice.
    [[nodiscard]] bool is_distinct() const { return demanded_ == wanted_.count(); }

  private:
    std::vector<Member> members_;
    FileUnion wanted_;
    Index demanded_ = 0;
    bool common_ = false;
};

} // namespace tessera
