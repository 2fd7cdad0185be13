// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the volume that a plan moves from ranges of ranks to ranges of ranks.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/sets/run.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// Volume in elements and in bytes. For several arrays, the two are not proportional.
struct MessageVolume {
    Index elements = 0;
    Index bytes = 0;
    MessageVolume& operator+=(MessageVolume const& other);
    MessageVolume& operator-=(MessageVolume const& other);
    friend bool operator==(MessageVolume const&, MessageVolume const&) = default;
};

/// The matrix of all messages, with senders as rows and receivers as columns, queried block by block.
///
/// A range of ranks is a few boxes of processor coordinates. The volume between two boxes is the product of one entry per factor,
/// with coordinates grouped (DimMapping::grouped). If a source has copies, messages are dealt to them in turn, so this product does
/// not hold and the messages themselves are summed.
class MessageMatrix {
  public:
    explicit MessageMatrix(MultiPlan plan) : ranks_(plan.ranks()), plan_(std::move(plan)) {}

    /// The volume from one rank to another, or to itself.
    struct Listed {
        Rank from = 0;
        Rank to = 0;
        MessageVolume volume;
    };
    /// Makes a matrix of arbitrary messages among ranks 0 .. ranks-1.
    MessageMatrix(Index ranks, std::vector<Listed> messages) : ranks_(ranks), listed_(std::move(messages)) {}

    [[nodiscard]] Index ranks() const { return ranks_; } ///< number of rows and columns

    /// Returns the volumes row-major: from the ranks of senders[i] to those of receivers[j], copies of a rank to itself included.
    /// Preconditions: ascending and disjoint within each list; nothing outside [0, ranks()). Cost: the requested ranks, their boxes
    /// times each other, and per factor the rows of the grouped coordinates. With copies in the source, the messages of the
    /// senders; for listed messages, all of them.
    [[nodiscard]] std::vector<MessageVolume> volumes(std::vector<Run> const& senders, std::vector<Run> const& receivers) const;

    /// Returns the volume that each rank of a range copies to itself. Cost: the ranks.
    [[nodiscard]] std::vector<MessageVolume> kept(Run ranks) const;

  private:
    Index ranks_;
    std::optional<MultiPlan> plan_;
    std::vector<Listed> listed_; // used instead of a plan
};

} // namespace tessera
