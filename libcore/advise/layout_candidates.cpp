// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layouts that are considered for an array.
#include "libcore/advise/layout_candidates.hpp"

#include "libcore/advise/balanced_blocks.hpp"
#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <utility>

namespace tessera {
namespace {

constexpr int most_grid_dims = 3;
constexpr std::size_t most_layouts = 240;
constexpr std::size_t most_grids_with_copies = 3; // for each dimension

void add_grids(Index ranks, std::size_t dim, Extents const& extents, Extents& grid, std::vector<Extents>& grids) {
    if (dim + 1 == extents.size()) {
        if (ranks < 2 || ranks > extents[dim]) return;
        grid[dim] = ranks;
        grids.push_back(grid);
        return;
    }
    for (Index first = 2; first <= std::min(ranks, extents[dim]); ++first) {
        if (ranks % first != 0) continue;
        grid[dim] = first;
        add_grids(ranks / first, dim + 1, extents, grid, grids);
    }
}

/// Returns `block` for a format that gives each rank the same indices. `ranks`: number of ranks along this dimension.
DistFormat plainest(DistFormat const& format, Index extent, Index ranks) {
    auto const owners = DimMapping::distributed(format, extent, ranks);
    auto const blocks = DimMapping::distributed(DistFormat::block(), extent, ranks);
    return owners && *owners == *blocks ? DistFormat::block() : format;
}

/// Precondition: the array is its own template.
std::vector<DistFormat> plainest_formats(MappingSpec const& spec) {
    std::vector<DistFormat> formats = spec.formats;
    auto ranks = spec.processors.extents.begin();
    for (std::size_t d = 0; d < formats.size() && ranks != spec.processors.extents.end(); ++d)
        if (formats[d].is_distributed()) formats[d] = plainest(formats[d], spec.array.extents[d], *ranks++);
    return formats;
}

/// Returns whether two specifications give the same distribution, whatever the names of formats and arrangements.
bool alike(MappingSpec const& a, MappingSpec const& b) {
    return a.array == b.array && !a.target && !b.target && a.onto.empty() && b.onto.empty() &&
           a.processors.extents == b.processors.extents && a.processors.ranks.empty() && b.processors.ranks.empty() &&
           a.processors.order == b.processors.order && plainest_formats(a) == plainest_formats(b);
}

/// The requirements of the phases for one array.
struct Wants {
    std::vector<bool> always_whole;        ///< indexed by dimension
    std::vector<bool> uneven;              ///< indexed by dimension: the work depends on it
    std::vector<bool> spread;              ///< indexed by dimension: its blocks are spread, one after the other
    std::vector<std::vector<double>> work; ///< work along each uneven dimension, for the phase with the most; empty: even
    bool copies = false;                   ///< some phase writes it, and another one only reads it

    [[nodiscard]] bool any_uneven() const { return std::ranges::find(uneven, true) != uneven.end(); }
};

/// Returns whether the array is combined with the one that determines the owner of this phase's work.
bool meets(PhaseStatement const& phase, PhaseArray const& use) {
    PhaseArray const* const on = phase.find(phase.on);
    return use.array == phase.on || use.with == phase.on || (on != nullptr && on->with == use.array);
}

/// Returns the dimension of the array that determines the owner of the work, with the same index as `dim` of this array. Returns
/// nothing if the two are not combined there.
std::optional<int> dim_of_work(PhaseStatement const& phase, PhaseArray const& use, int dim) {
    if (!meets(phase, use)) return std::nullopt;
    PhaseArray const& on = *phase.find(phase.on);
    if (use.array == phase.on) return dim;
    if (use.with == phase.on) {
        int const partner = use.partner_dims.empty() ? dim : use.partner_dims[as_size(dim)];
        return partner == PhaseArray::no_partner ? std::nullopt : std::optional(partner);
    }
    if (on.partner_dims.empty()) return dim;
    auto const found = std::ranges::find(on.partner_dims, dim);
    return found == on.partner_dims.end() ? std::nullopt : std::optional(static_cast<int>(found - on.partner_dims.begin()));
}

/// Returns whether the array is combined with another one in a different order of dimensions, in some phase.
bool meets_exchanged(PhasedProgram const& program, std::size_t array) {
    std::string const& name = program.arrays()[array].array.name;
    return std::ranges::any_of(program.phases(), [&](ProgramPhase const& phase) {
        return std::ranges::any_of(phase.statement.arrays, [&](PhaseArray const& use) {
            return (use.array == name || use.with == name) && !std::ranges::is_sorted(use.partner_dims);
        });
    });
}

bool reads_what_it_made(PhasedProgram const& program, std::size_t array) {
    bool read = false;
    bool made = false;
    for (ProgramPhase const& phase : program.phases()) {
        if (phase.uses[array] == nullptr) continue;
        read = read || reads_only(*phase.uses[array]);
        made = made || phase.uses[array]->access != PhaseAccess::Read;
    }
    return read && made;
}

Wants wants_of(PhaseCoster const& coster, std::size_t array) {
    PhasedProgram const& program = coster.program();
    ArraySpec const& spec = program.arrays()[array].array;
    auto const dims = spec.extents.size();
    Wants wants{std::vector(dims, true), std::vector(dims, false), std::vector(dims, false), std::vector<std::vector<double>>(dims),
                reads_what_it_made(program, array)};
    std::vector<double> most(dims, 0);
    bool used = false;
    for (std::size_t number = 0; number < program.phases().size(); ++number) {
        ProgramPhase const& phase = program.phases()[number];
        PhaseArray const* const use = phase.uses[array];
        if (use == nullptr) continue;
        used = true;
        double const amount = coster.work(number).total() * phase.times;
        for (std::size_t d = 0; d < dims; ++d) {
            if (use->whole.empty() || !use->whole[d]) wants.always_whole[d] = false;
            if (!use->spread.empty() && use->spread[d]) wants.spread[d] = true;
            auto const there = dim_of_work(phase.statement, *use, static_cast<int>(d));
            if (!there || !coster.work(number).depends_on(*there)) continue;
            wants.uneven[d] = true;
            if (amount > most[d]) wants.work[d] = coster.work(number).along(*there);
            most[d] = std::max(most[d], amount);
        }
    }
    if (!used) wants.always_whole.assign(dims, false);
    return wants;
}

/// Makes the layouts of one array.
class LayoutMaker {
  public:
    LayoutMaker(PhaseCoster const& coster, std::size_t array, Index ranks)
        : program_(coster.program()), array_(program_.arrays()[array]), ranks_(ranks), wants_(wants_of(coster, array)),
          exchanged_(meets_exchanged(program_, array)) {}

    Result<LayoutCandidates> run() {
        for (Mapping const& own : array_.states)
            if (own.grid().size() == ranks_) add(own.spec());
        int const dims = array_.array.dims();
        for (int count = 1; count <= std::min(dims, most_grid_dims); ++count) distributed_over(count);
        if (wants_.copies) with_copies();
        if (ranks_ == 1) add(layout_on({}, {}, Family{}));
        report_rules();
        if (result_.mappings.empty())
            return fail(fmt::format(
                "{} cannot be distributed over {} ranks: no dimension is long enough, or all must be whole; use fewer ranks",
                array_.array.name, ranks_));
        return std::move(result_);
    }

  private:
    /// The format of uneven dimensions. Even dimensions always have blocks.
    struct Family {
        enum class Kind { Block, Cyclic, Balanced } kind = Kind::Block;
        Index size = 1; ///< for Cyclic
    };

    /// Adds the layouts for all choices of `count` dimensions.
    void distributed_over(int count) {
        int const dims = array_.array.dims();
        for (unsigned set = 1; set < (1U << dims); ++set) {
            std::vector<int> chosen;
            Extents extents;
            bool allowed = true;
            for (int d = 0; d < dims; ++d) {
                if ((set >> d & 1U) == 0) continue;
                allowed = allowed && !wants_.always_whole[as_size(d)];
                chosen.push_back(d);
                extents.push_back(array_.array.extents[as_size(d)]);
            }
            if (!allowed || std::ssize(chosen) != count) continue;
            for (Extents const& grid : grids_of(ranks_, extents)) on_grid(chosen, grid);
            if (!exchanged_ || count == 1) continue;
            order_ = GridOrder::ColumnMajor; // for arrays that are combined in a different order of dimensions
            for (Extents const& grid : grids_of(ranks_, extents)) on_grid(chosen, grid);
            order_ = GridOrder::RowMajor;
        }
    }

    void on_grid(std::vector<int> const& dims, Extents const& grid) {
        add(layout_on(dims, grid, {}));
        std::optional<Index> shortest; // shortest part of a rank along an uneven dimension
        for (std::size_t i = 0; i < dims.size(); ++i) {
            if (!wants_.uneven[as_size(dims[i])]) continue;
            Index const part = array_.array.extents[as_size(dims[i])] / grid[i];
            shortest = std::min(shortest.value_or(part), part);
        }
        if (!shortest) return;
        for (Index const size : cyclic_sizes(*shortest)) add(layout_on(dims, grid, {Family::Kind::Cyclic, size}));
        add(layout_on(dims, grid, {Family::Kind::Balanced, 1}));
    }

    /// Adds blocks of one dimension along one of two processor dimensions with copies along the other, and copies on all ranks.
    void with_copies() {
        std::string const& name = array_.array.name;
        for (std::size_t d = 0; d < array_.array.extents.size(); ++d) {
            if (wants_.always_whole[d]) continue;
            auto grids = grids_of(ranks_, {array_.array.extents[d], ranks_});
            std::ranges::stable_sort(grids, {}, [](Extents const& grid) { return grid[0] + grid[1]; }); // squarest first
            if (grids.size() > most_grids_with_copies) grids.resize(most_grids_with_copies);
            for (Extents const& grid : grids) {
                AlignAxis const cut{AlignAxis::Kind::Affine, static_cast<int>(d), 1, 1 - array_.array.lower[d]};
                AlignAxis const copied{AlignAxis::Kind::Replicated, 0, 1, 0};
                Index const extent = array_.array.extents[d];
                add(aligned({extent, grid[1]}, {cut, copied}, {grid[0], grid[1]}));
                add(aligned({grid[1], extent}, {copied, cut}, {grid[1], grid[0]}));
            }
        }
        if (ranks_ > 1) add(aligned({ranks_}, {{AlignAxis::Kind::Replicated, 0, 1, 0}}, {ranks_}));
        result_.rules.push_back(fmt::format("{} is replicated only in phases that only read it, after it is made", name));
    }

    /// Returns a layout in blocks, aligned with a template of these extents.
    [[nodiscard]] MappingSpec aligned(Extents const& extents, std::vector<AlignAxis> axes, Extents const& grid) const {
        MappingSpec spec = layout_on({}, grid, {});
        spec.formats.assign(extents.size(), DistFormat::block());
        spec.target =
            Template{fmt::format("T{}_{}", fmt::join(extents, "x"), fmt::join(grid, "x")), Extents(extents.size(), 1), extents};
        spec.align = std::move(axes);
        return spec;
    }

    [[nodiscard]] MappingSpec layout_on(std::vector<int> const& dims, Extents const& grid, Family const& family) const {
        MappingSpec spec;
        spec.array = array_.array;
        spec.formats.assign(array_.array.extents.size(), DistFormat::collapsed());
        for (std::size_t i = 0; i < dims.size(); ++i) {
            auto const dim = as_size(dims[i]);
            DistFormat& format = spec.formats[dim];
            format = DistFormat::block();
            if (!wants_.uneven[dim]) continue;
            if (family.kind == Family::Kind::Cyclic)
                format = DistFormat::cyclic(family.size == 1 ? std::nullopt : std::optional(family.size));
            if (family.kind == Family::Kind::Balanced && !wants_.work[dim].empty() && !wants_.spread[dim])
                format = DistFormat::gen_block(balanced_blocks(wants_.work[dim], grid[i]));
        }
        spec.processors.extents = grid;
        spec.processors.lower.assign(grid.size(), 1);
        spec.processors.order = order_;
        spec.processors.name = fmt::format("P{}{}", fmt::join(grid, "x"), order_ == GridOrder::ColumnMajor ? "col" : "");
        while (is_taken(spec.processors)) spec.processors.name += "_";
        return spec;
    }

    /// Returns whether the job uses this name for something else.
    [[nodiscard]] bool is_taken(Processors const& processors) const {
        auto const clashes = [&](std::string const& name) {
            return std::ranges::equal(name, processors.name, [](char a, char b) { return (a | 32) == (b | 32); });
        };
        for (ProgramArray const& each : program_.arrays()) {
            if (clashes(each.array.name)) return true;
            for (Mapping const& state : each.states) {
                if (state.spec().target && clashes(state.spec().target->name)) return true;
                Processors const& other = state.spec().processors;
                if (clashes(other.name) && other != processors) return true;
            }
        }
        return false;
    }

    void add(MappingSpec spec) {
        if (result_.mappings.size() >= most_layouts) {
            cut_short_ = true;
            return;
        }
        for (Mapping const& known : result_.mappings)
            if (known.spec() == spec || alike(known.spec(), spec)) return;
        if (auto mapping = Mapping::make(std::move(spec))) result_.mappings.push_back(*std::move(mapping));
    }

    void report_rules() {
        std::string const& name = array_.array.name;
        for (std::size_t d = 0; d < wants_.always_whole.size(); ++d)
            if (wants_.always_whole[d])
                result_.rules.push_back(
                    fmt::format("dimension {} of {} is never distributed: all phases need it whole", d + 1, name));
        if (!wants_.any_uneven())
            result_.rules.push_back(fmt::format("{} is tried in blocks only, because all its elements need the same work", name));
        for (std::size_t d = 0; d < wants_.spread.size(); ++d)
            if (wants_.spread[d])
                result_.rules.push_back(fmt::format("gen_block is not considered along dimension {} of {}: its blocks are used in "
                                                    "turn, so ranks with the first ones would finish early",
                                                    d + 1, name));
        if (cut_short_) result_.rules.push_back(fmt::format("only the first {} layouts of {} are considered", most_layouts, name));
    }

    PhasedProgram const& program_;
    ProgramArray const& array_;
    Index ranks_;
    Wants wants_;
    bool exchanged_;
    GridOrder order_ = GridOrder::RowMajor; // order of the grids that are currently added
    LayoutCandidates result_;
    bool cut_short_ = false;
};

} // namespace

bool reads_only(PhaseArray const& use) {
    auto const none = [](auto const& list) { return list.empty(); };
    return use.access == PhaseAccess::Read && none(use.halo) && none(use.sweep) && none(use.reduced);
}

std::vector<Extents> grids_of(Index ranks, Extents const& extents) {
    std::vector<Extents> grids;
    Extents grid(extents.size(), 1);
    if (!extents.empty()) add_grids(ranks, 0, extents, grid, grids);
    return grids;
}

std::vector<Index> squarer_ranks(Index ranks) {
    constexpr std::size_t most = 3;
    auto const makes_a_square = [](Index number) {
        for (Index side = 1; side * side <= number; ++side)
            if (number % side == 0 && number / side <= 2 * side) return true;
        return false;
    };
    std::vector<Index> fewer;
    if (makes_a_square(ranks)) return fewer;
    for (Index number = ranks - 1; number > ranks / 2 && fewer.size() < most; --number)
        if (makes_a_square(number)) fewer.push_back(number);
    return fewer;
}

std::vector<Index> cyclic_sizes(Index longest) {
    std::vector<Index> sizes;
    for (Index size = 1; size <= std::min<Index>(longest, 256); size *= 2)
        if (size == 1 || (size < longest && (size >= 16 || longest < 128))) sizes.push_back(size);
    return sizes;
}

Result<LayoutCandidates> candidates_for(PhaseCoster const& coster, std::size_t array, Index ranks) {
    return LayoutMaker(coster, array, ranks).run();
}

} // namespace tessera
