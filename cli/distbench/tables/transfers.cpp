// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published fits of transfers between two groups of processors next to our values.
#include "cli/distbench/tables/comparers.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/pipeline/coupling.hpp"
#include "libcore/report/messages/coupling_report.hpp"
#include "libcore/spec/parse.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <numeric>

namespace tessera::cli {
namespace {

constexpr double cdt_microsecond = 1e-6;
constexpr double cdt_word_bytes = 4;
constexpr int most_cdt_processors = 4096;
constexpr Index longest_cdt_side = 1 << 15;

/// A fit of equation 1 as printed in the paper, next to our values from the formulas and from the planned schedules.
struct TransferFit {
    std::string name;
    std::string section;
    int senders = 0;
    int receivers = 0;
    bool sets_up = true;      ///< a set-up precedes every transfer
    int printed_messages = 0; ///< M in the paper
    double t_m = 0;           ///< us
    double t_w = 0;           ///< us per word of 4 bytes

    int messages = 0;           ///< M by formula: R, plus the prototype's set-up, 1 + 2 max(S,R)
    int tree_messages = 0;      ///< M for a set-up along a tree, 1 + max(log2 S, log2 R), which channels use
    Index planned_messages = 0; ///< messages of one sender in the plan from (BLOCK,*) to (*,BLOCK)

    // Seconds, one for each size of the arrays.
    std::vector<double> all_to_all = {}; ///< equation 1
    std::vector<double> planned =
        {}; ///< the volume of the plan's messages and the terms of rate_coupling, with the prototype's set-up
    std::vector<double> central = {}; ///< centralized, by equation 1

    [[nodiscard]] int setup() const { return messages - receivers; }
};

Result<TransferFit> published_fit(PaperTable const& paper, std::size_t row) {
    auto const whole = [&](char const* heading) { return static_cast<int>(paper.number(row, heading).value_or(0)); };
    TransferFit fit{.name = paper.text(row, "name"),
                    .section = paper.text(row, "section"),
                    .senders = whole("senders"),
                    .receivers = whole("receivers"),
                    .sets_up = whole("set-ups") != 0,
                    .printed_messages = whole("messages"),
                    .t_m = paper.number(row, "t_m").value_or(0),
                    .t_w = paper.number(row, "t_w").value_or(0)};
    if (std::min(fit.senders, fit.receivers) < 1 || std::max(fit.senders, fit.receivers) > most_cdt_processors || fit.t_m <= 0 ||
        fit.t_w <= 0)
        return fail(fmt::format("table {}, row '{}': needs 1 to {} senders and receivers, and times above 0", paper.name(),
                                fit.name, most_cdt_processors));
    int const setup = fit.sets_up ? 1 + 2 * std::max(fit.senders, fit.receivers) : 0;
    fit.messages = fit.receivers + setup;
    fit.tree_messages = fit.receivers + (fit.sets_up ? coupling_setup_messages(fit.senders, fit.receivers) : 0);
    return fit;
}

Result<std::vector<Index>> name_pair_of(PaperTable const& paper) {
    std::vector<Index> sides;
    for (std::string const& text : split_text(paper.fact("sides"), ",")) {
        sides.push_back(std::atoll(text.c_str()));
        if (sides.back() < 1 || sides.back() > longest_cdt_side)
            return fail(fmt::format("table {}: '{}' in the fact 'sides': expected 1 to {}", paper.name(), text, longest_cdt_side));
    }
    return sides;
}

Machine machine_of(TransferFit const& fit) {
    Machine machine;
    machine.name = fit.name;
    machine.t_m = fit.t_m * cdt_microsecond;
    machine.t_w = fit.t_w * cdt_microsecond;
    return machine;
}

Result<CouplingSide> cdt_side(std::string const& array, std::string const& mapping, int ranks, int first) {
    auto const job = TRY(parse_compact({{array}, mapping, "", {}}, {ranks, nullptr}));
    CouplingSide result{job.arrays.front().states.front(), std::vector<Rank>(as_size(ranks))};
    std::iota(result.ranks.begin(), result.ranks.end(), first);
    return result;
}

/// Returns the terms of the all-to-all for a square array of single precision, from rows to columns.
Result<RatedCoupling> planned_transfer(TransferFit const& fit, Index side, Machine const& machine) {
    std::string const array = fmt::format("real A({0},{0})", side);
    auto const from = TRY(cdt_side(array, "(block,*)", fit.senders, 0));
    auto const to = TRY(cdt_side(array, "(*,block)", fit.receivers, fit.senders));
    auto const coupling = TRY(Coupling::make(from, to));
    auto const rows = TRY(rate_coupling(coupling, &machine));
    return rows.front();
}

Result<void> evaluate(TransferFit& fit, std::span<Index const> sides) {
    Machine const machine = machine_of(fit);
    for (Index const side : sides) {
        auto const cost = TRY(cdt_cost(machine, fit.senders, fit.receivers, side * side, fit.sets_up));
        auto const planned = TRY(planned_transfer(fit, side, machine));
        fit.planned_messages = planned.busiest_messages;
        fit.all_to_all.push_back(cost.all_to_all);
        fit.planned.push_back(*planned.time + *machine.t_m * fit.setup());
        fit.central.push_back(cost.centralized);
    }
    return {};
}

/// Returns the words from which configuration b is faster than a, where b has more messages and more processors. t_m dM = t_w D dW.
double faster_up_to(TransferFit const& a, int messages_a, TransferFit const& b, int messages_b) {
    double const ports_a = (a.senders + a.receivers) / 2.0;
    double const ports_b = (b.senders + b.receivers) / 2.0;
    return a.t_m * (messages_b - messages_a) / (a.t_w * (1 / ports_a - 1 / ports_b));
}

std::string fits_table(std::vector<TransferFit> const& fits) {
    std::vector<std::vector<std::string>> lines;
    for (TransferFit const& fit : fits)
        lines.push_back(
            {fit.name, fit.section, fmt::to_string(fit.senders), fmt::to_string(fit.receivers), fmt::format("{:g}", fit.t_m),
             fmt::format("{:g}", fit.t_w), fmt::format("{:.1f}", cdt_word_bytes / fit.t_w), fmt::to_string(fit.printed_messages),
             fmt::to_string(fit.messages), fmt::to_string(fit.planned_messages + fit.setup()), fmt::to_string(fit.tree_messages)});
    return table_text({{"", TextTable::Align::Left},
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
                      std::move(lines));
}

std::string transfer_times(std::vector<TransferFit> const& fits, std::span<Index const> sides) {
    std::vector<TextTable::Column> columns{{"", TextTable::Align::Left}};
    for (Index const side : sides) columns.push_back({fmt::format("{0} x {0}", side)});
    std::vector<std::vector<std::string>> lines;
    for (TransferFit const& fit : fits)
        for (auto const& [label, seconds] : {std::pair{fit.name + ", equation 1", &fit.all_to_all},
                                             {"  our plan", &fit.planned},
                                             {"  centralized", &fit.central}}) {
            auto& line = lines.emplace_back(1, label);
            for (double const each : *seconds) line.push_back(short_seconds(each));
        }
    return table_text(std::move(columns), std::move(lines));
}

/// Compares the last two fits, two sizes of one configuration.
std::string crossing_text(std::vector<TransferFit> const& fits) {
    if (fits.size() < 2) return "";
    TransferFit const& wide = fits[fits.size() - 2];
    TransferFit const& narrow = fits.back();
    return fmt::format("\n{} to {} is faster than {} to {} up to {:.0f} words; with a set-up along a tree, up to {:.0f}: lower, as "
                       "the paper says.\n",
                       narrow.senders, narrow.receivers, wide.senders, wide.receivers,
                       faster_up_to(narrow, narrow.messages, wide, wide.messages),
                       faster_up_to(narrow, narrow.tree_messages, wide, wide.tree_messages));
}

std::string transfers_text(PaperTable const& paper, std::vector<TransferFit> const& fits, std::span<Index const> sides) {
    return fmt::format("{}, {}\n\n", paper.fact("paper"), paper.title()) + fits_table(fits) +
           "\nM        messages of one processor: R, and where it is made anew for every transfer the set-up\n"
           "formula  the prototype's set-up, 1 + 2 max(S,R)\n"
           "plan     the same, with the messages that one sender has in our plan\n"
           "tree     a set-up along a tree, 1 + max(log2 S, log2 R), as tessera::ArrayChannel makes it\n\n"
           "Time of one transfer, T = t_m M + t_w D / ((S+R)/2), with the prototype's set-up:\n\n" +
           transfer_times(fits, sides) + crossing_text(fits) +
           "All-to-all is always faster than centralized, as the paper found (3.2). The paper's own times are plots.\n";
}

ReportJson transfers_json(std::vector<TransferFit> const& fits, std::span<Index const> sides) {
    std::vector<Index> words;
    for (Index const side : sides) words.push_back(side * side);
    ReportJson rows = ReportJson::array();
    for (TransferFit const& fit : fits)
        rows.push_back({{"name", fit.name},
                        {"section", fit.section},
                        {"senders", fit.senders},
                        {"receivers", fit.receivers},
                        {"t_m", fit.t_m * cdt_microsecond},
                        {"t_w", fit.t_w * cdt_microsecond},
                        {"published_messages", fit.printed_messages},
                        {"messages", fit.messages},
                        {"tree_messages", fit.tree_messages},
                        {"planned_messages", fit.planned_messages},
                        {"all_to_all", fit.all_to_all},
                        {"all_to_all_planned", fit.planned},
                        {"centralized", fit.central}});
    return {{"schema", "tessera.cdt-table/1"}, {"words", words}, {"rows", std::move(rows)}};
}

} // namespace

Result<TableReport> compare_transfers(PaperTable const& paper, TableInputs const&) {
    auto const sides = TRY(name_pair_of(paper));
    std::vector<TransferFit> fits;
    for (std::size_t row = 0; row < paper.rows(); ++row) {
        auto fit = TRY(published_fit(paper, row));
        TRY(evaluate(fit, sides));
        fits.push_back(std::move(fit));
    }
    return TableReport{transfers_text(paper, fits, sides), transfers_json(fits, sides)};
}

} // namespace tessera::cli
