// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the fits and configurations of the CDT paper, sections 3.1 to 3.3, next to our values.
#include "cli/distbench/cdt_table.hpp"

#include "libcore/base/units.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/pipeline/coupling.hpp"
#include "libcore/report/coupling_report.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/spec/parse.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>

namespace tessera::cli {
namespace {

constexpr double cdt_microsecond = 1e-6;
constexpr double cdt_word_bytes = 4;
constexpr std::array<Index, 4> cdt_sides{16, 64, 256, 512}; // sides of the square arrays

/// Fits of sections 3.1 (in the table), 3.2 (in the text) and 3.3 (generic rates, M = 2S + R + 1).
constexpr std::array cdt_fits{
    CdtFit{"generic", "3.1", 8, 8, true, 25, 293, 19},         CdtFit{"optimized", "3.1", 8, 8, true, 25, 288, 2.8},
    CdtFit{"async", "3.1", 8, 8, false, 8, 383, 1.8},          CdtFit{"Ethernet", "3.2", 8, 8, true, 25, 1230, 41},
    CdtFit{"generic, 8 to 4", "3.3", 8, 4, true, 21, 293, 19}, CdtFit{"generic, 4 to 2", "3.3", 4, 2, true, 11, 293, 19},
};

Machine cdt_machine(CdtFit const& fit) {
    Machine machine;
    machine.name = fit.name;
    machine.t_m = fit.t_m * cdt_microsecond;
    machine.t_w = fit.t_w * cdt_microsecond;
    return machine;
}

Result<CouplingSide> cdt_side(std::string const& array, std::string const& mapping, int ranks, int first) {
    auto const job = parse_compact({{array}, mapping, "", {}}, {ranks, nullptr});
    if (!job) return forward_error(job);
    CouplingSide result{job->arrays.front().states.front(), std::vector<Rank>(as_size(ranks))};
    std::iota(result.ranks.begin(), result.ranks.end(), first);
    return result;
}

/// Returns the terms of the all-to-all for a square array of single precision, from rows to columns.
Result<RatedCoupling> planned_transfer(CdtFit const& fit, Index side_length, Machine const& machine) {
    std::string const array = fmt::format("real A({0},{0})", side_length);
    auto const from = cdt_side(array, "(block,*)", fit.senders, 0);
    if (!from) return forward_error(from);
    auto const to = cdt_side(array, "(*,block)", fit.receivers, fit.senders);
    if (!to) return forward_error(to);
    auto const coupling = Coupling::make(*from, *to);
    if (!coupling) return forward_error(coupling);
    auto const rows = rate_coupling(*coupling, &machine);
    if (!rows) return forward_error(rows);
    return rows->front();
}

Result<CdtRow> compare_fit(CdtFit const& fit) {
    Machine const machine = cdt_machine(fit);
    int const setup = fit.sets_up ? 1 + 2 * std::max(fit.senders, fit.receivers) : 0;
    CdtRow row{fit,
               fit.receivers + setup,
               fit.receivers + (fit.sets_up ? coupling_setup_messages(fit.senders, fit.receivers) : 0),
               0,
               {},
               {},
               {}};
    for (Index const length : cdt_sides) {
        auto const cost = cdt_cost(machine, fit.senders, fit.receivers, length * length, fit.sets_up);
        if (!cost) return forward_error(cost);
        auto const planned = planned_transfer(fit, length, machine);
        if (!planned) return forward_error(planned);
        row.planned_messages = planned->busiest_messages;
        row.seconds.push_back(cost->all_to_all);
        row.planned.push_back(*planned->time + *machine.t_m * setup);
        row.central.push_back(cost->centralized);
    }
    return row;
}

/// Returns the words from which configuration b is faster than a, where b has more messages and more processors. t_m dM = t_w D dW.
double faster_up_to(CdtRow const& a, int messages_a, CdtRow const& b, int messages_b) {
    double const ports_a = (a.fit.senders + a.fit.receivers) / 2.0;
    double const ports_b = (b.fit.senders + b.fit.receivers) / 2.0;
    return a.fit.t_m * (messages_b - messages_a) / (a.fit.t_w * (1 / ports_a - 1 / ports_b));
}

void write_cdt_fits(std::vector<CdtRow> const& rows, Sink const& sink) {
    using Align = TextTable::Align;
    TextTable table({{"", Align::Left},
                     {"section"},
                     {"S"},
                     {"R"},
                     {"t_m, us"},
                     {"t_w, us"},
                     {"MB/s"},
                     {"M: paper"},
                     {"formula"},
                     {"plan"},
                     {"tree"}},
                    sink);
    for (CdtRow const& row : rows) {
        Index const setup = row.messages - row.fit.receivers;
        table.add({std::string(row.fit.name), std::string(row.fit.section), fmt::to_string(row.fit.senders),
                   fmt::to_string(row.fit.receivers), fmt::format("{:g}", row.fit.t_m), fmt::format("{:g}", row.fit.t_w),
                   fmt::format("{:.1f}", cdt_word_bytes / row.fit.t_w), fmt::to_string(row.fit.messages),
                   fmt::to_string(row.messages), fmt::to_string(row.planned_messages + setup), fmt::to_string(row.tree_messages)});
    }
    table.finish();
}

void write_cdt_times(std::vector<CdtRow> const& rows, Sink const& sink) {
    std::vector<TextTable::Column> columns{{"", TextTable::Align::Left}};
    for (Index const length : cdt_sides) columns.push_back({fmt::format("{0} x {0}", length)});
    TextTable table(columns, sink);
    for (CdtRow const& row : rows)
        for (auto const& [what, seconds] :
             {std::pair{"equation 1", &row.seconds}, {"our plan", &row.planned}, {"centralized", &row.central}}) {
            std::vector<std::string> line{seconds == &row.seconds ? fmt::format("{}, {}", row.fit.name, what)
                                                                  : fmt::format("  {}", what)};
            for (double const each : *seconds) line.push_back(short_seconds(each));
            table.add(std::move(line));
        }
    table.finish();
}

} // namespace

std::vector<Index> cdt_words() {
    std::vector<Index> words;
    for (Index const length : cdt_sides) words.push_back(length * length);
    return words;
}

Result<std::vector<CdtRow>> compare_cdt() {
    std::vector<CdtRow> rows;
    for (CdtFit const& fit : cdt_fits) {
        auto row = compare_fit(fit);
        if (!row) return forward_error(row);
        rows.push_back(*std::move(row));
    }
    return rows;
}

void cdt_text(std::vector<CdtRow> const& rows, Sink const& sink) {
    sink("Avalani et al. 1994, sections 3.1 to 3.3: (BLOCK,*) to (*,BLOCK), all-to-all, on the IBM SP1\n\n");
    write_cdt_fits(rows, sink);
    sink("\nM        messages of one processor: R, and where it is made anew for every transfer the set-up\n"
         "formula  the prototype's set-up, 1 + 2 max(S,R)\n"
         "plan     the same, with the messages that one sender has in our plan\n"
         "tree     a set-up along a tree, 1 + max(log2 S, log2 R), as tessera::ArrayChannel makes it\n\n"
         "Time of one transfer, T = t_m M + t_w D / ((S+R)/2), with the prototype's set-up:\n\n");
    write_cdt_times(rows, sink);
    CdtRow const& wide = rows[rows.size() - 2];
    CdtRow const& narrow = rows.back();
    sink(fmt::format(
        "\n4 to 2 is faster than 8 to 4 up to {:.0f} words; with a set-up along a tree, up to {:.0f}: lower, as the paper says.\n",
        faster_up_to(narrow, narrow.messages, wide, wide.messages),
        faster_up_to(narrow, narrow.tree_messages, wide, wide.tree_messages)));
    sink("All-to-all is always faster than centralized, as the paper found (3.2). The paper's own times are plots.\n");
}

void cdt_json(std::vector<CdtRow> const& rows, Sink const& sink) {
    JsonWriter json(sink);
    auto const list = [&json](char const* key, std::vector<double> const& numbers) {
        json.key(key);
        json.begin_array();
        for (double const number : numbers) json.value(number);
        json.end_array();
    };
    json.begin_object();
    json.entry("schema", "tessera.cdt-table/1");
    json.entry("words", cdt_words());
    json.key("rows");
    json.begin_list();
    for (CdtRow const& row : rows) {
        json.begin_object();
        json.entry("name", row.fit.name);
        json.entry("section", row.fit.section);
        json.entry("senders", Index{row.fit.senders});
        json.entry("receivers", Index{row.fit.receivers});
        json.entry("t_m", row.fit.t_m * cdt_microsecond);
        json.entry("t_w", row.fit.t_w * cdt_microsecond);
        json.entry("published_messages", Index{row.fit.messages});
        json.entry("messages", Index{row.messages});
        json.entry("tree_messages", Index{row.tree_messages});
        json.entry("planned_messages", row.planned_messages);
        list("all_to_all", row.seconds);
        list("all_to_all_planned", row.planned);
        list("centralized", row.central);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

} // namespace tessera::cli
