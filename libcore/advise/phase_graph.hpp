// SPDX-License-Identifier: BSD-3-Clause
// Tessera: choice of one layout for each phase of a program with loops, with the least cost of phases and remaps together.
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

/// A weight to compare: costs first (equal if they differ only by rounding), then the number of remaps, then their messages.
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
        constexpr double rounding = 1e-11; // relative to the larger cost
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

/// A table of weights, such as [from][to] of layouts.
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

/// The problem. All weights are for all repetitions of a phase or a change.
struct PhaseGraph {
    /// The remap table of a change, and its repetitions: the weight of from -> to is remaps[table].at(from, to) * times.
    struct Change {
        std::size_t table = 0;
        double times = 1;
    };
    WeightTable phases;              ///< [phase][layout]; forbidden() if the phase cannot run with the layout
    std::vector<WeightTable> remaps; ///< tables, shared by changes
    std::vector<Change> next;        ///< change between phase i and i + 1: one fewer than phases
    std::vector<ProgramLoop> loops;  ///< inner loops before outer ones
    std::vector<Change> back;        ///< for each loop, from its last phase to its first; times 0: the loop does not repeat
};

/// Returns the loops and changes of a program, without the weights of its phases. `tables`: for each change an index of `remaps`.
[[nodiscard]] PhaseGraph graph_of(PhasedProgram const& program, std::vector<WeightTable> remaps,
                                  std::vector<std::size_t> const& tables);

struct LayoutChoice {
    LayoutWeight weight;
    std::vector<std::size_t> layouts; ///< layout of each phase
};

/// Returns the best choice. It is exact: dynamic programming over the phases, from every first layout of a loop to every last one,
/// so that the way back is included. Deterministic: of equal choices the one with smaller layout numbers in front. Returns nothing
/// if no choice is allowed. Cost: phases times layouts squared, and within loops layouts cubed.
[[nodiscard]] std::optional<LayoutChoice> best_choice(PhaseGraph const& graph);

/// Returns the weight of a choice, computed from the graph. Precondition: one layout per phase.
[[nodiscard]] LayoutWeight weight_of(PhaseGraph const& graph, std::vector<std::size_t> const& layouts);

} // namespace tessera
