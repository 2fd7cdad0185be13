// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what phases and remaps weigh for each layout of some arrays, known as well as anybody has asked.
#pragma once

#include "libcore/advise/layout_candidates.hpp"
#include "libcore/advise/phase_graph.hpp"
#include "libcore/program/phase_cost.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// Layouts of several arrays together: one candidate of each.
using LayoutTuple = std::vector<std::size_t>;

/// The weights of one group of arrays, which meet in some phases or share a memory limit. Each weight is first a bound from below,
/// which costs no schedule; settle() replaces those that matter by prices.
class LayoutWeights {
  public:
    /// More tuples than this are cut down to those in which all arrays are distributed alike, and the job's own.
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
    /// Were tuples left out for their number alone?
    [[nodiscard]] bool is_cut_short() const { return cut_short_; }
    /// Is there a tuple that only the memory limit forbids?
    [[nodiscard]] bool is_limited_by_memory() const { return limited_; }

    /// One run of a phase in all that is known; forbidden where it cannot run so.
    [[nodiscard]] LayoutWeight phase(std::size_t phase, std::size_t tuple) const;
    /// From tuple to tuple before a phase. Precondition: bound_remaps has seen it.
    [[nodiscard]] LayoutWeight remap(std::size_t from, std::size_t to, std::size_t before) const;

    /// Makes bounds of the remaps between these tuples. Cost: the totals of their plans.
    [[nodiscard]] Result<void> bound_remaps(std::set<std::size_t> const& from, std::set<std::size_t> const& to);
    /// Prices a phase (a remap) in full where it is not. How many prices that took.
    [[nodiscard]] Result<int> settle_phase(std::size_t phase, std::size_t tuple);
    [[nodiscard]] Result<int> settle_remap(std::size_t from, std::size_t to, std::size_t before);

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
    [[nodiscard]] Result<void> bound_phases();
    void make_tuples();
    void add_alike();
    [[nodiscard]] Result<void> bound_operands();
    [[nodiscard]] Result<Known> part_of(std::size_t phase, std::size_t member, std::size_t layout, Pricing pricing) const;
    [[nodiscard]] Result<Known> remap_of(std::size_t member, Pair const& layouts, Pricing pricing) const;
    [[nodiscard]] Result<Known> operand_of(std::size_t phase, std::size_t member, Pair const& layouts, Pricing pricing) const;
    [[nodiscard]] std::optional<std::size_t> partner_of(std::size_t phase, std::size_t member) const;
    [[nodiscard]] bool is_overwritten(std::size_t phase, std::size_t member) const;

    PhaseCoster const* coster_;
    std::vector<std::size_t> arrays_;
    std::optional<Index> memory_;
    std::vector<LayoutCandidates> candidates_; // of each member
    std::vector<LayoutTuple> tuples_;
    std::vector<std::string> rules_;
    bool cut_short_ = false;
    bool limited_ = false;
    std::vector<std::vector<std::vector<Known>>> parts_; // [phase][member][layout]
    std::vector<std::map<Pair, Known>> remaps_;          // [member], between two layouts
    std::vector<std::map<Pair, Known>> operands_;        // [member], of a layout and its partner's
};

} // namespace tessera
