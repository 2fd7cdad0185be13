// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables 6.1 to 6.4 of the pC* thesis: boundary contexts and grid shifts.
#include "cli/distbench/pcstar_grid.hpp"

#include "libcore/comm/context/context.hpp"
#include "libcore/comm/element_addresses.hpp"
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/runtime/comm/index/index_route.hpp"
#include "libcore/runtime/comm/shift/shift_exchange.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <optional>

namespace tessera::cli {
namespace {

constexpr int grid_rounds = 15;

/// Returns "6i 5a 1i 5a 7i": the lengths of alternating inactive and active runs.
std::string runs_text(Context const& context) {
    std::string text;
    Index at = 0;
    auto const add = [&](Index length, char kind) {
        if (length > 0) text += fmt::format("{}{}{}", text.empty() ? "" : " ", length, kind);
    };
    context.for_each_run([&](Run run) {
        add(run.begin - at, 'i');
        add(run.size(), 'a');
        at = run.end;
    });
    add(context.positions() - at, 'i');
    return text;
}

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
struct TorusTimes {
    int ranks;
    Index shift;
    double copy;
    double torus;
    double general;
};

constexpr TorusTimes torus_times[]{{1, 0, .171, .170, 2.036}, {1, 1, .171, .250, 2.049}, {1, 512, .171, .179, 2.034},
                                   {2, 0, .087, .086, 1.285}, {2, 1, .087, .092, 1.294}, {2, 512, .087, 3.697, 7.320},
                                   {4, 0, .056, .056, .706},  {4, 1, .056, .059, .717},  {4, 512, .056, 1.881, 3.682},
                                   {8, 0, .015, .014, .419},  {8, 1, .015, .060, .428},  {8, 512, .015, .951, 1.867},
                                   {12, 0, .008, .007, .324}, {12, 1, .008, .060, .337}, {12, 512, .008, .672, 1.295}};

/// A shift of the whole grid along both axes, and the same as a general send with an index for each element.
class TorusShift {
  public:
    static constexpr Index edge = 1024;

    TorusShift(Comm const& world, Index distance)
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
        auto exchange = ShiftExchange::make(shift_, world_.handle());
        if (!exchange) return forward_error(exchange);
        auto kept = IndexRoute::make(ElementAddresses(mapping_), world_.handle(), indices_, {.merge = Merge::Never});
        if (!kept) return forward_error(kept);
        return medians_in_turn({together_([&] { std::memcpy(target_.data(), source_.data(), as_size(source_.size())); }),
                                together_([&] { exchange->execute(source_.data(), target_.data()); }), together_([&] {
                                    auto route = IndexRoute::make(ElementAddresses(mapping_), world_.handle(), indices_,
                                                                  {.merge = Merge::Never});
                                    route->send(source_.data(), target_.data());
                                }),
                                together_([&] { kept->send(source_.data(), target_.data()); })},
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

    Comm const& world_;
    Mapping mapping_;
    LocalLayout layout_;
    GridShift shift_;
    Buffer source_;
    Buffer target_;
    std::vector<Index> indices_; // indices of this rank's elements, in memory order
};

// Table 6.4.
struct GridOperation {
    char const* text;
    Extents distance; // distance of the elements: a get from -1 and a send to +1 are the same shift
    std::optional<double> unh;
    double thesis;
};

struct GridShape {
    char const* name;
    Extents extents;
    std::vector<GridOperation> operations;
};

std::vector<GridShape> grid_shapes() {
    return {{"1-d", {7529536}, {{"dest = [-1]src", {1}, 1.536, .857}, {"[-1]dest = src", {-1}, 53.62, .365}}},
            {"2-d",
             {2744, 2744},
             {{"dest = [.][-1]src", {0, 1}, .949, .850},
              {"dest = [-1][.]src", {1, 0}, .868, .828},
              {"dest = [-1][-1]src", {1, 1}, .870, .839},
              {"[.][-1]dest = src", {0, -1}, 73.51, .332},
              {"[-1][.]dest = src", {-1, 0}, 73.59, .314},
              {"[-1][-1]dest = src", {-1, -1}, 73.52, .337}}},
            {"3-d",
             {196, 196, 196},
             {{"dest = [.][.][-1]src", {0, 0, 1}, 92.69, .996},
              {"dest = [.][-1][.]src", {0, 1, 0}, 92.81, .919},
              {"dest = [-1][.][.]src", {1, 0, 0}, 92.68, .847},
              {"dest = [-1][-1][-1]src", {1, 1, 1}, 92.78, 1.010},
              {"[.][.][-1]dest = src", {0, 0, -1}, 94.03, .513},
              {"[.][-1][.]dest = src", {0, -1, 0}, 94.06, .297},
              {"[-1][.][.]dest = src", {-1, 0, 0}, 94.02, .316},
              {"[-1][-1][-1]dest = src", {-1, -1, -1}, 94.08, .472}}}};
}

/// Returns the times of memcpy and then of the operations.
Result<std::vector<double>> grid_times(GridShape const& shape, Comm const& self) {
    Mapping const mapping = grid_in_blocks(shape.extents, {"int8", 1}, 1);
    Buffer source(mapping.volume());
    Buffer target(mapping.volume());
    source.clear();
    target.clear();
    std::vector<ShiftExchange> exchanges;
    for (GridOperation const& operation : shape.operations) {
        auto const shift = GridShift::make(mapping, operation.distance, ShiftEdge::Keep);
        if (!shift) return forward_error(shift);
        auto exchange = ShiftExchange::make(*shift, self.handle());
        if (!exchange) return forward_error(exchange);
        exchanges.push_back(*std::move(exchange));
    }
    std::vector<std::function<void()>> works{[&] { std::memcpy(target.data(), source.data(), as_size(source.size())); }};
    for (ShiftExchange& exchange : exchanges) works.push_back([&] { exchange.execute(source.data(), target.data()); });
    return medians_in_turn(works, grid_rounds);
}

} // namespace

void golden_text(GoldenTable const& table, Sink const& sink) {
    sink(fmt::format("Bigot 1996, table {}: {}\n\n", table.name.substr(table.name.find('-') + 1), table.title));
    TextTable text({{table.what}, {"", TextTable::Align::Left}, {"", TextTable::Align::Left}}, sink);
    bool all = true;
    for (GoldenTable::Row const& row : table.rows) {
        text.add({row.label, "thesis", row.thesis});
        text.add({"", "here", row.here});
        all = all && row.thesis == row.here;
    }
    text.finish();
    sink(all ? "\nEvery row is the same.\n" : "\nSome rows differ.\n");
}

void golden_json(GoldenTable const& table, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.golden-table/1");
    json.entry("name", table.name);
    json.entry("title", table.title);
    json.key("rows");
    json.begin_list();
    for (GoldenTable::Row const& row : table.rows) {
        json.begin_object();
        json.entry("label", row.label);
        json.entry("thesis", row.thesis);
        json.entry("here", row.here);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

GoldenTable pcstar_table_61() {
    GoldenTable table{.name = "pcstar-6.1", .title = "boundary contexts on 4 x 6 elements, i inactive, a active", .what = "region"};
    auto const here = [](Run rows, Run columns) { return runs_text(Context::of_box({4, 6}, {rows, columns})); };
    table.rows = {{"unrestricted", "24a", here({0, 4}, {0, 6})},
                  {"bottom", "18a 6i", here({0, 3}, {0, 6})},
                  {"left and right", "1i 4a 2i 4a 2i 4a 2i 4a 1i", here({0, 4}, {1, 5})},
                  {"right, top, bottom", "6i 5a 1i 5a 7i", here({1, 3}, {0, 5})}};
    return table;
}

GoldenTable pcstar_table_62() {
    GoldenTable table{.name = "pcstar-6.2",
                      .title = "runs of a shift by (-3,-3): n elements to offset@rank, or out of the array",
                      .what = "rank"};
    MappingSpec spec;
    spec.array.extents = {8, 8};
    spec.array.lower = {0, 0};
    spec.array.order = StorageOrder::C;
    spec.formats = {DistFormat::gen_block({3, 1, 4}), DistFormat::gen_block({2, 6})};
    spec.processors.lower = {0, 0};
    spec.processors.extents = {3, 2};
    GridShift const shift = GridShift::make(Mapping::make(spec).value(), {-3, -3}, ShiftEdge::Keep).value();
    std::array<char const*, 6> const thesis{
        "6 out", "18 out",
        "2 out", "1 out; 2 to 0@0; 3 to 0@1",
        "8 out", "1 out; 2 to 2@0; 3 to 6@1; 1 out; 2 to 4@0; 3 to 12@1; 1 out; 2 to 0@2; 3 to 0@3; 1 out; 2 to 0@4; 3 to 0@5"};
    for (std::size_t rank = 0; rank < thesis.size(); ++rank)
        table.rows.push_back({std::to_string(rank), thesis[rank], runs_text(shift_runs(shift, static_cast<Index>(rank)))});
    return table;
}

Result<TimedTable> pcstar_table_63(Comm const& world) {
    TimedTable table{.name = "pcstar-6.3",
                     .title = fmt::format("2^20 elements over a torus, {} rank{}", world.size(), world.size() == 1 ? "" : "s"),
                     .about = "thesis   SPARCstation 20s, 10 Mbit/s Ethernet; for 1, 2, 4, 8 and 12 ranks\n"
                              "here     in this job, whose ranks may share processors; a kept route has its places sent ahead",
                     .columns = {"thesis", "here"}};
    for (Index const distance : {Index{0}, Index{1}, Index{512}}) {
        auto const here = TorusShift(world, distance).times();
        if (!here) return forward_error(here);
        auto const* const published = std::ranges::find_if(
            torus_times, [&](TorusTimes const& row) { return row.ranks == world.size() && row.shift == distance; });
        bool const known = published != std::end(torus_times);
        auto const thesis = [&](double TorusTimes::*time) { return known ? std::optional(published->*time) : std::nullopt; };
        std::string const group = fmt::format("by {}", distance);
        table.rows.push_back({group, "copy", {thesis(&TorusTimes::copy), (*here)[0]}});
        table.rows.push_back({group, "grid shift", {thesis(&TorusTimes::torus), (*here)[1]}});
        table.rows.push_back({group, "general send", {thesis(&TorusTimes::general), (*here)[2]}});
        table.rows.push_back({group, "the same, kept", {std::nullopt, (*here)[3]}});
    }
    return table;
}

Result<TimedTable> pcstar_table_64(Comm const& self) {
    TimedTable table{.name = "pcstar-6.4",
                     .title = "196^3 elements of one byte moved by one place, one rank",
                     .about = "UNH     C* of the University of New Hampshire, and thesis: pC*, both on a SPARCstation 20\n"
                              "here    this processor; the thesis' gets copy once more, out of a temporary",
                     .columns = {"UNH", "thesis", "here"}};
    for (GridShape const& shape : grid_shapes()) {
        auto const here = grid_times(shape, self);
        if (!here) return forward_error(here);
        // UNH has no memcpy; the time is that of its assignment, element by element.
        table.rows.push_back({shape.name, "memcpy", {.5177, .3063, (*here)[0]}});
        for (std::size_t i = 0; i < shape.operations.size(); ++i) {
            GridOperation const& operation = shape.operations[i];
            table.rows.push_back({shape.name, operation.text, {operation.unh, operation.thesis, (*here)[i + 1]}});
        }
    }
    return table;
}

} // namespace tessera::cli
