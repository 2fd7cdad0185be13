// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one of several layouts for each phase of a program in loops, so that phases and remaps together cost the least.
#pragma once

#include "libcore/program/program.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace tessera {

/// What is compared: costs first (equal where they differ by rounding alone), then the number of remaps, then their messages.
struct LayoutWeight {
    double cost = 0;
    double remaps = 0;
    double messages = 0;

    [[nodiscard]] static LayoutWeight forbidden() { return {std::numeric_limits<double>::infinity(), 0, 0}; }
    [[nodiscard]] bool is_forbidden() const { return cost == std::numeric_limits<double>::infinity(); }
    LayoutWeight& operator+=(LayoutWeight const& other) {
        cost += other.cost;
        remaps += other.remaps;
        messages += other.messages;
        return *this;
    }
    [[nodiscard]] bool less_than(LayoutWeight const& other) const {
        constexpr double rounding = 1e-11; // so much of the larger cost
        if (is_forbidden() || other.is_forbidden()) return cost < other.cost;
        if (std::abs(cost - other.cost) > rounding * std::max(std::abs(cost), std::abs(other.cost))) return cost < other.cost;
        return remaps != other.remaps ? remaps < other.remaps : messages < other.messages;
    }
};

[[nodiscard]] inline LayoutWeight operator+(LayoutWeight a, LayoutWeight const& b) {
    return a += b;
}
[[nodiscard]] inline LayoutWeight operator*(LayoutWeight const& a, double times) {
    return {a.cost * times, a.remaps * times, a.messages * times};
}

/// A square table: [from][to] of layouts.
class WeightTable {
  public:
    WeightTable() = default;
    WeightTable(std::size_t rows, std::size_t columns, LayoutWeight fill = LayoutWeight::forbidden())
        : columns_(columns), weights_(rows * columns, fill) {}
    [[nodiscard]] LayoutWeight& at(std::size_t row, std::size_t column) { return weights_[row * columns_ + column]; }
    [[nodiscard]] LayoutWeight const& at(std::size_t row, std::size_t column) const { return weights_[row * columns_ + column]; }
    [[nodiscard]] std::size_t rows() const { return columns_ == 0 ? 0 : weights_.size() / columns_; }
    [[nodiscard]] std::size_t columns() const { return columns_; }

  private:
    std::size_t columns_ = 0;
    std::vector<LayoutWeight> weights_;
};

/// The problem. All weights count for all times that a phase runs or a change happens.
struct PhaseGraph {
    /// Which remap a change is, and how often: the weight of from -> to is remaps[table].at(from, to) * times.
    struct Change {
        std::size_t table = 0;
        double times = 1;
    };
    WeightTable phases;              ///< [phase][layout]; forbidden() where the phase cannot run so
    std::vector<WeightTable> remaps; ///< the tables that changes share
    std::vector<Change> next;        ///< of phase i and i + 1: one fewer than phases
    std::vector<ProgramLoop> loops;  ///< inner before outer
    std::vector<Change> back;        ///< of each loop, from its last phase to its first; times 0: it never goes back
};

/// The loops and changes of a program, without the weights of its phases. `tables`: of each of its changes, a number of `remaps`.
[[nodiscard]] PhaseGraph graph_of(PhasedProgram const& program, std::vector<WeightTable> remaps,
                                  std::vector<std::size_t> const& tables);

struct LayoutChoice {
    LayoutWeight weight;
    std::vector<std::size_t> layouts; ///< of each phase
};

/// The best choice, exactly: by dynamic programming over the phases, from any first layout of a loop to any last one (so that the
/// way back is counted). Deterministic; of equals the one with the smaller layout numbers in front. Nothing where no choice is
/// allowed. Cost: phases times layouts squared, and within loops layouts cubed.
[[nodiscard]] std::optional<LayoutChoice> best_choice(PhaseGraph const& graph);

/// What a choice weighs, added up anew. Precondition: one layout per phase.
[[nodiscard]] LayoutWeight weight_of(PhaseGraph const& graph, std::vector<std::size_t> const& layouts);

} // namespace tessera
