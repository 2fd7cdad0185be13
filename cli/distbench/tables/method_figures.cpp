// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the papers' experiments with redistribution methods, made from their tables.
#include "cli/distbench/tables/method_figures.hpp"

#include "libcore/base/try.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

constexpr Index most_experiment_ranks = 4096;
constexpr Index most_experiment_elements = Index{1} << 30;

/// Sets what the words behind the method say. Returns false if one is unknown.
bool set_flags(MethodContender& contender, std::span<std::string const> words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "kept")
            contender.kept = true;
        else if (words[i] == "printed")
            contender.printed = true;
        else if (words[i] == "sync")
            contender.receive = Receive::Sync;
        else if (words[i] == "back" && contender.return_trip == MethodContender::ReturnTrip::None)
            contender.return_trip = MethodContender::ReturnTrip::Planned;
        else if (words[i] == "saved")
            contender.return_trip = MethodContender::ReturnTrip::Saved;
        else if (words[i] == "by" && i + 1 < words.size())
            contender.each_phase_by = words[++i];
        else
            return false;
    }
    return !contender.printed || (!contender.kept && contender.return_trip == MethodContender::ReturnTrip::None);
}

/// Reads "lcm = lcm; lcm, kept = lcm kept".
Result<std::vector<MethodContender>> contenders_of(PaperTable const& paper, std::string const& text) {
    std::vector<MethodContender> contenders;
    for (std::string const& entry : split_text(text, "; ")) {
        auto const sides = split_text(entry, " = ");
        auto const words = split_text(sides.back(), " ");
        auto& contender = contenders.emplace_back(MethodContender{.label = sides.front(), .method = words.front()});
        if (sides.size() != 2 || !set_flags(contender, std::span(words).subspan(1)))
            return fail(
                fmt::format("table {}: contender '{}': expected 'label = method', and behind it kept, sync, back, saved or 'by "
                            "METHOD', or printed, sync and 'by METHOD'",
                            paper.name(), entry));
    }
    return contenders;
}

/// Returns the times of both methods; nothing if the table does not have them.
std::optional<PublishedPair> pair_of(PaperTable const& paper, std::size_t row, std::string const& machine,
                                     std::string const& what) {
    std::string const naive = machine + " naive" + what;
    std::string const pitfalls = machine + " PITFALLS" + what;
    if (!paper.has_column(naive) || !paper.has_column(pitfalls)) return std::nullopt;
    auto const slow = paper.number(row, naive);
    auto const fast = paper.number(row, pitfalls);
    return slow && fast ? std::optional(PublishedPair{*slow, *fast}) : std::nullopt;
}

/// A collapsed dimension has extent one in the grid, and no dimension in HPF's arrangement.
std::string arrangement(std::string const& formats, char name, Extents const& grid) {
    return formats.find('*') != std::string::npos ? fmt::format("{} onto {}({})", formats, name, grid[0] * grid[1])
                                                  : fmt::format("{} onto {}({},{})", formats, name, grid[0], grid[1]);
}

Result<MethodRow> timed_experiment(PaperTable const& paper, std::size_t row) {
    auto const source = extents_in(paper.text(row, "source"), most_experiment_ranks);
    auto const target = extents_in(paper.text(row, "target"), most_experiment_ranks);
    std::string const& side = paper.text(row, "side");
    if (!source || !target || source->size() != 2 || target->size() != 2 ||
        !extents_in(side + "x" + side, most_experiment_elements))
        return fail(fmt::format("table {}: '{}', {} to {}: expected the side of a square array, and two grids such as 4x4",
                                paper.name(), side, paper.text(row, "source"), paper.text(row, "target")));
    MethodRow result{.label = fmt::format("{0} x {0}, {1} to {2}", side, paper.text(row, "source"), paper.text(row, "target")),
                     .ranks = static_cast<int>(std::max((*source)[0] * (*source)[1], (*target)[0] * (*target)[1])),
                     .array = fmt::format("real*8 A({0},{0})", side),
                     .from = arrangement(paper.text(row, "from"), 'P', *source),
                     .to = arrangement(paper.text(row, "to"), 'Q', *target),
                     .cm5 = pair_of(paper, row, "CM-5", ""),
                     .paragon = pair_of(paper, row, "Paragon", ""),
                     .cm5_element = pair_of(paper, row, "CM-5", " of an element"),
                     .paragon_element = pair_of(paper, row, "Paragon", " of an element")};
    if (!result.cm5 || !result.paragon) return fail(fmt::format("table {}: '{}' lacks a time", paper.name(), result.label));
    return result;
}

/// Returns a figure for each block of rows.
Result<std::vector<MethodFigure>> timed_figures(PaperTable const& paper) {
    auto const contenders = TRY(contenders_of(paper, paper.fact("contenders")));
    std::vector<MethodFigure> figures;
    for (std::size_t row = 0; row < paper.rows(); ++row) {
        if (figures.empty() || figures.back().name != paper.text(row, "block"))
            figures.push_back({paper.text(row, "block"), "doubles", "", "array, grids", contenders, {}});
        figures.back().rows.push_back(TRY(timed_experiment(paper, row)));
    }
    return figures;
}

/// Returns one experiment of a figure: on `value` ranks, with `value` integers on 16 ranks, or on a square grid.
MethodRow stated_experiment(PaperTable const& paper, std::size_t row, std::string const& value, Extents const& numbers) {
    std::string const& rows_are = paper.text(row, "rows");
    Index const ranks = rows_are == "integers" ? 16 : rows_are == "grid" ? numbers[0] * numbers[1] : numbers[0];
    auto const mapping = [&](std::string const& format) {
        return rows_are == "grid" ? fmt::format("({0},{0}) onto P({1},{2})", format, numbers[0], numbers[1])
                                  : fmt::format("({}) onto P({})", format, ranks);
    };
    std::string array = paper.text(row, "array");
    if (std::size_t const at = array.find("{}"); at != std::string::npos) array.replace(at, 2, value);
    return {.label = value,
            .ranks = static_cast<int>(ranks),
            .array = std::move(array),
            .from = mapping(paper.text(row, "from")),
            .to = mapping(paper.text(row, "to"))};
}

Result<MethodFigure> stated_figure(PaperTable const& paper, std::size_t row) {
    auto contenders = TRY(contenders_of(paper, paper.text(row, "contenders")));
    MethodFigure figure{paper.text(row, "figure"), paper.text(row, "title"), paper.text(row, "the paper says"),
                        paper.text(row, "rows"),   std::move(contenders),    {}};
    for (std::string const& value : split_text(paper.text(row, "values"), " ")) {
        auto const numbers = extents_in(value, figure.rows_are == "integers" ? most_experiment_elements : most_experiment_ranks);
        if (!numbers || numbers->size() != (figure.rows_are == "grid" ? 2U : 1U))
            return fail(fmt::format("table {}, {}: '{}': expected {}", paper.name(), figure.name, value,
                                    figure.rows_are == "grid" ? "a grid such as 4x4" : "a whole number of " + figure.rows_are));
        figure.rows.push_back(stated_experiment(paper, row, value, *numbers));
    }
    return figure;
}

Result<std::vector<MethodFigure>> stated_figures(PaperTable const& paper) {
    std::vector<MethodFigure> figures;
    for (std::size_t row = 0; row < paper.rows(); ++row) figures.push_back(TRY(stated_figure(paper, row)));
    return figures;
}

} // namespace

Result<MethodTable> method_table(PaperTable const& paper) {
    constexpr std::string_view timed[]{"block", "from", "to", "side", "source", "target"};
    constexpr std::string_view stated[]{"figure", "title", "rows", "values", "array", "from", "to", "contenders", "the paper says"};
    bool const has_times = paper.has_column("block");
    TRY(paper.require({}, has_times ? std::span<std::string_view const>(timed) : stated));
    auto figures = TRY((has_times ? timed_figures : stated_figures)(paper));
    return MethodTable{paper.name(), paper.title(), std::move(figures)};
}

std::span<MethodTable const> method_tables() {
    static std::vector<MethodTable> const tables = [] {
        std::vector<MethodTable> list;
        for (char const* const name : {"pitfalls", "chapter3", "chapter3-printed"})
            list.push_back(method_table(*find_paper_table(name)).value());
        return list;
    }();
    return tables;
}

} // namespace tessera::cli
