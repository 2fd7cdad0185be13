// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the tables of the pC* thesis on reductions, next to predictions and measurements here.
#include "cli/distbench/pcstar_table.hpp"

#include "libcore/base/units.hpp"
#include "libcore/comm/collectives/collective_schedule.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"
#include "libcore/runtime/mpi/clock.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace tessera::cli {
namespace {

using Published = PublishedRatios;
constexpr std::size_t ratio_rows = Published::lengths.size();
constexpr std::size_t ratio_columns = Published::ranks.size();

CollectiveTask task_of(std::size_t length, int ranks) {
    return {.ranks = ranks, .elements = Published::lengths[length] / 4, .element_bytes = 4};
}

CollectiveAlgorithm const& reduction(std::string_view name) {
    return **find_collective(CollectiveKind::Reduce, name);
}

/// Measures one reduction: seconds on the slowest rank, median of several rounds in which the two algorithms take turns.
class RatioTimer {
  public:
    RatioTimer(Comm const& comm, Published const& published, std::size_t length)
        : comm_(comm), vector_(Published::lengths[length]),
          above_(comm, reduction(published.above), task_of(length, comm.size()), combiner()),
          below_(comm, reduction(Published::below), task_of(length, comm.size()), combiner()) {
        vector_.clear();
    }

    double ratio() {
        std::vector<double> above;
        std::vector<double> below;
        for (int round = 0; round < rounds; ++round) {
            below.push_back(timed(below_));
            above.push_back(timed(above_));
        }
        return median(above) / median(below);
    }

  private:
    static constexpr int rounds = 5;
    static constexpr int iterations = 20;

    static Combiner combiner() { return Combiner::make(ReduceOp::Sum, {"float32", 4}).value(); }
    static double median(std::vector<double> seconds) {
        std::ranges::nth_element(seconds, seconds.begin() + rounds / 2);
        return seconds[rounds / 2];
    }
    double timed(Collective& collective) {
        comm_.barrier();
        double const start = seconds_now();
        for (int i = 0; i < iterations; ++i) collective.execute(vector_.data());
        return slowest(comm_, seconds_now() - start);
    }

    Comm const& comm_;
    Buffer vector_;
    Collective above_;
    Collective below_;
};

/// Rank 0 gets all results; ranks that do not take part wait.
RatioCells measured_ratios(Published const& published, Comm const& world) {
    RatioCells cells{};
    for (std::size_t column = 0; column < ratio_columns; ++column) {
        if (Published::ranks[column] > world.size()) continue;
        bool const member = world.rank() < Published::ranks[column];
        Comm const comm = world.split(member ? 0 : 1);
        for (std::size_t row = 0; member && row < ratio_rows; ++row) cells[row][column] = RatioTimer(comm, published, row).ratio();
        world.rest_until_all();
    }
    return cells;
}

/// Returns the geometric mean of the cells that have a value.
std::optional<double> geometric_mean(RatioCells const& cells) {
    double sum = 0;
    int count = 0;
    for (auto const& row : cells)
        for (auto const& cell : row)
            if (cell) sum += std::log(*cell), ++count;
    return count == 0 ? std::nullopt : std::optional(std::exp(sum / count));
}

RatioCells published_cells(Published const& published) {
    RatioCells cells{};
    for (std::size_t row = 0; row < ratio_rows; ++row) std::ranges::copy(published.ratios[row], cells[row].begin());
    return cells;
}

struct RatioRows {
    std::string_view label;
    RatioCells cells;
};

void ratios_text(Published const& published, std::vector<RatioRows> const& all, Sink const& sink) {
    sink(fmt::format("Bigot 1996, table {}: {}\n", published.name.substr(published.name.find('-') + 1), published.title));
    sink("Time of a reduction over that by LOGLOCEX, by bytes of the vector and ranks\n\n");
    std::vector<TextTable::Column> columns{{"bytes"}, {"", TextTable::Align::Left}};
    for (int const ranks : Published::ranks) columns.push_back({std::to_string(ranks)});
    TextTable table(columns, sink);
    for (std::size_t row = 0; row < ratio_rows; ++row) {
        for (RatioRows const& each : all) {
            std::vector<std::string> cells{&each == &all.front() ? std::to_string(Published::lengths[row]) : "",
                                           std::string(each.label)};
            for (auto const& cell : each.cells[row]) cells.push_back(cell ? fmt::format("{:.3f}", *cell) : "-");
            table.add(std::move(cells));
        }
    }
    table.finish();
    sink("\nGeometric mean of all:");
    for (RatioRows const& each : all)
        if (auto const mean = geometric_mean(each.cells)) sink(fmt::format(" {} {:.3f};", each.label, *mean));
    sink(fmt::format(" the thesis says {:.3f}\n", published.overall));
    sink("thesis     12 SPARCstation 20, Ethernet\n"
         "predicted  a message takes 789 us and 0.85 us/B, a multicast 968 us and 0.9 us/B (4.4.1)\n");
    if (all.size() > 2)
        sink("measured   in this job; ranks that share processors take turns, and MPI_Bcast stands in for multicasts\n");
    else
        sink("Under mpirun, with up to 12 ranks, the same is measured beside it.\n");
}

void ratios_json(Published const& published, std::vector<RatioRows> const& all, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.ratios-table/1");
    json.entry("name", published.name);
    json.entry("title", published.title);
    json.key("rows");
    json.begin_list();
    for (std::size_t row = 0; row < ratio_rows; ++row) {
        for (std::size_t column = 0; column < ratio_columns; ++column) {
            json.begin_object();
            json.entry("bytes", Published::lengths[row]);
            json.entry("ranks", Index{Published::ranks[column]});
            for (RatioRows const& each : all) json.entry(each.label, each.cells[row][column]);
            json.end_object();
        }
    }
    json.end_array();
    json.end_object();
}

} // namespace

PublishedRatios const* find_published_ratios(std::string_view name) {
    auto const all = published_ratios();
    auto const found = std::ranges::find(all, name, &PublishedRatios::name);
    return found == all.end() ? nullptr : &*found;
}

Machine pcstar_cluster() {
    Machine machine;
    machine.name = "pC*'s cluster";
    machine.source = "Bigot 1996, 4.4.1: a round trip by reliable TCP takes about 1578 us and 1.7 us/B";
    // Messages in both directions share a 10 Mbit/s link.
    machine.protocols = {
        {.from_bytes = 0, .alpha = 789e-6, .beta_ex = 1.7e-6, .beta_sr = 1.7e-6, .beta_s = 0.85e-6, .beta_sat = 0.85e-6}};
    return machine;
}

Result<RatioCells> predicted_ratios(PublishedRatios const& published) {
    constexpr double multicast_start = 968e-6; // half a round trip by reliable UDP
    constexpr double multicast_byte = 0.9e-6;
    Machine const machine = pcstar_cluster();
    RatioCells cells{};
    for (std::size_t column = 0; column < ratio_columns; ++column) {
        auto const ranked = Site::of_ranks(Published::ranks[column]);
        if (!ranked) return forward_error(ranked);
        Site const site = Site::borrowed(*ranked->topology, ranked->placement, &machine);
        for (std::size_t row = 0; row < ratio_rows; ++row) {
            CollectiveTask const task = task_of(row, Published::ranks[column]);
            auto const above = cost_of(make_collective(reduction(published.above), task), 4, site);
            if (!above) return forward_error(above);
            auto const below = cost_of(make_collective(reduction(Published::below), task), 4, site);
            if (!below) return forward_error(below);
            double time = above->time_multicast.value_or(above->time);
            auto const bytes = static_cast<double>(task.bytes());
            // The only multicast uses UDP.
            if (above->time_multicast) time += multicast_start - 789e-6 + bytes * (multicast_byte - 0.85e-6);
            cells[row][column] = time / below->time;
        }
    }
    return cells;
}

Result<ExitCode> distbench_pcstar(Tool const& tool, Comm const& world) {
    Published const& published = *find_published_ratios(tool.arguments.positionals().front());
    if (tool.arguments.positionals().size() > 1)
        return fail(
            fmt::format("table {}: '{}' is one too many, it reads no file", published.name, tool.arguments.positionals()[1]));
    auto const predicted = predicted_ratios(published);
    if (!predicted) return forward_error(predicted);
    std::vector<RatioRows> rows{{"thesis", published_cells(published)}, {"predicted", *predicted}};
    if (world.size() > 1) rows.push_back({"measured", measured_ratios(published, world)});
    if (world.rank() != 0) return ExitCode::Done;
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    (tool.arguments.has("json") ? ratios_json : ratios_text)(published, rows, sink);
    return ExitCode::Done;
}

} // namespace tessera::cli
