// SPDX-License-Identifier: BSD-3-Clause
// Tessera: layouts of several arrays over all phases, improved one array at a time.
#pragma once

#include "libcore/advise/layout_search.hpp"
#include "libcore/advise/layout_weights.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace tessera {

/// For arrays with too many layouts together to compare all. The best layouts over all phases of one array, with those of the
/// others as they are, are found exactly, by dynamic programming over the phases; then those of the next array, until none gets
/// better. That is where no single array can improve, not the optimum. It begins several times: with the best of each array as if
/// it were alone, and with the tuples that are best where nothing moves that need not.
class LayoutDescent {
  public:
    /// `limit`: of the effort of the prices; behind it bounds stand in for prices.
    LayoutDescent(PhaseCoster const& coster, LayoutWeights& weights, double limit, Watch watch)
        : program_(coster.program()), prices_(coster.prices()), weights_(weights), limit_(limit), watch_(std::move(watch)) {
        for (std::size_t member = 0; member < weights.arrays().size(); ++member)
            remaps_.emplace_back(weights.layouts(member) * weights.layouts(member));
    }

    /// Its tuples are among those of the weights; nothing where no layouts are allowed. `bound`: what no combination goes below.
    /// Errors: of the prices; the work was stopped.
    [[nodiscard]] Result<std::optional<FoundLayout>> run();

  private:
    /// The layouts of all members in each phase.
    using Path = std::vector<LayoutTuple>;
    /// Free until somebody bounds it.
    struct Remap {
        LayoutWeight weight;
        double least = 0; // seconds that it adds on any way, whatever else moves
        bool bounded = false;
        bool exact = false;
    };

    /// What a graph of one member's layouts weighs.
    enum class Weights {
        WithOthers, // where these are as in the path
        Alone,      // as if there were no others
        Bound       // what its part never goes below
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
    std::vector<std::vector<Remap>> remaps_; // [member], then from and to
};

} // namespace tessera
