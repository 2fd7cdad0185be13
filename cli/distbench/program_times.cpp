// SPDX-License-Identifier: BSD-3-Clause
// Tessera: times of the eight programs of the pC* thesis here, next to the thesis' statements on figures 7.3 and 7.9.
#include "cli/distbench/program_times.hpp"

#include "cli/distbench/recorded.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

namespace tessera::cli {
namespace {

using TrialJson = nlohmann::json;
constexpr std::string_view programs_schema = "tessera.programs/1";

/// Statements of the text, because the figures are plots. Figure 7.3 (and the head of chapter 7): efficiency on up to 12 processors
/// relative to one. Figure 7.9 (section 7.6): speed relative to C on one processor.
struct ProgramFigures {
    std::string_view name;
    std::string_view efficiency;
    std::string_view over_c;
};
constexpr std::array<ProgramFigures, 8> program_figures{{
    {"fft", "0.45 to 0.9", "0.5 with 12"},
    {"histeq", "0.45", "0.5 with 12"},
    {"njac", "0.45 to 0.9", "1 with 4"},
    {"roadnet", "0.95", "0.5 with 12"},
    {"amp", "0.45 to 0.9", "1 with 4"},
    {"julia", "0.45 to 0.9", "1 with 2"},
    {"mm", "0.45 to 0.9", "1 with 2"},
    {"rf", "0.45 to 0.9", "1 with 4"},
}};

std::string ratio_text(ProgramTimes const* above, ProgramTimes const& below, Index divisor = 1) {
    if (above == nullptr) return "-";
    return fmt::format("{:.2f}", above->median / below.median / static_cast<double>(divisor));
}

std::vector<ProgramTimes const*> rows_of(ProgramTrials const& trials, std::string_view program) {
    std::vector<ProgramTimes const*> rows;
    for (ProgramTimes const& times : trials.rows)
        if (times.program == program && times.by == "tessera") rows.push_back(&times);
    std::ranges::sort(rows, {}, [](ProgramTimes const* times) { return std::pair(times->numbers, times->ranks); });
    return rows;
}

void add_rows(ProgramTrials const& trials, ProgramFigures const& figures, TextTable& table) {
    auto const rows = rows_of(trials, figures.name);
    if (rows.empty())
        table.add({std::string(figures.name), "-", "-", "-", "-", "-", std::string(figures.efficiency), "-",
                   std::string(figures.over_c), "-"});
    ProgramTimes const* before = nullptr;
    for (ProgramTimes const* times : rows) {
        bool const first = before == nullptr;
        bool const others = first || times->numbers != before->numbers;
        before = times;
        auto const* const one = trials.of(*times, "tessera", 1);
        table.add({first ? std::string(figures.name) : "", others ? fmt::format("{}", fmt::join(times->numbers, " ")) : "",
                   std::to_string(times->ranks), fmt::format("{:.4f}", times->median),
                   fmt::format("{:.4f} to {:.4f}", times->least, times->most), ratio_text(one, *times, times->ranks),
                   first ? std::string(figures.efficiency) : "", ratio_text(trials.of(*times, "alone", 1), *times),
                   first ? std::string(figures.over_c) : "", ratio_text(trials.of(*times, "plain", times->ranks), *times)});
    }
}

ProgramTimes times_from(TrialJson const& row) {
    return {row.at("program"), row.at("numbers"), row.at("by"), row.at("ranks"), row.at("median"), row.at("min"), row.at("max")};
}

} // namespace

ProgramTimes const* ProgramTrials::of(ProgramTimes const& like, std::string_view by, Index ranks) const {
    auto const found = std::ranges::find_if(rows, [&](ProgramTimes const& times) {
        return times.program == like.program && times.numbers == like.numbers && times.by == by && times.ranks == ranks;
    });
    return found == rows.end() ? nullptr : &*found;
}

ProgramTrials recorded_program_trials() {
    auto recorded = program_trials_of(recorded_programs, "the recorded times");
    assert(recorded && "datasets/programs/recorded.json is none of ours");
    return *std::move(recorded);
}

Result<ProgramTrials> program_trials_of(std::string_view json, std::string const& file) {
    constexpr std::string_view expected = "expected what tests/bench/programs_bench.sh prints";
    TrialJson const document = TrialJson::parse(json, nullptr, false);
    if (document.is_discarded()) return fail(fmt::format("{}: no JSON; {}", file, expected));
    ProgramTrials trials;
    try {
        std::string const schema = document.at("schema");
        if (schema != programs_schema) return fail(fmt::format("{}: its schema is {}; expected {}", file, schema, programs_schema));
        trials.machine = document.at("machine");
        trials.processors = document.at("processors");
        trials.rounds = document.at("rounds");
        for (TrialJson const& row : document.at("rows")) trials.rows.push_back(times_from(row));
    } catch (std::exception const& error) {
        return fail(fmt::format("{}: {} ({})", file, expected, error.what()));
    }
    for (ProgramTimes const& times : trials.rows)
        if (times.median <= 0 || times.ranks < 1) return fail(fmt::format("{}: a time or a number of ranks is not above 0", file));
    return trials;
}

void programs_text(ProgramTrials const& trials, Sink const& sink) {
    sink("Bigot 1996, chapter 7: the eight programs (share/examples/pcstar), with what the text says of figures 7.3 and 7.9\n\n");
    using enum TextTable::Align;
    TextTable table({{"program", Left},
                     {"numbers", Left},
                     {"ranks"},
                     {"seconds"},
                     {"least to most"},
                     {"efficiency"},
                     {"thesis", Left},
                     {"of C"},
                     {"thesis", Left},
                     {"of MPI"}},
                    sink);
    for (ProgramFigures const& figures : program_figures) add_rows(trials, figures, table);
    table.finish();
    sink("\nefficiency  the time on 1 rank over that on all, for each rank\n"
         "of C        speed over a loop of one process; the thesis: over C, where it draws level, or what it comes to\n"
         "of MPI      speed over the same program in plain MPI, on as many ranks\n"
         "thesis      up to 12 SPARCstation 20, Ethernet\n");
    sink(fmt::format("here        {}", trials.machine));
    if (trials.rounds > 0)
        sink(fmt::format("; medians of {}, of the slowest rank; {} processors, which more ranks than that share", trials.rounds,
                         trials.processors));
    sink("\n");
}

void programs_json(ProgramTrials const& trials, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", programs_schema);
    json.entry("machine", trials.machine);
    json.entry("processors", trials.processors);
    json.entry("rounds", trials.rounds);
    json.key("rows");
    json.begin_list();
    for (ProgramTimes const& times : trials.rows) {
        json.begin_object();
        json.entry("program", times.program);
        json.key("numbers");
        json.value(std::span<Index const>(times.numbers));
        json.entry("by", times.by);
        json.entry("ranks", times.ranks);
        json.entry("median", times.median);
        json.entry("min", times.least);
        json.entry("max", times.most);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

} // namespace tessera::cli
