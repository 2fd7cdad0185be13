// SPDX-License-Identifier: BSD-3-Clause
// Tessera: times of the eight programs of the pC* thesis here, next to the thesis' statements on figures 7.3 and 7.9.
#include "cli/distbench/tables/programs.hpp"

#include "cli/distbench/tables/embedded.hpp"
#include "libcore/base/file_text.hpp"
#include "libcore/base/try.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace tessera::cli {
namespace {

using TrialJson = nlohmann::json;
constexpr std::string_view programs_schema = "tessera.programs/1";

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

/// Adds the lines of one program, whose row in the paper's table has its efficiency and its speed over C.
void add_program(ProgramTrials const& trials, PaperTable const& paper, std::size_t row,
                 std::vector<std::vector<std::string>>& lines) {
    std::string const& name = paper.text(row, "program");
    std::string const& efficiency = paper.text(row, "efficiency");
    std::string const& over_c = paper.text(row, "over C");
    auto const rows = rows_of(trials, name);
    if (rows.empty()) lines.push_back({name, "-", "-", "-", "-", "-", efficiency, "-", over_c, "-"});
    ProgramTimes const* before = nullptr;
    for (ProgramTimes const* times : rows) {
        bool const first = before == nullptr;
        bool const others = first || times->numbers != before->numbers;
        before = times;
        auto const* const one = trials.of(*times, "tessera", 1);
        lines.push_back({first ? name : "", others ? fmt::format("{}", fmt::join(times->numbers, " ")) : "",
                         std::to_string(times->ranks), fmt::format("{:.4f}", times->median),
                         fmt::format("{:.4f} to {:.4f}", times->least, times->most), ratio_text(one, *times, times->ranks),
                         first ? efficiency : "", ratio_text(trials.of(*times, "alone", 1), *times), first ? over_c : "",
                         ratio_text(trials.of(*times, "plain", times->ranks), *times)});
    }
}

ProgramTimes times_from(TrialJson const& row) {
    return {row.at("program"), row.at("numbers"), row.at("by"), row.at("ranks"), row.at("median"), row.at("min"), row.at("max")};
}

std::string programs_text(PaperTable const& paper, ProgramTrials const& trials) {
    using enum TextTable::Align;
    std::vector<std::vector<std::string>> lines;
    for (std::size_t row = 0; row < paper.rows(); ++row) add_program(trials, paper, row, lines);
    std::string text =
        fmt::format("{}, {}\n\n", paper.fact("paper"), paper.title()) +
        table_text({{"program", Left},
                    {"numbers", Left},
                    {"ranks"},
                    {"seconds"},
                    {"least to most"},
                    {"efficiency"},
                    {"thesis", Left},
                    {"of C"},
                    {"thesis", Left},
                    {"of MPI"}},
                   std::move(lines)) +
        "\nefficiency  the time on 1 rank over that on all, for each rank\n"
        "of C        speed over a loop of one process; the thesis: over C, where it draws level, or what it comes to\n"
        "of MPI      speed over the same program in plain MPI, on as many ranks\n"
        "thesis      up to 12 SPARCstation 20, Ethernet\n";
    text += fmt::format("here        {}", trials.machine);
    if (trials.rounds > 0)
        text += fmt::format("; medians of {}, of the slowest rank; {} processors, which more ranks than that share", trials.rounds,
                            trials.processors);
    return text + "\n";
}

ReportJson programs_json(ProgramTrials const& trials) {
    ReportJson rows = ReportJson::array();
    for (ProgramTimes const& times : trials.rows)
        rows.push_back({{"program", times.program},
                        {"numbers", times.numbers},
                        {"by", times.by},
                        {"ranks", times.ranks},
                        {"median", times.median},
                        {"min", times.least},
                        {"max", times.most}});
    return {{"schema", programs_schema},
            {"machine", trials.machine},
            {"processors", trials.processors},
            {"rounds", trials.rounds},
            {"rows", std::move(rows)}};
}

} // namespace

ProgramTimes const* ProgramTrials::of(ProgramTimes const& like, std::string_view by, Index ranks) const {
    auto const found = std::ranges::find_if(rows, [&](ProgramTimes const& times) {
        return times.program == like.program && times.numbers == like.numbers && times.by == by && times.ranks == ranks;
    });
    return found == rows.end() ? nullptr : &*found;
}

ProgramTrials recorded_program_trials() {
    auto recorded = program_trials_of(programs_recorded_json, "the recorded times");
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

Result<TableReport> compare_programs(PaperTable const& paper, TableInputs const& inputs) {
    ProgramTrials trials = recorded_program_trials();
    if (!inputs.files.empty()) {
        auto const text = TRY(file_text(inputs.files.front()));
        trials = TRY(program_trials_of(text, inputs.files.front()));
    }
    return TableReport{programs_text(paper, trials), programs_json(trials)};
}

} // namespace tessera::cli
