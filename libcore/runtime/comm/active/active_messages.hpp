// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of one rank for elements that a context selects in each execution.
#pragma once

#include "libcore/comm/context/context_grid.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace tessera {

/// An array as one rank sends it.
struct ActiveArray {
    ContextGrid grid; ///< maps positions of the context to memory; its boxes are those that are sent
    Index element_bytes = 1;
};

/// A box of elements that travel together. Both ends number them alike, in the array's storage order.
struct ActivePart {
    std::vector<std::vector<GridRun>>
        dims; ///< here: the sender's (the receiver's) indices in memory; there: numbers within the part
    Extents shape;
    StorageOrder order = StorageOrder::C;

    [[nodiscard]] Index elements() const;
    [[nodiscard]] GridAddresses numbers(Index first) const; ///< Returns the numbers of the elements; `first` is the number of the
                                                            ///< first element.
};

/// All elements of one array in one message, numbered from 0 across its parts.
struct ActiveSection {
    struct Target {
        Index first = 0;  ///< number of the part's first element
        ContextGrid grid; ///< one box: maps the numbers of the part to memory
    };
    std::size_t array = 0;
    Index elements = 0;          ///< elements if all are active
    std::vector<Target> targets; ///< for receives, ascending
};

struct ActiveMessage {
    Rank peer = 0;                       ///< may be this rank itself
    std::vector<ActiveSection> sections; ///< ascending array
};

/// The messages of one rank. Both ends add the same parts in the same order: arrays ascending, and per array the parts of a
/// pair of ranks in the order of the plan.
class ActiveMessages {
  public:
    /// The destination of a box of an array's grid.
    struct Place {
        std::size_t message = 0;
        std::size_t section = 0;
    };

    explicit ActiveMessages(std::vector<ActiveArray> arrays) : arrays_(std::move(arrays)), places_(arrays_.size()) {}

    void add_send(Rank to, std::size_t array, ActivePart part);
    /// `memory`: locations of the receiver's indices.
    void add_receive(Rank from, std::size_t array, ActivePart part, GridAddresses memory);
    /// Sorts receives: the next lower rank first, then descending, modulo the number of ranks. This is the order of
    /// RankMessages, so sums of floats are the same with and without a context.
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
