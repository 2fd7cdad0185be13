// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of one rank whose elements a context chooses anew in each run.
#pragma once

#include "libcore/comm/context/context_grid.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace tessera {

/// An array as one rank sends it.
struct ActiveArray {
    ContextGrid grid; ///< from positions of the context to memory; its boxes are those that are sent
    Index element_bytes = 1;
};

/// A box of elements that travel together. Both ends number them alike: dimensions in the array's storage order.
struct ActivePart {
    std::vector<std::vector<GridRun>>
        dims; ///< here: the sender's (the receiver's) indices in memory; there: numbers within the part
    Extents shape;
    StorageOrder order = StorageOrder::C;

    [[nodiscard]] Index elements() const;
    [[nodiscard]] GridPlaces numbers(Index first) const; ///< where the elements stand, the first one at `first`
};

/// Everything of one array in one message. Its elements are numbered from 0, part after part.
struct ActiveSection {
    struct Target {
        Index first = 0;  ///< number of the part's first element
        ContextGrid grid; ///< one box: from the numbers of the part to memory
    };
    std::size_t array = 0;
    Index elements = 0;          ///< were all active
    std::vector<Target> targets; ///< of a receive, ascending
};

struct ActiveMessage {
    Rank peer = 0;                       ///< or the rank itself
    std::vector<ActiveSection> sections; ///< ascending array
};

/// Both ends add the same parts in the same order: arrays ascending, for each array the parts of a pair of ranks as the plan has
/// them.
class ActiveMessages {
  public:
    /// Where a box of an array's grid goes.
    struct Place {
        std::size_t message = 0;
        std::size_t section = 0;
    };

    explicit ActiveMessages(std::vector<ActiveArray> arrays) : arrays_(std::move(arrays)), places_(arrays_.size()) {}

    void add_send(Rank to, std::size_t array, ActivePart part);
    /// `memory`: where the receiver's indices lie.
    void add_receive(Rank from, std::size_t array, ActivePart part, GridPlaces memory);
    /// The next lower rank first, then downwards and around, as RankMessages: sums of floats are the same with and without a
    /// context.
    void arrange_receives(Rank rank, int ranks);

    [[nodiscard]] std::vector<ActiveArray> const& arrays() const { return arrays_; }
    [[nodiscard]] std::vector<ActiveMessage> const& sends() const { return sends_; }
    [[nodiscard]] std::vector<ActiveMessage> const& receives() const { return receives_; }
    [[nodiscard]] Place place(std::size_t array, std::size_t box) const { return places_[array][box]; }

  private:
    std::vector<ActiveArray> arrays_;
    std::vector<ActiveMessage> sends_;
    std::vector<ActiveMessage> receives_;
    std::vector<std::vector<Place>> places_; // by array and box
};

} // namespace tessera
