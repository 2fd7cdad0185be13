// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cost of one run of a phase with given mappings of its arrays.
#include "libcore/program/phase_cost.hpp"

#include "libcore/base/try.hpp"
#include "libcore/program/largest_part.hpp"
#include "libcore/program/pipelined_sweep.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {
namespace {

/// Returns "dimension 2 of A is not whole" for the first dimension that must be whole and is not, else an empty text.
std::string not_whole(Mapping const& mapping, PhaseArray const& use) {
    for (int d = 0; d < mapping.dims(); ++d)
        if (!use.whole.empty() && use.whole[as_size(d)] && mapping.dim(d).coords() > 1)
            return fmt::format("dimension {} of {} is not whole", d + 1, use.array);
    return {};
}

} // namespace

double PhaseCost::balance() const {
    return work > 0 ? most_work * static_cast<double>(ranks) / work : 1;
}

Price PhaseCost::communication() const {
    return halo + reduction + spreading + operands + sweep;
}

std::optional<double> PhaseCost::seconds() const {
    auto const moving = communication().seconds;
    return moving && compute ? std::optional(*moving + *compute) : std::nullopt;
}

Index memory_of(Mapping const& mapping, PhaseArray const* use) {
    double bytes = static_cast<double>(mapping.array().type.bytes);
    for (int d = 0; d < mapping.dims(); ++d) {
        Index indices = detail::largest_part(mapping.dim(d));
        bool const reaches_out = use != nullptr && !use->halo.empty() && mapping.dim(d).coords() > 1;
        if (reaches_out) indices += use->halo[as_size(d)].low + use->halo[as_size(d)].high;
        bytes *= static_cast<double>(indices);
    }
    return bytes < 9e18 ? static_cast<Index>(bytes) : max_extent;
}

namespace {

/// Adds a template, because HPF expresses copies and a different order of dimensions only by an alignment.
void lie_on_template(MappingSpec& spec) {
    if (spec.target) return;
    spec.target = Template{"T_" + spec.array.name, spec.array.lower, spec.array.extents};
    for (int d = 0; d < spec.array.dims(); ++d) spec.align.push_back({AlignAxis::Kind::Affine, d, 1, 0});
}

} // namespace

Result<Mapping> mapping_like(Mapping const& model, ArraySpec const& array, std::vector<int> const& dims) {
    MappingSpec spec = model.spec();
    if (!dims.empty()) lie_on_template(spec);
    for (AlignAxis& axis : spec.align) {
        if (axis.kind != AlignAxis::Kind::Affine) continue;
        Index const lower = spec.array.lower[as_size(axis.array_dim)];
        if (!dims.empty()) axis.array_dim = static_cast<int>(std::ranges::find(dims, axis.array_dim) - dims.begin());
        if (axis.array_dim < array.dims())
            axis.offset += axis.stride * (lower - array.lower[as_size(axis.array_dim)]);
        else
            axis = {AlignAxis::Kind::Replicated, 0, 1, 0};
    }
    spec.array = array;
    return Mapping::make(std::move(spec));
}

Result<Mapping> mapping_spread(Mapping const& mapping, std::vector<bool> const& spread) {
    MappingSpec spec = mapping.spec();
    lie_on_template(spec);
    for (AlignAxis& axis : spec.align)
        if (axis.kind == AlignAxis::Kind::Affine && spread[as_size(axis.array_dim)]) axis = {AlignAxis::Kind::Replicated, 0, 1, 0};
    return Mapping::make(std::move(spec));
}

Result<PhaseCoster> PhaseCoster::make(PhasedProgram const& program, PriceList& prices, double operation) {
    PhaseCoster coster(program, prices, operation);
    for (ProgramPhase const& phase : program.phases()) {
        std::size_t const on = program.array_number(phase.statement.on);
        coster.work_.push_back(TRY(WorkTable::make(phase.statement, program.arrays()[on].array)));
    }
    return coster;
}

Result<void> PhaseCoster::add_work(PhaseCost& cost, std::size_t phase, Mapping const& mapping) const {
    auto const loads = work_[phase].loads(mapping);
    cost.work = work_[phase].total();
    cost.most_work = loads.empty() ? 0 : *std::ranges::max_element(loads);
    cost.ranks = mapping.grid().size();
    cost.compute = cost.most_work * operation_;
    return {};
}

std::vector<std::pair<Rank, double>> PhaseCoster::loads(std::size_t phase, std::span<Mapping const> mappings) const {
    Mapping const& mapping = mappings[program_->array_number(program_->phases()[phase].statement.on)];
    std::vector<std::pair<Rank, double>> loads;
    for (double const load : work_[phase].loads(mapping)) loads.emplace_back(mapping.grid().rank(std::ssize(loads)), load);
    std::ranges::sort(loads);
    return loads;
}

/// Adds a pipeline for each swept dimension that is distributed, with its share of the work.
Result<void> PhaseCoster::add_sweeps(PhaseCost& cost, Mapping const& mapping, PhaseArray const& use) const {
    auto const swept = static_cast<double>(std::ranges::count_if(use.sweep, [](Sweep each) { return each != Sweep::None; }));
    for (int d = 0; d < mapping.dims(); ++d) {
        DimMapping const& dim = mapping.dim(d);
        if (use.sweep[as_size(d)] == Sweep::None || dim.coords() == 1 || mapping.volume() == 0) continue;
        auto const ranks = static_cast<int>(mapping.grid().size());
        auto const machine = TRY(prices_->machine(ranks));
        SweepTask task{.coords = dim.coords(), .element_bytes = mapping.array().type.bytes, .seconds = *cost.compute / swept};
        for (int e = 0; e < mapping.dims(); ++e)
            if (e != d) task.lines *= detail::largest_part(mapping.dim(e));
        for (Index coord = 0; coord < dim.coords(); ++coord) task.blocks = std::max(task.blocks, dim.owned(coord).run_count());
        Index const lines_of_ranks = mapping.grid().size() / dim.coords();
        Price price{.seconds = std::nullopt, .bytes = handed_on_bytes(task) * lines_of_ranks, .algorithm = "pipeline"};
        if (machine != nullptr) {
            auto const sweep = TRY(pipelined_sweep(task, *machine));
            price.seconds = sweep.seconds - task.seconds;
            price.messages = sweep.messages * lines_of_ranks;
            price.steps = sweep.stages;
        }
        cost.sweep += price;
    }
    return {};
}

Result<PhaseCost> PhaseCoster::of_array(std::size_t phase, std::size_t array, Mapping const& mapping, Pricing pricing) const {
    ProgramPhase const& asked = program_->phases()[phase];
    PhaseArray const* const use = asked.uses[array];
    PhaseCost cost;
    cost.ranks = mapping.grid().size();
    cost.memory = memory_of(mapping, use);
    if (use == nullptr) return cost;
    cost.refusal = not_whole(mapping, *use);
    if (!cost.refusal.empty()) return cost;
    if (use->array == asked.statement.on) TRY(add_work(cost, phase, mapping));
    if (!use->sweep.empty()) TRY(add_sweeps(cost, mapping, *use));
    using Finder = Result<Price> (PriceList::*)(Mapping const&, PhaseArray const&, Pricing);
    auto const add = [&](Price& to, bool asked_for, Finder finder) -> Result<void> {
        if (!asked_for) return {};
        to = TRY((prices_->*finder)(mapping, *use, pricing));
        return {};
    };
    TRY(add(cost.halo, !use->halo.empty(), &PriceList::halo));
    TRY(add(cost.reduction, !use->reduced.empty(), &PriceList::reduction));
    TRY(add(cost.spreading, !use->spread.empty() && use->with.empty(), &PriceList::spreading));
    return cost;
}

Result<OperandCost> PhaseCoster::of_operand(std::size_t phase, std::size_t array, Mapping const& mapping, Mapping const& partner,
                                            Pricing pricing) const {
    OperandCost cost;
    PhaseArray const* const use = program_->phases()[phase].uses[array];
    if (use == nullptr || use->with.empty()) return cost;
    auto const wanted = TRY(mapping_like(partner, mapping.array(), use->partner_dims));
    if (!use->spread.empty()) {
        auto const enough = TRY(mapping_spread(wanted, use->spread));
        auto const missing = TRY(prices_->traffic(mapping, enough));
        if (missing.is_nothing()) return cost;
        cost.spreading = TRY(prices_->spreading(wanted, *use, pricing));
    }
    cost.moving = TRY(prices_->remap(mapping, wanted, pricing));
    if (cost.moving.messages > 0) cost.memory = memory_of(wanted);
    return cost;
}

Result<PhaseCost> PhaseCoster::of(std::size_t phase, std::span<Mapping const> mappings) const {
    PhaseCost sum;
    for (std::size_t array = 0; array < mappings.size(); ++array) {
        auto part = of_array(phase, array, mappings[array]);
        if (!part) return part;
        PhaseArray const* const use = program_->phases()[phase].uses[array];
        bool const on = use != nullptr && use->array == program_->phases()[phase].statement.on;
        if (sum.refusal.empty()) sum.refusal = part->refusal;
        if (on) sum.work = part->work, sum.most_work = part->most_work, sum.ranks = part->ranks, sum.compute = part->compute;
        for (Price PhaseCost::*const each : {&PhaseCost::halo, &PhaseCost::reduction, &PhaseCost::spreading, &PhaseCost::sweep})
            sum.*each += part.value().*each;
        sum.memory += part->memory;
        if (use == nullptr || use->with.empty()) continue;
        Mapping const& partner = mappings[program_->array_number(use->with)];
        auto const operand = TRY(of_operand(phase, array, mappings[array], partner));
        sum.memory += operand.memory;
        sum.operands += operand.moving;
        sum.spreading += operand.spreading;
    }
    return sum;
}

std::vector<std::string> estimates_in(PhaseCoster const& coster) {
    std::vector<std::string> sentences;
    for (std::size_t phase = 0; phase < coster.program().phases().size(); ++phase)
        if (coster.work(phase).is_sampled())
            sentences.push_back(fmt::format("the work of {} is estimated from a grid of its elements",
                                            coster.program().phases()[phase].statement.name));
    return sentences;
}

} // namespace tessera
