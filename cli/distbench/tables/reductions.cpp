// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published ratios of the times of two reductions next to predicted and measured ones.
#include "cli/distbench/tables/comparers.hpp"

#include "libcore/base/median.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/collectives/collective_schedule.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"
#include "libcore/runtime/mpi/clock.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

constexpr int most_reduction_ranks = 4096;

/// One cell per length and number of ranks; nothing if the job has too few ranks.
using RatioCells = std::vector<std::vector<std::optional<double>>>;

struct ReductionTable {
    CollectiveAlgorithm const& above;
    CollectiveAlgorithm const& below;
    std::vector<Index> lengths; ///< bytes
    std::vector<int> ranks;
    RatioCells published;

    [[nodiscard]] CollectiveTask task(std::size_t row, std::size_t column) const {
        return {.ranks = ranks[column], .elements = lengths[row] / 4, .element_bytes = 4};
    }
    [[nodiscard]] RatioCells empty_cells() const {
        return RatioCells(lengths.size(), std::vector<std::optional<double>>(ranks.size()));
    }
};

Result<CollectiveAlgorithm const*> reduction_named(PaperTable const& paper, char const* fact) {
    auto const found = find_collective(CollectiveKind::Reduce, paper.fact(fact));
    if (!found) return fail(fmt::format("table {}, fact '{}': {}", paper.name(), fact, found.error().message));
    return *found;
}

Result<ReductionTable> reduction_table(PaperTable const& paper) {
    auto const above = TRY(reduction_named(paper, "above"));
    auto const below = TRY(reduction_named(paper, "below"));
    ReductionTable table{*above, *below, {}, {}, {}};
    for (std::string const& heading : paper.figures()) {
        table.ranks.push_back(std::atoi(heading.c_str()));
        if (table.ranks.back() < 2 || table.ranks.back() > most_reduction_ranks)
            return fail(fmt::format("table {}: column '{}': expected 2 to {} ranks", paper.name(), heading, most_reduction_ranks));
    }
    for (std::size_t row = 0; row < paper.rows(); ++row) {
        table.lengths.push_back(std::atoll(paper.text(row, "bytes").c_str()));
        if (table.lengths.back() < 4 || table.lengths.back() % 4 != 0)
            return fail(fmt::format("table {}: '{}': expected a multiple of 4 bytes", paper.name(), paper.text(row, "bytes")));
        auto& cells = table.published.emplace_back();
        for (std::string const& heading : paper.figures()) cells.push_back(paper.number(row, heading));
    }
    return table;
}

/// Measures one reduction: seconds on the slowest rank, median of several rounds in which the two algorithms take turns.
class RatioTimer {
  public:
    RatioTimer(Communicator const& comm, ReductionTable const& table, std::size_t row, std::size_t column)
        : comm_(comm), vector_(table.lengths[row]), above_(comm, table.above, table.task(row, column), combiner()),
          below_(comm, table.below, table.task(row, column), combiner()) {
        vector_.clear();
    }

    double ratio() {
        std::vector<double> above;
        std::vector<double> below;
        for (int round = 0; round < rounds; ++round) {
            below.push_back(timed(below_));
            above.push_back(timed(above_));
        }
        return median_of(above) / median_of(below);
    }

  private:
    static constexpr int rounds = 5;
    static constexpr int iterations = 20;

    static Combiner combiner() { return Combiner::make(ReduceOp::Sum, {"float32", 4}).value(); }
    double timed(Collective& collective) {
        comm_.barrier();
        double const start = seconds_now();
        for (int i = 0; i < iterations; ++i) collective.execute(vector_.data());
        return slowest(comm_, seconds_now() - start);
    }

    Communicator const& comm_;
    Buffer vector_;
    Collective above_;
    Collective below_;
};

/// Rank 0 gets all results; ranks that do not take part wait.
RatioCells measured_ratios(ReductionTable const& table, Communicator const& world) {
    RatioCells cells = table.empty_cells();
    for (std::size_t column = 0; column < table.ranks.size(); ++column) {
        if (table.ranks[column] > world.size()) continue;
        bool const member = world.rank() < table.ranks[column];
        Communicator const comm = world.split(member ? 0 : 1);
        for (std::size_t row = 0; member && row < cells.size(); ++row)
            cells[row][column] = RatioTimer(comm, table, row, column).ratio();
        world.sleep_until_all();
    }
    return cells;
}

/// Returns the thesis' cluster, from its times of message exchanges between two nodes (4.4.1, Figs. 4.9 and 4.10).
Machine pcstar_cluster() {
    Machine machine;
    machine.name = "pC*'s cluster";
    machine.source = "Bigot 1996, 4.4.1: a round trip by reliable TCP takes about 1578 us and 1.7 us/B";
    // Messages in both directions share a 10 Mbit/s link.
    machine.protocols = {
        {.from_bytes = 0, .alpha = 789e-6, .beta_ex = 1.7e-6, .beta_sr = 1.7e-6, .beta_s = 0.85e-6, .beta_sat = 0.85e-6}};
    return machine;
}

Result<double> predicted_ratio(ReductionTable const& table, CollectiveTask const& task, Site const& site) {
    constexpr double multicast_start = 968e-6; // half a round trip by reliable UDP
    constexpr double multicast_byte = 0.9e-6;
    auto const above = TRY(cost_of(make_collective(table.above, task), 4, site));
    auto const below = TRY(cost_of(make_collective(table.below, task), 4, site));
    // The only multicast uses UDP.
    double time = above.time_multicast.value_or(above.time);
    if (above.time_multicast) time += multicast_start - 789e-6 + static_cast<double>(task.bytes()) * (multicast_byte - 0.85e-6);
    return time / below.time;
}

Result<RatioCells> predicted_ratios(ReductionTable const& table) {
    Machine const machine = pcstar_cluster();
    RatioCells cells = table.empty_cells();
    for (std::size_t column = 0; column < table.ranks.size(); ++column) {
        auto const ranked = TRY(Site::of_ranks(table.ranks[column]));
        Site const site = Site::borrowed(*ranked.topology, ranked.placement, &machine);
        for (std::size_t row = 0; row < cells.size(); ++row)
            cells[row][column] = TRY(predicted_ratio(table, table.task(row, column), site));
    }
    return cells;
}

std::optional<double> mean_of_cells(RatioCells const& cells) {
    std::vector<double> ratios;
    for (auto const& row : cells)
        for (auto const& cell : row)
            if (cell) ratios.push_back(*cell);
    return ratios.empty() ? std::nullopt : std::optional(geometric_mean(ratios));
}

/// The paper's, predicted or measured ratios.
struct RatioSeries {
    std::string_view label;
    RatioCells cells;
};

std::string ratios_text(PaperTable const& paper, std::vector<RatioSeries> const& all) {
    std::vector<TextTable::Column> columns{{"bytes"}, {"", TextTable::Align::Left}};
    for (std::string const& ranks : paper.figures()) columns.push_back({ranks});
    std::vector<std::vector<std::string>> lines;
    for (std::size_t row = 0; row < paper.rows(); ++row)
        for (RatioSeries const& each : all) {
            auto& line = lines.emplace_back();
            line = {&each == &all.front() ? paper.text(row, "bytes") : "", std::string(each.label)};
            for (auto const& cell : each.cells[row]) line.push_back(cell ? fmt::format("{:.3f}", *cell) : "-");
        }
    std::string text = fmt::format("{}, table {}: {}\n", paper.fact("paper"), paper.fact("table"), paper.title()) +
                       "Time of a reduction over that by LOGLOCEX, by bytes of the vector and ranks\n\n" +
                       table_text(std::move(columns), std::move(lines)) + "\nGeometric mean of all:";
    for (RatioSeries const& each : all)
        if (auto const mean = mean_of_cells(each.cells)) text += fmt::format(" {} {:.3f};", each.label, *mean);
    text += fmt::format(" the thesis says {}\n", paper.fact("geometric mean"));
    text += "thesis     12 SPARCstation 20, Ethernet\n"
            "predicted  a message takes 789 us and 0.85 us/B, a multicast 968 us and 0.9 us/B (4.4.1)\n";
    if (all.size() > 2)
        text += "measured   in this job; ranks that share processors take turns, and MPI_Bcast stands in for multicasts\n";
    else
        text += "Under mpirun, with up to 12 ranks, the same is measured beside it.\n";
    return text;
}

ReportJson ratios_json(PaperTable const& paper, ReductionTable const& table, std::vector<RatioSeries> const& all) {
    ReportJson rows = ReportJson::array();
    for (std::size_t row = 0; row < table.lengths.size(); ++row)
        for (std::size_t column = 0; column < table.ranks.size(); ++column) {
            ReportJson entry{{"bytes", table.lengths[row]}, {"ranks", table.ranks[column]}};
            for (RatioSeries const& each : all) entry[std::string(each.label)] = json_of(each.cells[row][column]);
            rows.push_back(std::move(entry));
        }
    return {{"schema", "tessera.ratios-table/1"}, {"name", paper.name()}, {"title", paper.title()}, {"rows", std::move(rows)}};
}

} // namespace

Result<TableReport> compare_reductions(PaperTable const& paper, TableInputs const& inputs) {
    auto const table = TRY(reduction_table(paper));
    auto predicted = TRY(predicted_ratios(table));
    std::vector<RatioSeries> all{{"thesis", table.published}, {"predicted", std::move(predicted)}};
    if (inputs.ranks->size() > 1) all.push_back({"measured", measured_ratios(table, *inputs.ranks)});
    return TableReport{ratios_text(paper, all), ratios_json(paper, table, all)};
}

} // namespace tessera::cli
