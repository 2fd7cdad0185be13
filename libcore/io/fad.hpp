// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file access descriptor: what every rank of a group wants of one file (Thakur 6.3.1).
#pragma once

#include "libcore/io/file_section.hpp"
#include "libcore/io/file_union.hpp"

#include <span>
#include <vector>

namespace tessera {

/// What one rank wants to read, or has to write.
struct RankSection {
    Rank rank = 0;
    BoxSet section; ///< 0-based, one set per dimension of the array
};

/// Every rank of a group has an equal one; any ranks may form a group. Members come in ascending order of their ranks; where
/// several write the same element the highest rank wins.
class Fad {
  public:
    struct Member {
        Rank rank = 0;
        FileSection section;
    };

    /// Precondition: no rank twice.
    Fad(FileLayout layout, std::vector<RankSection> sections);

    [[nodiscard]] FileLayout const& layout() const { return wanted_.layout(); }
    [[nodiscard]] std::span<Member const> members() const { return members_; }
    /// Each element that at least one member wants.
    [[nodiscard]] FileUnion const& wanted() const { return wanted_; }
    /// Elements wanted by all members together, each as often as it is wanted.
    [[nodiscard]] Index demanded() const { return demanded_; }

    /// At least two members, and all want the same elements: these are read once and broadcast.
    [[nodiscard]] bool is_common() const { return common_; }
    /// No element is wanted twice.
    [[nodiscard]] bool is_distinct() const { return demanded_ == wanted_.count(); }

  private:
    std::vector<Member> members_;
    FileUnion wanted_;
    Index demanded_ = 0;
    bool common_ = false;
};

} // namespace tessera
