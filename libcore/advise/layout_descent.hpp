// SPDX-License-Identifier: BSD-3-Clause
// Tessera: search for layouts of several arrays over all phases that improves one array at a time.
#pragma once

#include "libcore/advise/layout_search.hpp"
#include "libcore/advise/layout_weights.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace tessera {

/// The search for groups with too many combinations of layouts to compare all. Dynamic programming over the phases finds the exact
/// best layouts of one array over all phases, while those of the other arrays are fixed. The arrays are improved in turn until none
/// gets better. The result is a local optimum: no single array can improve it. There are several starts: the best of each array
/// alone, and the tuples that are best without avoidable remaps.
class LayoutDescent {
  public:
    /// `limit`: limit of the effort for prices; beyond it, bounds replace prices.
    LayoutDescent(PhaseCoster const& coster, LayoutWeights& weights, double limit, Watch watch)
        : program_(coster.program()), prices_(coster.prices()), weights_(weights), limit_(limit), watch_(std::move(watch)) {
        for (std::size_t member = 0; member < weights.arrays().size(); ++member)
            remaps_.emplace_back(weights.layouts(member) * weights.layouts(member));
    }

    /// Runs the search. The result's tuples are among those of the weights; its `bound` is a lower bound for all combinations.
    /// Returns nothing if no layouts are allowed. Errors: of the prices; the work was stopped.
    [[nodiscard]] Result<std::optional<FoundLayout>> run();

  private:
    /// The layouts of all members in each phase.
    using Path = std::vector<LayoutTuple>;
    /// A remap of one member. Its weight is 0 until a bound is computed.
    struct Remap {
        LayoutWeight weight;
        double least = 0; // in seconds: least time that it adds on any way, whatever else moves
        bool bounded = false;
        bool exact = false;
    };

    /// The kind of weights in a graph of one member's layouts.
    enum class Weights {
        WithOthers, // the other members have the layouts of the path
        Alone,      // without the other members
        Bound       // lower bounds of the member's part
    };

    static std::vector<std::size_t> exchanged(Path& path, std::size_t member, std::vector<std::size_t> const& layouts);
    [[nodiscard]] Result<bool> improve(std::size_t member, Path& path, Weights weights);
    [[nodiscard]] Result<PhaseGraph> graph(std::size_t member, Path const& path, Weights weights);
    [[nodiscard]] WeightTable remap_table(PhaseChange const& change, std::size_t member, Path const& path, Weights weights);
    [[nodiscard]] Result<int> settle(std::size_t member, Path const& path);
    [[nodiscard]] Remap& remap(std::size_t member, std::size_t from, std::size_t to) {
        return remaps_[member][from * weights_.layouts(member) + to];
    }
    [[nodiscard]] Result<Remap*> bounded(std::size_t member, std::size_t from, std::size_t to);
    [[nodiscard]] Result<bool> bound_around(std::size_t member, std::vector<std::size_t> const& layouts);
    [[nodiscard]] Result<double> cost_of_path(Path const& path);
    [[nodiscard]] Path staying(LayoutTuple const& tuple, Path own) const;
    [[nodiscard]] Result<std::vector<Path>> beginnings();
    [[nodiscard]] Result<void> descend(Path& path);
    [[nodiscard]] Result<double> least_of_phases();
    [[nodiscard]] Result<FoundLayout> found(Path const& path);

    PhasedProgram const& program_;
    PriceList& prices_;
    LayoutWeights& weights_;
    double limit_;
    Watch watch_;
    std::vector<std::vector<Remap>> remaps_; // [member], then by from and to
};

} // namespace tessera
