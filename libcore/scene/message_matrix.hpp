// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how much a plan moves from ranges of ranks to ranges of ranks.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/sets/run.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// What is sent, in elements and in bytes (which differ by more than a factor where several arrays move).
struct MessageVolume {
    Index elements = 0;
    Index bytes = 0;
    MessageVolume& operator+=(MessageVolume const& other);
    MessageVolume& operator-=(MessageVolume const& other);
    friend bool operator==(MessageVolume const&, MessageVolume const&) = default;
};

/// The matrix of all messages, rows the senders and columns the receivers, asked block by block.
///
/// A range of ranks is a few boxes of processor coordinates, and between two boxes the volume is the product of one entry per
/// factor with coordinates taken together (DimMapping::grouped). Only where a source has copies, whose messages are dealt out in
/// turn, are the messages themselves added up.
class MessageMatrix {
  public:
    explicit MessageMatrix(MultiPlan plan) : ranks_(plan.ranks()), plan_(std::move(plan)) {}

    /// What one rank sends another, or itself.
    struct Listed {
        Rank from = 0;
        Rank to = 0;
        MessageVolume volume;
    };
    /// Any messages among ranks 0 .. ranks-1.
    MessageMatrix(Index ranks, std::vector<Listed> messages) : ranks_(ranks), listed_(std::move(messages)) {}

    [[nodiscard]] Index ranks() const { return ranks_; } ///< rows and columns

    /// Row-major: from the ranks of senders[i] to those of receivers[j], copies of a rank to itself included.
    /// Preconditions: ascending and disjoint within each list; nothing outside [0, ranks()).
    /// Cost: the ranks asked for, their boxes times each other, and per factor the rows of the coordinates taken together; of
    /// plans with copies in the source, the messages of the senders; of listed messages, all of them.
    [[nodiscard]] std::vector<MessageVolume> volumes(std::vector<Run> const& senders, std::vector<Run> const& receivers) const;

    /// What each rank of a range copies to itself. Cost: the ranks.
    [[nodiscard]] std::vector<MessageVolume> kept(Run ranks) const;

  private:
    Index ranks_;
    std::optional<MultiPlan> plan_;
    std::vector<Listed> listed_; // in place of a plan
};

} // namespace tessera
