// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ownership pictures with headings and legend, as a terminal shows them.
#include "cli/distplan/terminal_picture.hpp"

#include "libcore/report/units.hpp"
#include "libcore/scene/ansi.hpp"
#include "libcore/scene/ownership_caption.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tessera::cli {
namespace {

constexpr int gap = 4;
constexpr std::size_t most_entries = 24;

TextPicture::Line plain(std::string const& text) {
    return {text, static_cast<int>(text.size())};
}

/// One state: heading and cells.
TextPicture panel(DrawnState const& state, CellLayout const& layout, Terminal const& terminal) {
    OwnershipGrid const grid(state.mapping, state.view, layout.limits);
    TextPicture picture;
    std::string const heading = state.heading.empty() ? "" : state.heading + ": ";
    picture.lines.push_back(plain(heading + describe(state.mapping.spec())));
    picture.lines.push_back(plain(axes_caption(grid)));
    if (auto const size = cell_size_caption(grid); !size.empty()) picture.lines.push_back(plain(size));
    TextPicture const cells = paint_cells(grid, layout.tight, terminal.depth);
    std::ranges::copy(cells.lines, std::back_inserter(picture.lines));
    return picture;
}

/// What the marks of the cells mean, each said once.
std::string marks_text(std::vector<DrawnState> const& states, Terminal const& terminal) {
    std::vector<std::string> marks;
    auto const explain = [&](std::string const& mark) {
        if (std::ranges::count(marks, mark) == 0) marks.push_back(mark);
    };
    for (DrawnState const& state : states) {
        OwnershipGrid const grid(state.mapping, state.view, fit_cells(state.mapping, state.view, terminal.width).limits);
        bool const one_rank = state.view.only.has_value();
        if (one_rank) explain(fmt::format(".   not held by rank {}", *state.view.only));
        if (grid.has_mixed_cells()) {
            explain("3~  rank 3 holds at least half of the cell");
            explain(one_rank ? "::  it holds less than half"
                             : "::  several ranks, none holds half; --section shows a part in detail");
        }
        if (state.mapping.replicas() > 1 && !one_rank) explain("3+  rank 3 holds the first copy, other ranks the others");
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

/// Do all states fit beside each other with every element a cell of its own?
bool fit_beside(std::vector<DrawnState> const& states, int width) {
    int needed = -gap;
    for (DrawnState const& state : states) {
        Index const cells = margin_width(state.mapping, state.view) + state.view.columns.count * cell_width(state.mapping, false);
        Index const words = static_cast<Index>(describe(state.mapping.spec()).size() + state.heading.size() + 2);
        needed += static_cast<int>(std::min<Index>(std::max<Index>({cells, words, 32}), width)) + gap;
    }
    return states.size() > 1 && needed <= width;
}

std::string panels_text(std::vector<DrawnState> const& states, Terminal const& terminal) {
    bool const side_by_side = fit_beside(states, terminal.width);
    TextPicture row;
    std::string text;
    for (DrawnState const& state : states) {
        TextPicture const picture = panel(state, fit_cells(state.mapping, state.view, terminal.width), terminal);
        if (side_by_side)
            row = row.lines.empty() ? picture : beside(row, picture, gap);
        else
            text += (text.empty() ? "" : "\n") + text_of(picture);
    }
    return side_by_side ? text_of(row) : text;
}

std::set<Rank> ranks_of(std::vector<DrawnState> const& states, Terminal const& terminal) {
    std::set<Rank> ranks;
    for (DrawnState const& state : states)
        ranks.merge(
            OwnershipGrid(state.mapping, state.view, fit_cells(state.mapping, state.view, terminal.width).limits).ranks_shown());
    return ranks;
}

/// "120 -> 0": how many elements a rank holds in each state.
std::string counts_of(Rank rank, std::vector<DrawnState> const& states) {
    std::string counts;
    for (DrawnState const& state : states) {
        auto const position = state.mapping.grid().position(rank);
        Index const count = position ? state.mapping.owned_count(*position) : 0;
        counts += fmt::format("{}{}", counts.empty() ? "" : " -> ", grouped(count));
    }
    return counts;
}

/// Every rank of the pictures in its colour, with the number of its elements, in columns.
std::string legend(std::vector<DrawnState> const& states, Terminal const& terminal) {
    auto const ranks = ranks_of(states, terminal);
    if (ranks.empty()) return {};
    std::size_t widest = 0;
    for (Rank const rank : ranks) widest = std::max(widest, counts_of(rank, states).size());
    int const swatch = static_cast<int>(std::to_string(*ranks.rbegin()).size()) + 2;
    auto const columns =
        std::max<std::size_t>(static_cast<std::size_t>(terminal.width) / (static_cast<std::size_t>(swatch) + 1 + widest + 3), 1);

    std::string text = "Elements of each rank:\n";
    std::size_t entry = 0;
    for (Rank const rank : ranks) {
        if (entry == most_entries) break;
        bool const last_of_line = ++entry % columns == 0 || entry == std::min(ranks.size(), most_entries);
        text += fmt::format("{} {:<{}}", rank_swatch(rank, swatch, terminal.depth).text, counts_of(rank, states),
                            last_of_line ? 0 : widest + 3);
        if (last_of_line) text += "\n";
    }
    if (ranks.size() > most_entries) text += fmt::format("and {} more ranks\n", ranks.size() - most_entries);
    return text;
}

} // namespace

std::string terminal_picture(std::vector<DrawnState> const& states, Terminal const& terminal) {
    return fmt::format("{}\n\n{}{}\n{}", describe(states.front().mapping.array()), panels_text(states, terminal),
                       marks_text(states, terminal), legend(states, terminal));
}

} // namespace tessera::cli
