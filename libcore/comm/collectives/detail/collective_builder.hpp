// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a builder that assembles a collective move by move.
#pragma once

#include "libcore/comm/collectives/collective_algorithm.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

/// Builds a plan. Drops steps without moves, and moves without elements.
class CollectiveBuilder {
  public:
    CollectiveBuilder(std::string_view name, CollectiveTask const& task, bool outline) : task_(task), outline_(outline) {
        plan_.kind = task.kind;
        plan_.algorithm = name;
        plan_.ranks = task.ranks;
        plan_.root = task.root;
        plan_.elements = task.elements;
    }

    [[nodiscard]] int ranks() const { return task_.ranks; }
    [[nodiscard]] int root() const { return task_.root; }
    [[nodiscard]] Run all() const { return {0, task_.elements}; }
    /// Returns piece `number` of `count` of the vector. If the pieces cannot be equal, the first ones have one more element.
    [[nodiscard]] Run piece(int number, int count) const { return pieces(number, number + 1, count); }
    /// Returns how many of `count` pieces have an element. These come first.
    [[nodiscard]] int filled_pieces(int count) const { return static_cast<int>(std::min<Index>(count, task_.elements)); }
    /// Returns the elements of pieces [first, last) of `count`.
    [[nodiscard]] Run pieces(int first, int last, int count) const { return {piece_begin(first, count), piece_begin(last, count)}; }
    [[nodiscard]] int pipeline_pieces() const { return task_.pipeline_pieces(); }

    /// Returns how many of `count` steps that differ only in their pieces must be made: in an outline one, which represents all.
    [[nodiscard]] int alike(int count) {
        if (!outline_ || count < 1) return count;
        step_.times = count;
        return 1;
    }

    void move(int from, int to, Run elements, Arrival arrival) {
        if (!elements.empty()) step_.moves.push_back({from, to, elements, arrival});
    }
    void multicast(int from, Arrival arrival) {
        for (int to = 0; to < ranks(); ++to)
            if (to != from) move(from, to, all(), arrival);
        step_.multicast = true;
    }
    /// Ends the step: later moves are sent later.
    void end_step() { close(false); }
    /// Ends the phase: later moves are sent later, and contain what has arrived so far.
    void end_phase() { close(true); }

    [[nodiscard]] CollectivePlan finish() {
        end_phase();
        return std::move(plan_);
    }

  private:
    [[nodiscard]] Index piece_begin(int number, int count) const {
        Index const least = task_.elements / count;
        Index const longer = task_.elements % count;
        return number * least + std::min<Index>(number, longer);
    }
    void close(bool ends_phase) {
        if (!step_.moves.empty()) {
            step_.ends_phase = false;
            plan_.steps.push_back(std::move(step_));
        }
        step_ = {};
        if (ends_phase && !plan_.steps.empty()) plan_.steps.back().ends_phase = true;
    }

    CollectiveTask task_;
    bool outline_;
    CollectivePlan plan_;
    CollectiveStep step_;
};

} // namespace tessera
