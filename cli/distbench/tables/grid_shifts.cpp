// SPDX-License-Identifier: BSD-3-Clause
// Tessera: grid shifts, computed and measured (tables 6.2 to 6.4 of the pC* thesis).
#include "cli/distbench/tables/comparers.hpp"

#include "cli/distbench/tables/timed_table.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/element_addresses.hpp"
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/runtime/comm/index/index_route.hpp"
#include "libcore/runtime/comm/shift/shift_exchange.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"

#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <optional>

namespace tessera::cli {
namespace {

constexpr int grid_rounds = 15;
constexpr Index most_grid_elements = 1 << 26;

/// Returns "1 out; 2 to 0@0; 3 to 1@0": n elements to an offset on a rank, or out of the array.
std::string runs_text(std::vector<ShiftRun> const& runs) {
    std::string text;
    for (ShiftRun const& run : runs) {
        text += fmt::format("{}{} ", text.empty() ? "" : "; ", run.count);
        text += run.to ? fmt::format("to {}@{}", run.target_offset, *run.to) : std::string("out");
    }
    return text;
}

/// Returns a block distribution of the first dimension, the default of the thesis' shapes.
Mapping grid_in_blocks(Extents extents, ElementType type, int ranks) {
    MappingSpec spec;
    spec.array.type = std::move(type);
    spec.array.order = StorageOrder::C;
    spec.array.lower.assign(extents.size(), 0);
    spec.formats.assign(extents.size(), DistFormat::collapsed());
    spec.formats[0] = DistFormat::block();
    spec.array.extents = std::move(extents);
    spec.processors.lower = {0};
    spec.processors.extents = {ranks};
    return Mapping::make(std::move(spec)).value();
}

// Table 6.3.

/// A shift of the whole grid along both axes, and the same as a general send with an index for each element.
class TorusShift {
  public:
    static constexpr Index edge = 1024;

    TorusShift(Communicator const& world, Index distance)
        : world_(world), mapping_(grid_in_blocks({edge, edge}, {"int32", 4}, world.size())), layout_(mapping_, world.rank()),
          shift_(GridShift::make(mapping_, {distance, distance}, ShiftEdge::Torus).value()), source_(layout_.allocation_size() * 4),
          target_(source_.size()) {
        source_.clear();
        target_.clear();
        layout_.owned().for_each([&](std::span<Index const> index) {
            indices_.push_back((index[0] + distance) % edge * edge + (index[1] + distance) % edge);
        });
    }

    [[nodiscard]] Result<std::vector<double>> times() {
        auto exchange = TRY(ShiftExchange::make(shift_, world_.handle()));
        auto kept = TRY(IndexRoute::make(ElementAddresses(mapping_), world_.handle(), indices_, {.merge = Merge::Never}));
        return medians_in_turn({together_([&] { std::memcpy(target_.data(), source_.data(), as_size(source_.size())); }),
                                together_([&] { exchange.execute(source_.data(), target_.data()); }), together_([&] {
                                    auto route = IndexRoute::make(ElementAddresses(mapping_), world_.handle(), indices_,
                                                                  {.merge = Merge::Never});
                                    route->send(source_.data(), target_.data());
                                }),
                                together_([&] { kept.send(source_.data(), target_.data()); })},
                               grid_rounds);
    }

  private:
    /// All ranks begin and end together, so that rank 0's time is that of the slowest.
    [[nodiscard]] std::function<void()> together_(std::function<void()> work) const {
        return [this, work = std::move(work)] {
            work();
            world_.barrier();
        };
    }

    Communicator const& world_;
    Mapping mapping_;
    LocalLayout layout_;
    GridShift shift_;
    Buffer source_;
    Buffer target_;
    std::vector<Index> indices_; // indices of this rank's elements, in memory order
};

// Table 6.4.

/// Consecutive rows of the table with the same extents.
struct GridShape {
    std::string name;
    Extents extents;
    std::vector<std::size_t> rows;
    std::vector<Extents> distances; ///< of the elements, one for each row: a get from -1 and a send to +1 are the same shift
};

/// Error: extents and a distance do not fit.
Result<std::vector<GridShape>> grid_shapes(PaperTable const& paper) {
    std::vector<GridShape> shapes;
    for (std::size_t row = 0; row < paper.rows(); ++row) {
        std::string const& name = paper.text(row, "shape");
        if (name.empty()) continue; // the copy
        auto const extents = extents_in(paper.text(row, "extents"), most_grid_elements);
        auto const distances = split_text(paper.text(row, "distance"), " ");
        if (!extents || distances.size() != extents->size())
            return fail(
                fmt::format("table {}: '{}' by '{}': expected extents of up to {} elements, such as 196x196, and as many distances",
                            paper.name(), paper.text(row, "extents"), paper.text(row, "distance"), most_grid_elements));
        if (shapes.empty() || shapes.back().extents != *extents) shapes.push_back({name, *extents, {}, {}});
        shapes.back().rows.push_back(row);
        auto& distance = shapes.back().distances.emplace_back();
        for (std::string const& each : distances) distance.push_back(std::atoll(each.c_str()));
    }
    return shapes;
}

/// Returns the times of memcpy and then of the operations.
Result<std::vector<double>> grid_times(GridShape const& shape, Communicator const& self) {
    Mapping const mapping = grid_in_blocks(shape.extents, {"int8", 1}, 1);
    Buffer source(mapping.volume());
    Buffer target(mapping.volume());
    source.clear();
    target.clear();
    std::vector<ShiftExchange> exchanges;
    for (Extents const& distance : shape.distances) {
        auto const shift = TRY(GridShift::make(mapping, distance, ShiftEdge::Keep));
        exchanges.push_back(TRY(ShiftExchange::make(shift, self.handle())));
    }
    std::vector<std::function<void()>> works{[&] { std::memcpy(target.data(), source.data(), as_size(source.size())); }};
    for (ShiftExchange& exchange : exchanges) works.push_back([&] { exchange.execute(source.data(), target.data()); });
    return medians_in_turn(works, grid_rounds);
}

} // namespace

Result<TableReport> compare_shift_runs(PaperTable const& paper, TableInputs const&) {
    MappingSpec spec;
    spec.array.extents = {8, 8};
    spec.array.lower = {0, 0};
    spec.array.order = StorageOrder::C;
    spec.formats = {DistFormat::gen_block({3, 1, 4}), DistFormat::gen_block({2, 6})};
    spec.processors.lower = {0, 0};
    spec.processors.extents = {3, 2};
    GridShift const shift = GridShift::make(Mapping::make(spec).value(), {-3, -3}, ShiftEdge::Keep).value();
    std::vector<std::string> here;
    for (std::size_t row = 0; row < paper.rows(); ++row) {
        Index const rank = std::atoll(paper.text(row, "rank").c_str());
        if (rank < 0 || rank > 5) return fail(fmt::format("table {}: rank {}: the grid has ranks 0 to 5", paper.name(), rank));
        here.push_back(runs_text(shift_runs(shift, rank)));
    }
    return computed_texts_report(paper, here);
}

Result<TableReport> measure_torus_shifts(PaperTable const& paper, TableInputs const& inputs) {
    Communicator const& world = *inputs.ranks;
    TimedTable table = timed_table(paper, world.size());
    for (Index const distance : {Index{0}, Index{1}, Index{512}}) {
        auto const here = TRY(TorusShift(world, distance).times());
        std::string const group = fmt::format("by {}", distance);
        auto const add = [&](char const* label, std::size_t i) {
            auto const thesis = paper.number({fmt::to_string(world.size()), fmt::to_string(distance)}, label);
            table.rows.push_back({group, label, {thesis, here[i]}});
        };
        add("copy", 0);
        add("grid shift", 1);
        add("general send", 2);
        table.rows.push_back({group, "the same, kept", {std::nullopt, here[3]}});
    }
    return timed_report(table);
}

Result<TableReport> measure_grid_shifts(PaperTable const& paper, TableInputs const& inputs) {
    TimedTable table = timed_table(paper);
    table.columns = {"UNH", "thesis", "here"};
    auto const shapes = TRY(grid_shapes(paper));
    for (GridShape const& shape : shapes) {
        auto const here = TRY(grid_times(shape, *inputs.ranks));
        // UNH has no memcpy; the time is that of its assignment, element by element.
        auto const copy = [&](char const* column) { return paper.number({"", "", "memcpy"}, column); };
        table.rows.push_back({shape.name, "memcpy", {copy("UNH"), copy("thesis"), here[0]}});
        for (std::size_t i = 0; i < shape.rows.size(); ++i) {
            std::size_t const row = shape.rows[i];
            table.rows.push_back(
                {shape.name, paper.text(row, "operation"), {paper.number(row, "UNH"), paper.number(row, "thesis"), here[i + 1]}});
        }
    }
    return timed_report(table);
}

} // namespace tessera::cli
