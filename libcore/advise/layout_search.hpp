// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cheapest layouts of some arrays over all phases.
#pragma once

#include "libcore/advise/layout_weights.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// Layouts over all phases, and how good they are.
struct FoundLayout {
    std::vector<std::size_t> tuples; ///< of each phase
    double seconds = 0;              ///< what they cost, by full prices
    double bound = 0;                ///< nothing costs less; equal to `seconds` where this is the best of all
};

/// Searches among the tuples of some weights. Prices cost time and are asked for only where a bound does not tell: the best choice
/// by bounds is priced, then the best by what is known now, until the best is known in full. That is the optimum.
class LayoutSearch {
  public:
    /// `limit`: of the effort of the prices; behind it the best so far is the answer, with its bound.
    LayoutSearch(PhaseCoster const& coster, LayoutWeights& weights, double limit, Watch watch)
        : program_(coster.program()), prices_(coster.prices()), weights_(weights), limit_(limit), watch_(std::move(watch)) {}

    [[nodiscard]] bool is_exhausted() const { return prices_.effort() >= limit_; }

    /// A phase must not have the arrays that it uses as this tuple has them.
    struct Ban {
        std::size_t phase = 0;
        std::size_t tuple = 0;
    };

    /// Nothing where no choice is allowed. Errors: of the prices; the work was stopped.
    [[nodiscard]] Result<std::optional<FoundLayout>> best(std::optional<Ban> const& ban = std::nullopt);
    /// Of those that are the same in all phases; `without`: none of these tuples.
    [[nodiscard]] Result<std::optional<FoundLayout>> best_static(std::vector<std::size_t> const& without = {});
    /// Is there more than one layout left? Precondition: best() was asked.
    [[nodiscard]] bool can_move() const { return live_.size() > 1; }
    /// What no choice can go below, whatever else moves at the same times, if remaps weigh only so much. Precondition: best() found
    /// one.
    [[nodiscard]] double bound(double share_of_remaps) const;

  private:
    /// What remaps weigh in a graph.
    enum class Remaps {
        Found, ///< the cheapest way that is known; of those that nobody asked for, a bound
        Bound, ///< what no way goes below
        Least  ///< the same, whatever else moves
    };
    [[nodiscard]] double static_seconds(std::size_t tuple) const;
    [[nodiscard]] bool is_banned(std::optional<Ban> const& ban, std::size_t phase, std::size_t tuple) const {
        return ban && ban->phase == phase && weights_.are_alike_in(phase, tuple, ban->tuple);
    }
    [[nodiscard]] Result<void> prune(std::optional<Ban> const& ban);
    /// Layouts of the graph are numbers of live_.
    [[nodiscard]] PhaseGraph graph(std::optional<Ban> const& ban, Remaps remaps = Remaps::Found, double share = 1) const;
    [[nodiscard]] WeightTable remap_table(PhaseChange const& change, Remaps remaps, double share) const;
    [[nodiscard]] FoundLayout with_bound(FoundLayout found, std::optional<Ban> const& ban, double by_choice) const;
    [[nodiscard]] Result<int> settle(std::vector<std::size_t> const& tuples);
    [[nodiscard]] std::vector<PhaseChange> const& changes() const { return program_.changes(); }

    PhasedProgram const& program_;
    PriceList const& prices_;
    LayoutWeights& weights_;
    double limit_;
    Watch watch_;
    std::vector<std::vector<bool>> allowed_; ///< [phase][tuple], by the last prune()
    std::vector<std::size_t> live_;          ///< tuples that some phase may have: the layouts of the graph
};

} // namespace tessera
