// SPDX-License-Identifier: BSD-3-Clause
// Tessera: weights of phases and remaps for each layout of some arrays, as exact as requested so far.
#pragma once

#include "libcore/advise/layout_candidates.hpp"
#include "libcore/advise/layout_moves.hpp"
#include "libcore/advise/phase_graph.hpp"
#include "libcore/program/phase_cost.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// The weights of one group of arrays, which are combined in some phases or share a memory limit. Each weight is first a lower
/// bound, which needs no schedule. settle_phase() and settle_remap() replace the important ones by prices.
class LayoutWeights {
  public:
    /// Limit of the tuples. Above it, only tuples with all arrays on the same grid and the job's own are kept; see LayoutDescent.
    static constexpr std::size_t most_tuples = 400;

    /// `arrays`: their numbers in the program. `memory`: limit in bytes per rank. Errors: as candidates_for and of the prices.
    [[nodiscard]] static Result<LayoutWeights> make(PhaseCoster const& coster, std::vector<std::size_t> arrays, Index ranks,
                                                    std::optional<Index> memory);

    [[nodiscard]] std::vector<std::size_t> const& arrays() const { return arrays_; }
    [[nodiscard]] std::vector<LayoutTuple> const& tuples() const { return tuples_; }
    [[nodiscard]] Mapping const& mapping(std::size_t tuple, std::size_t member) const {
        return candidates_[member].mappings[tuples_[tuple][member]];
    }
    [[nodiscard]] std::vector<std::string> const& rules() const { return rules_; }
    /// Returns whether there is a tuple that only the memory limit excludes.
    [[nodiscard]] bool is_limited_by_memory() const { return limited_; }

    /// Returns whether combinations were left out because there are too many.
    [[nodiscard]] bool is_cut_short() const { return cut_short_; }
    [[nodiscard]] std::size_t layouts(std::size_t member) const { return candidates_[member].mappings.size(); }
    [[nodiscard]] Mapping const& candidate(std::size_t member, std::size_t layout) const {
        return candidates_[member].mappings[layout];
    }
    /// Returns the number of a tuple. Adds the tuple if it is new. Error: of the prices.
    [[nodiscard]] Result<std::size_t> number_of(LayoutTuple const& tuple);

    /// Returns whether the arrays that a phase uses have the same layouts in both tuples.
    [[nodiscard]] bool are_alike_in(std::size_t phase, std::size_t tuple, std::size_t other) const;
    /// Returns the weight of one run of a phase, as far as known; forbidden if the phase cannot run with the tuple.
    [[nodiscard]] LayoutWeight phase(std::size_t phase, std::size_t tuple) const;
    /// Returns the known weight of the remap from tuple to tuple at a change. It may use intermediate candidates, except around a
    /// loop. Null if bound_remaps was not called for it, or the memory limit forbids it.
    [[nodiscard]] LayoutMoves::Known const* remap(std::size_t from, std::size_t to, PhaseChange const& change) const {
        return moves_ ? moves_->find(from, to, kind_of(change)) : nullptr;
    }
    /// Returns the same for any combination, even one that is not among the tuples. Errors: of the prices.
    [[nodiscard]] Result<LayoutWeight> of_combination(std::size_t phase, LayoutTuple const& tuple);
    [[nodiscard]] Result<int> settle_combination(std::size_t phase, LayoutTuple const& tuple);
    /// Returns the weight of one array in a phase, without the arrays that it is combined with.
    [[nodiscard]] LayoutWeight part(std::size_t phase, std::size_t member, std::size_t layout) const;
    /// Returns a lower bound of one run of a phase over all layouts of the arrays, including their combinations. Prices those that
    /// may be the least, up to the effort `limit`. Errors: of the prices.
    [[nodiscard]] Result<double> least_of_phase(std::size_t phase, double limit);
    /// Returns whether a change of an array's layout before a phase moves its data. It does not if the phase overwrites the whole
    /// array.
    [[nodiscard]] bool moves_before(std::size_t phase, std::size_t member) const { return moved_[phase][member]; }
    [[nodiscard]] bool has_memory_limit() const { return memory_.has_value(); }
    /// Returns whether one combination may follow the other within the memory limit.
    [[nodiscard]] bool may_follow(LayoutTuple const& from, LayoutTuple const& to, std::size_t before) const;
    /// Returns whether remaps at these two changes have equal weights.
    [[nodiscard]] bool same_remaps(PhaseChange const& a, PhaseChange const& b) const { return kind_of(a) == kind_of(b); }

    /// Computes bounds of the remaps between these tuples at a change. Cost: the totals of their plans.
    [[nodiscard]] Result<void> bound_remaps(std::set<std::size_t> const& from, std::set<std::size_t> const& to,
                                            PhaseChange const& change);
    /// Compute the full price of a phase (a remap), unless known, and return the number of new prices. `limit`: see
    /// LayoutMoves::settle.
    [[nodiscard]] Result<int> settle_phase(std::size_t phase, std::size_t tuple);
    [[nodiscard]] Result<int> settle_remap(std::size_t from, std::size_t to, PhaseChange const& change, double limit);
    /// Returns whether cheaper ways may have been missed for some remaps.
    [[nodiscard]] bool is_inexact() const { return moves_ && moves_->is_inexact(); }

    /// Returns the combination of these layouts, one per array of the program, or nothing if one is not a candidate.
    [[nodiscard]] std::optional<LayoutTuple> combination_of(std::vector<Mapping> const& mappings) const;
    /// Returns the intermediate layouts from one combination to another at a change. They are for all arrays together, or for each
    /// array separately if there are too many combinations. Errors: of the prices.
    [[nodiscard]] Result<std::vector<LayoutMoves::Way>> ways(LayoutTuple const& from, LayoutTuple const& to,
                                                             PhaseChange const& change, double limit);

  private:
    struct Known {
        double seconds = 0;
        bool exact = false;
        bool refused = false;
        Index memory = 0;
        Index messages = 0;
    };
    using Pair = std::pair<std::size_t, std::size_t>;

    LayoutWeights(PhaseCoster const& coster, std::vector<std::size_t> arrays, std::optional<Index> memory)
        : coster_(&coster), arrays_(std::move(arrays)), memory_(memory) {}
    [[nodiscard]] LayoutMoves::Kind kind_of(PhaseChange const& change) const {
        return {moved_[change.to], change.back ? RemapCourse::Straight : RemapCourse::AnyWay};
    }
    [[nodiscard]] LayoutMoves& moves();
    [[nodiscard]] Result<void> bound_phases();
    void make_tuples();
    void add_tuples(std::vector<std::vector<std::size_t>> const& options);
    void add_same_grids();
    [[nodiscard]] std::size_t most_alike(std::size_t member, std::vector<std::size_t> const& layouts, Mapping const& model) const;
    [[nodiscard]] std::vector<std::size_t> on_grid_of(std::size_t member, Mapping const& model) const;
    [[nodiscard]] Result<void> bound_operands(LayoutTuple const& tuple);
    [[nodiscard]] LayoutWeight weight_of(std::size_t phase, LayoutTuple const& tuple) const;
    [[nodiscard]] Result<Known> part_of(std::size_t phase, std::size_t member, std::size_t layout, Pricing pricing) const;
    [[nodiscard]] Result<Known> operand_of(std::size_t phase, std::size_t member, Pair const& layouts, Pricing pricing) const;
    struct PhaseLeast {
        double seconds = 0;
        LayoutTuple layouts; ///< the layouts with this least weight, as far as known
    };
    /// An array with all arrays that are combined with it.
    struct Meeting {
        std::vector<double> least;       ///< least weight for each of its layouts
        std::vector<std::size_t> choice; ///< its layout for each layout of its partner; empty: no partner
    };
    [[nodiscard]] Result<PhaseLeast> least_of_bounds(std::size_t phase);
    [[nodiscard]] Result<void> add_meeting(std::size_t phase, std::size_t member, std::size_t partner,
                                           std::vector<Meeting>& meetings);
    [[nodiscard]] bool has_own(std::size_t phase, std::size_t member) const;
    [[nodiscard]] bool is_own(std::size_t member, std::size_t layout) const;
    [[nodiscard]] std::optional<std::size_t> partner_of(std::size_t phase, std::size_t member) const;

    PhaseCoster const* coster_;
    std::vector<std::size_t> arrays_;
    std::optional<Index> memory_;
    std::vector<LayoutCandidates> candidates_; // indexed by member
    std::vector<std::vector<Index>> sizes_;    // [member][layout]: bytes per rank
    std::vector<LayoutTuple> tuples_;
    std::vector<std::string> rules_;
    bool cut_short_ = false;
    bool limited_ = false;
    std::vector<std::vector<std::vector<Known>>> parts_;       // [phase][member][layout]
    std::vector<LayoutMoves::Moved> moved_;                    // [phase][member]: not overwritten in the phase
    std::optional<LayoutMoves> moves_;                         // created late, because it points to members of the final object
    std::vector<std::vector<std::map<Pair, Known>>> operands_; // [phase][member]: by the layouts of the member and of its partner
};

} // namespace tessera
