// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ownership pictures with headings and legend, for a terminal.
#include "cli/distplan/terminal_picture.hpp"

#include "libcore/base/units.hpp"
#include "libcore/scene/ansi.hpp"
#include "libcore/scene/ownership/ownership_caption.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tessera::cli {
namespace {

constexpr int gap = 4;
constexpr int good_half = 76; // in columns
constexpr std::size_t most_entries = 24;

TextPicture::Line plain(std::string const& text) {
    return {text, static_cast<int>(text.size())};
}

/// One state with its cell layout.
struct Panel {
    DrawnState const& state;
    OwnershipGrid grid;
    bool tight = false;
};

std::vector<Panel> panels_for(std::vector<DrawnState> const& states, int width) {
    std::vector<CellLayout> layouts;
    std::vector<GridLimits> limits;
    for (DrawnState const& state : states) {
        layouts.push_back(fit_cells(state.mapping, state.view, width));
        limits.push_back(layouts.back().limits);
    }
    auto const plans = plan_states(states, limits);
    std::vector<Panel> panels;
    for (std::size_t i = 0; i < states.size(); ++i) {
        bool const tight = layouts[i].tight && plans[i].column_size == 1;
        panels.push_back({states[i], OwnershipGrid(states[i].mapping, states[i].view, plans[i]), tight});
    }
    return panels;
}

/// Returns the heading and the cells.
TextPicture paint(Panel const& panel, ColorDepth depth) {
    MappingSpec const& spec = panel.state.mapping.spec();
    TextPicture picture;
    picture.lines.push_back(plain((panel.state.heading.empty() ? "" : panel.state.heading + ": ") + describe(spec)));
    if (spec.target) picture.lines.push_back(plain("align " + describe_alignment(spec)));
    picture.lines.push_back(plain(axes_caption(panel.grid)));
    if (auto const size = cell_size_caption(panel.grid); !size.empty()) picture.lines.push_back(plain(size));
    std::ranges::copy(paint_cells(panel.grid, panel.tight, depth).lines, std::back_inserter(picture.lines));
    return picture;
}

/// Returns the meaning of the marks in the cells, each once.
std::string marks_text(std::vector<Panel> const& panels) {
    std::vector<std::string> marks;
    auto const explain = [&](std::string const& mark) {
        if (std::ranges::count(marks, mark) == 0) marks.push_back(mark);
    };
    for (Panel const& panel : panels) {
        auto const only = panel.grid.view().only;
        if (only) explain(fmt::format(".   not held by rank {}", *only));
        if (panel.grid.has_mixed_cells()) {
            explain("3~  rank 3 holds two thirds of the cell or more");
            explain(only ? "::  it holds less" : "::  several ranks, none holds that much; --section shows a part in detail");
        }
        if (panel.grid.mapping().replicas() > 1 && !only) explain("3+  rank 3 holds the first copy, other ranks the others");
    }
    std::string text;
    for (std::string const& mark : marks) text += mark + "\n";
    return text;
}

std::string text_of(TextPicture const& picture) {
    std::string text;
    for (TextPicture::Line const& line : picture.lines) text += line.text + "\n";
    return text;
}

/// Returns the width in columns of a state if every element has its own cell, at most `most`.
int natural_width(DrawnState const& state, int most) {
    Index const columns = state.view.columns.count;
    if (columns > most) return most;
    return margin_width(state.mapping, state.view) + static_cast<int>(columns) * cell_width(state.mapping, false);
}

/// Returns whether the states go side by side: every element fits that way, or half the screen is wide enough for a good picture.
bool fit_beside(std::vector<DrawnState> const& states, int width) {
    if (states.size() < 2) return false;
    int const half = (width - gap) / 2;
    auto const fits = [&](DrawnState const& state) { return natural_width(state, width) <= half; };
    return half >= good_half || std::ranges::all_of(states, fits);
}

std::string panels_text(std::vector<Panel> const& panels, bool side_by_side, int width, ColorDepth depth) {
    TextPicture row;
    std::string text;
    for (Panel const& panel : panels) {
        TextPicture const picture = paint(panel, depth);
        row = row.lines.empty() ? picture : beside(row, picture, gap);
        text += (text.empty() ? "" : "\n") + text_of(picture);
    }
    return side_by_side && row.width() <= width ? text_of(row) : text; // headings may be wider than the cells
}

std::set<Rank> ranks_of(std::vector<Panel> const& panels) {
    std::set<Rank> ranks;
    for (Panel const& panel : panels) ranks.merge(panel.grid.ranks_shown());
    return ranks;
}

/// Returns "120 -> 0": the number of elements of a rank in each state.
std::string counts_of(Rank rank, std::vector<Panel> const& panels) {
    std::string counts;
    for (Panel const& panel : panels) {
        Mapping const& mapping = panel.grid.mapping();
        auto const position = mapping.grid().position(rank);
        Index const count = position ? mapping.owned_count(*position) : 0;
        counts += fmt::format("{}{}", counts.empty() ? "" : " -> ", grouped(count));
    }
    return counts;
}

/// Returns every rank in its colour with the number of its elements, in columns.
std::string legend(std::vector<Panel> const& panels, Terminal const& terminal) {
    auto const ranks = ranks_of(panels);
    if (ranks.empty()) return {};
    std::size_t widest = 0;
    for (Rank const rank : ranks) widest = std::max(widest, counts_of(rank, panels).size());
    int const swatch = static_cast<int>(std::to_string(*ranks.rbegin()).size()) + 2;
    auto const columns = std::max<std::size_t>(as_size(terminal.width) / (as_size(swatch) + 1 + widest + 3), 1);

    std::string text = "Elements of each rank:\n";
    std::size_t entry = 0;
    for (Rank const rank : ranks) {
        if (entry == most_entries) break;
        bool const last_of_line = ++entry % columns == 0 || entry == std::min(ranks.size(), most_entries);
        text += fmt::format("{} {:<{}}", rank_swatch(rank, swatch, terminal.depth).text, counts_of(rank, panels),
                            last_of_line ? 0 : widest + 3);
        if (last_of_line) text += "\n";
    }
    if (ranks.size() > most_entries) text += fmt::format("and {} more ranks\n", ranks.size() - most_entries);
    return text;
}

} // namespace

std::string terminal_picture(std::vector<DrawnState> const& states, Terminal const& terminal) {
    bool const side_by_side = fit_beside(states, terminal.width);
    auto const panels = panels_for(states, side_by_side ? (terminal.width - gap) / 2 : terminal.width);
    return fmt::format("{}\n\n{}{}\n{}", title_of(states), panels_text(panels, side_by_side, terminal.width, terminal.depth),
                       marks_text(panels), legend(panels, terminal));
}

} // namespace tessera::cli
