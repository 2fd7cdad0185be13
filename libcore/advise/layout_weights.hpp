// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what phases and remaps weigh for each layout of some arrays, known as well as anybody has asked.
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

/// The weights of one group of arrays, which meet in some phases or share a memory limit. Each weight is first a bound from below,
/// which costs no schedule; settle() replaces those that matter by prices.
class LayoutWeights {
  public:
    /// More tuples than this are cut down to those in which all arrays are on the same grid, and the job's own; see LayoutDescent.
    static constexpr std::size_t most_tuples = 400;

    /// `arrays`: numbers of the program's. `memory`: bytes per rank that may be used. Errors: as candidates_for and of the prices.
    [[nodiscard]] static Result<LayoutWeights> make(PhaseCoster const& coster, std::vector<std::size_t> arrays, Index ranks,
                                                    std::optional<Index> memory);

    [[nodiscard]] std::vector<std::size_t> const& arrays() const { return arrays_; }
    [[nodiscard]] std::vector<LayoutTuple> const& tuples() const { return tuples_; }
    [[nodiscard]] Mapping const& mapping(std::size_t tuple, std::size_t member) const {
        return candidates_[member].mappings[tuples_[tuple][member]];
    }
    [[nodiscard]] std::vector<std::string> const& rules() const { return rules_; }
    /// Is there a tuple that only the memory limit forbids?
    [[nodiscard]] bool is_limited_by_memory() const { return limited_; }

    /// Were combinations left out for their number alone?
    [[nodiscard]] bool is_cut_short() const { return cut_short_; }
    [[nodiscard]] std::size_t layouts(std::size_t member) const { return candidates_[member].mappings.size(); }
    [[nodiscard]] Mapping const& candidate(std::size_t member, std::size_t layout) const {
        return candidates_[member].mappings[layout];
    }
    /// The number of a tuple, which is added where it is new. Error: of the prices.
    [[nodiscard]] Result<std::size_t> number_of(LayoutTuple const& tuple);

    /// Do the arrays that a phase uses lie alike in both?
    [[nodiscard]] bool are_alike_in(std::size_t phase, std::size_t tuple, std::size_t other) const;
    /// One run of a phase in all that is known; forbidden where it cannot run so.
    [[nodiscard]] LayoutWeight phase(std::size_t phase, std::size_t tuple) const;
    /// What is known of the arrays' way from tuple to tuple at a change: by any candidates, but straight around a loop. Null where
    /// bound_remaps has not seen it, or the memory limit forbids it.
    [[nodiscard]] LayoutMoves::Known const* remap(std::size_t from, std::size_t to, PhaseChange const& change) const {
        return moves_ ? moves_->find(from, to, kind_of(change)) : nullptr;
    }
    /// The same of any combination, whether it is among the tuples or not. Errors: of the prices.
    [[nodiscard]] Result<LayoutWeight> of_combination(std::size_t phase, LayoutTuple const& tuple);
    [[nodiscard]] Result<int> settle_combination(std::size_t phase, LayoutTuple const& tuple);
    /// The part of one array in a phase, wherever those are that it must meet.
    [[nodiscard]] LayoutWeight part(std::size_t phase, std::size_t member, std::size_t layout) const;
    /// No layouts of all arrays make one run of a phase cost less; what they meet for is counted in. Prices those that may be the
    /// least, up to `limit` of the effort of the prices. Errors: of the prices.
    [[nodiscard]] Result<double> least_of_phase(std::size_t phase, double limit);
    /// Is an array moved where its layout changes before a phase? Not if the phase overwrites all of it.
    [[nodiscard]] bool moves_before(std::size_t phase, std::size_t member) const { return moved_[phase][member]; }
    [[nodiscard]] bool has_memory_limit() const { return memory_.has_value(); }
    /// May these follow each other, by the memory limit?
    [[nodiscard]] bool may_follow(LayoutTuple const& from, LayoutTuple const& to, std::size_t before) const;
    /// Do remaps at these two changes weigh the same?
    [[nodiscard]] bool same_remaps(PhaseChange const& a, PhaseChange const& b) const { return kind_of(a) == kind_of(b); }

    /// Makes bounds of the remaps between these tuples at a change. Cost: the totals of their plans.
    [[nodiscard]] Result<void> bound_remaps(std::set<std::size_t> const& from, std::set<std::size_t> const& to,
                                            PhaseChange const& change);
    /// Prices a phase (a remap) in full where it is not. How many prices that took. `limit`: see LayoutMoves::settle.
    [[nodiscard]] Result<int> settle_phase(std::size_t phase, std::size_t tuple);
    [[nodiscard]] Result<int> settle_remap(std::size_t from, std::size_t to, PhaseChange const& change, double limit);
    /// Are there remaps of which cheaper ways may have been missed?
    [[nodiscard]] bool is_inexact() const { return moves_ && moves_->is_inexact(); }

    /// The combination of these layouts, one of each array of the program; nothing where one is no candidate.
    [[nodiscard]] std::optional<LayoutTuple> combination_of(std::vector<Mapping> const& mappings) const;
    /// What the arrays pass from one combination to another at a change: all together, or each for itself where their combinations
    /// are too many. Errors: of the prices.
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
        LayoutTuple layouts; ///< that take it, by all that is known
    };
    /// An array and all that meet it.
    struct Meeting {
        std::vector<double> least;       ///< of each of its layouts
        std::vector<std::size_t> choice; ///< its layout for each of its partner's; empty: it has none
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
    std::vector<LayoutCandidates> candidates_; // of each member
    std::vector<std::vector<Index>> sizes_;    // [member][layout]: bytes per rank
    std::vector<LayoutTuple> tuples_;
    std::vector<std::string> rules_;
    bool cut_short_ = false;
    bool limited_ = false;
    std::vector<std::vector<std::vector<Known>>> parts_;       // [phase][member][layout]
    std::vector<LayoutMoves::Moved> moved_;                    // [phase][member]: not overwritten in it
    std::optional<LayoutMoves> moves_;                         // made once the weights stand where they stay, as it points at them
    std::vector<std::vector<std::map<Pair, Known>>> operands_; // [phase][member], of a layout and its partner's
};

} // namespace tessera
