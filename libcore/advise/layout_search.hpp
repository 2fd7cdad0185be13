// SPDX-License-Identifier: BSD-3-Clause
// Tessera: search for the cheapest layouts of some arrays over all phases.
#pragma once

#include "libcore/advise/layout_weights.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// Layouts over all phases, and their quality.
struct FoundLayout {
    std::vector<std::size_t> tuples; ///< tuple of each phase
    double seconds = 0;              ///< cost by full prices
    double bound = 0;                ///< lower bound of every choice; equal to `seconds` if this choice is optimal
};

/// Searches among the tuples of some weights. Prices take time, so they are computed only if bounds do not decide. The best choice
/// by bounds is priced, then the best by what is known then, and so on, until all weights of the best choice are prices. It is then
/// optimal.
class LayoutSearch {
  public:
    /// `limit`: limit of the effort for prices; at the limit, the best choice so far is returned with its bound.
    LayoutSearch(PhaseCoster const& coster, LayoutWeights& weights, double limit, Watch watch)
        : program_(coster.program()), prices_(coster.prices()), weights_(weights), limit_(limit), watch_(std::move(watch)) {}

    [[nodiscard]] bool is_exhausted() const { return prices_.effort() >= limit_; }

    /// Excludes, in one phase, all tuples in which the arrays used there have the layouts of this tuple.
    struct Ban {
        std::size_t phase = 0;
        std::size_t tuple = 0;
    };

    /// Returns the best choice, or nothing if none is allowed. Errors: of the prices; the work was stopped.
    [[nodiscard]] Result<std::optional<FoundLayout>> best(std::optional<Ban> const& ban = std::nullopt);
    /// Returns the best choice with the same tuple in all phases. `without`: excluded tuples.
    [[nodiscard]] Result<std::optional<FoundLayout>> best_static(std::vector<std::size_t> const& without = {});
    /// Returns whether more than one layout is left. Precondition: best() was called.
    [[nodiscard]] bool can_move() const { return live_.size() > 1; }
    /// Returns a lower bound of every choice, whatever else moves at the same times, if the cost of remaps is multiplied by this
    /// share. Precondition: best() found a choice.
    [[nodiscard]] double bound(double share_of_remaps) const;

  private:
    /// The weights of remaps in a graph.
    enum class Remaps {
        Found, ///< the cheapest known way, or a bound if it has not been priced
        Bound, ///< a lower bound of all ways
        Least  ///< a lower bound, whatever else moves
    };
    [[nodiscard]] double static_seconds(std::size_t tuple) const;
    [[nodiscard]] bool is_banned(std::optional<Ban> const& ban, std::size_t phase, std::size_t tuple) const {
        return ban && ban->phase == phase && weights_.are_alike_in(phase, tuple, ban->tuple);
    }
    [[nodiscard]] Result<void> prune(std::optional<Ban> const& ban);
    /// The layouts of the graph are indices into live_.
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
    std::vector<std::vector<bool>> allowed_; ///< [phase][tuple], set by the last prune()
    std::vector<std::size_t> live_;          ///< tuples that some phase may have: the layouts of the graph
};

} // namespace tessera
