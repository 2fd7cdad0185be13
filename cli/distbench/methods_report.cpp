// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the papers' experiments with methods, next to ours, as tables.
#include "cli/distbench/method_times.hpp"
#include "libcore/base/units.hpp"
#include "libcore/report/text_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

using MethodColumn = TextTable::Align;
constexpr double in_milliseconds = 1e3;

std::string milliseconds_text(double milliseconds) {
    return fmt::format("{:.{}f}", milliseconds, milliseconds < 1 ? 3 : milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0);
}

std::string time_text(MethodTimes const* times, std::string_view label) {
    auto const* const time = times == nullptr ? nullptr : times->of(label);
    return time == nullptr ? "" : milliseconds_text(time->median * in_milliseconds);
}

/// Returns the ratio of two times; nothing if one of them was not measured.
std::optional<double> ratio_of(MethodTimes const* times, std::string_view slower, std::string_view faster) {
    if (times == nullptr || times->of(slower) == nullptr || times->of(faster) == nullptr) return std::nullopt;
    return times->of(slower)->median / times->of(faster)->median;
}

std::string ratio_text(std::optional<double> ratio) {
    return ratio ? fmt::format("{:.2f}", *ratio) : "";
}

/// Returns "16 on 2" if ranks share processors, because such times do not show a machine with one processor per rank.
std::string ranks_text(MethodTimes const* times, Index processors) {
    if (times == nullptr) return "";
    return times->ranks > processors ? fmt::format("{} on {}", times->ranks, processors) : fmt::to_string(times->ranks);
}

void add_pitfalls_rows(TextTable& table, MethodFigure const& figure, MethodTable const& all, MethodRun const& run) {
    table.add_line("  " + figure.name);
    for (MethodRow const& row : figure.rows) {
        MethodTimes const* const times = run.of(all, figure, row);
        auto const published = [](double value) { return fmt::format("{:.2f}", value); };
        table.add({row.label, published(row.cm5->naive), published(row.cm5->pitfalls), published(row.cm5->speedup()),
                   published(row.paragon->naive), published(row.paragon->pitfalls), published(row.paragon->speedup()),
                   time_text(times, "naive"), time_text(times, "PITFALLS"), ratio_text(ratio_of(times, "naive", "PITFALLS")),
                   time_text(times, "kept"), ratio_text(ratio_of(times, "naive", "kept")), ranks_text(times, run.processors)});
    }
}

/// Table 3: the cost per element in microseconds, for the redistribution in which naive is closest.
struct PerElement {
    std::string_view machine;
    std::string_view row; ///< label of a row in the second block, whose naive times are in Table 3
    std::optional<PublishedPair> MethodRow::*times;
    std::array<PublishedPair, 3> printed; ///< one per side of the arrays
};

std::array const per_element_costs{
    PerElement{"Paragon", "4x5 to 3x3", &MethodRow::paragon, {{{1.61, 1.45}, {1.33, 0.76}, {1.26, 0.60}}}},
    PerElement{"CM-5", "3x6 to 5x2", &MethodRow::cm5, {{{2.03, 1.77}, {1.91, 1.04}, {1.90, 0.78}}}}};

std::string per_element_text(double milliseconds, int side) {
    return fmt::format("{:.3f}", milliseconds * 1e3 / (side * side));
}

void write_table_3(MethodTable const& all, MethodRun const& run, Sink const& sink) {
    MethodFigure const& figure = all.figures[1];
    sink(fmt::format("\nTable 3: microseconds for an element, {}\n\n", figure.name));
    TextTable table({{"", MethodColumn::Left},
                     {"array, grids", MethodColumn::Left},
                     {"naive"},
                     {"PITFALLS"},
                     {"by Tables 1, 2: naive"},
                     {"PITFALLS"},
                     {"here: naive"},
                     {"PITFALLS"},
                     {"kept"}},
                    sink);
    for (PerElement const& cost : per_element_costs) {
        std::size_t printed = 0;
        for (MethodRow const& row : figure.rows) {
            if (!row.label.ends_with(cost.row)) continue;
            int const side = std::stoi(row.label);
            MethodTimes const* const times = run.of(all, figure, row);
            auto const here = [&](std::string_view label) {
                auto const* const time = times == nullptr ? nullptr : times->of(label);
                return time == nullptr ? "" : per_element_text(time->median * in_milliseconds, side);
            };
            PublishedPair const& of_paper = cost.printed[printed++];
            PublishedPair const& by_tables = *(row.*cost.times);
            table.add({std::string(cost.machine), row.label, fmt::format("{:.2f}", of_paper.naive),
                       fmt::format("{:.2f}", of_paper.pitfalls), per_element_text(by_tables.naive, side),
                       per_element_text(by_tables.pitfalls, side), here("naive"), here("PITFALLS"), here("kept")});
        }
    }
    table.finish();
    sink("The printed costs of PITFALLS are those of no row of Tables 1 and 2; those of naive are of these rows.\n");
}

/// Returns the geometric mean of the speed-ups over naive, for the measured rows.
std::string mean_speedup(MethodTable const& all, MethodRun const& run, std::string_view label) {
    double logarithms = 0;
    int rows = 0;
    for (MethodFigure const& figure : all.figures)
        for (MethodRow const& row : figure.rows)
            if (auto const ratio = ratio_of(run.of(all, figure, row), "naive", label)) {
                logarithms += std::log(*ratio);
                ++rows;
            }
    return rows == 0 ? "none was measured" : fmt::format("{:.1f}", std::exp(logarithms / rows));
}

double published_mean(MethodTable const& all, std::optional<PublishedPair> MethodRow::*times) {
    double logarithms = 0;
    int rows = 0;
    for (MethodFigure const& figure : all.figures)
        for (MethodRow const& row : figure.rows) {
            logarithms += std::log((row.*times)->speedup());
            ++rows;
        }
    return std::exp(logarithms / rows);
}

void write_pitfalls(MethodTable const& all, MethodRun const& run, Sink const& sink) {
    TextTable table({{"array, grids", MethodColumn::Left},
                     {"CM-5: naive"},
                     {"PITFALLS"},
                     {"speedup"},
                     {"Paragon: naive"},
                     {"PITFALLS"},
                     {"speedup"},
                     {"here: naive"},
                     {"PITFALLS"},
                     {"speedup"},
                     {"kept"},
                     {"speedup"},
                     {"ranks"}},
                    sink);
    for (MethodFigure const& figure : all.figures) add_pitfalls_rows(table, figure, all, run);
    table.finish();
    sink(fmt::format("\nSpeedup over naive, geometric mean: CM-5 {:.1f}, Paragon {:.1f}; here {}, kept {}.\n",
                     published_mean(all, &MethodRow::cm5), published_mean(all, &MethodRow::paragon),
                     mean_speedup(all, run, "PITFALLS"), mean_speedup(all, run, "kept")));
    write_table_3(all, run, sink);
}

/// Returns "general; gcd takes 1.02, lcm 1.65 times as long", for the contenders that prepare nothing.
std::string verdict(MethodFigure const& figure, MethodTimes const* times) {
    if (times == nullptr) return "";
    std::vector<ContenderTime const*> order;
    for (MethodContender const& contender : figure.contenders)
        if (auto const* const time = times->of(contender.label); time != nullptr && !contender.kept) order.push_back(time);
    std::ranges::sort(order, {}, &ContenderTime::median);
    std::string text = order.front()->label + " wins";
    for (auto const* const time : order)
        if (time != order.front())
            text += fmt::format("{}{} x{:.2f}", time == order[1] ? "; " : ", ", time->label, time->median / order.front()->median);
    return text;
}

void write_figure(MethodTable const& all, MethodFigure const& figure, MethodRun const& run, Sink const& sink) {
    sink(fmt::format("{}: {}\n  the paper: {}\n", figure.name, figure.title, figure.says));
    std::vector<TextTable::Column> columns{{figure.rows_are}, {"ranks"}};
    bool const by_ranks = figure.rows_are == "ranks";
    if (by_ranks) columns.pop_back();
    for (MethodContender const& contender : figure.contenders) columns.push_back({contender.label});
    columns.push_back({"here", MethodColumn::Left});
    TextTable table(std::move(columns), sink);
    for (MethodRow const& row : figure.rows) {
        MethodTimes const* const times = run.of(all, figure, row);
        std::vector<std::string> line{by_ranks && times != nullptr ? ranks_text(times, run.processors) : row.label};
        if (!by_ranks) line.push_back(ranks_text(times, run.processors));
        for (MethodContender const& contender : figure.contenders) line.push_back(time_text(times, contender.label));
        line.push_back(verdict(figure, times));
        table.add(std::move(line));
    }
    table.finish();
    sink("\n");
}

} // namespace

void methods_text(MethodTable const& table, MethodRun const& run, Sink const& sink) {
    bool const has_numbers = table.figures.front().says.empty();
    sink(fmt::format("{}\nMilliseconds; here: {}, {}, medians of {}, the slowest rank\n\n", table.title, run.machine,
                     counted(run.processors, "processor"), counted(run.rounds, "round")));
    if (has_numbers)
        write_pitfalls(table, run, sink);
    else
        for (MethodFigure const& figure : table.figures) write_figure(table, figure, run, sink);
    sink("Naive asks for the owner of every element; the others are planned on the clock, and where they are 'kept' before it.\n"
         "Messages go point to point. '16 on 2': so many ranks share so many processors, and take turns.\n");
    if (!has_numbers)
        sink("The paper's General and Direct Methods compute the owner of every element, as naive does: ours are planned.\n");
}

} // namespace tessera::cli
