// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of ownership pictures, from grids to rectangles, lines and texts.
#include "libcore/scene/ownership/ownership_scene.hpp"

#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/panel_layout.hpp"
#include "libcore/scene/ownership/ownership_balance.hpp"
#include "libcore/scene/ownership/ownership_caption.hpp"
#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace tessera {

using detail::edge;
using detail::text_width;

namespace {

constexpr double panel_gap = 36;    // between panels
constexpr double single_side = 440; // side of a single panel
constexpr double shared_side = 340; // side of one of several panels; larger panels would make the picture so wide that it is shown
                                    // smaller
constexpr double widest_row = 1160; // wider groups of panels are stacked vertically
constexpr double legend_size = 12;  // font size
constexpr double legend_line = 22;  // distance of entries
constexpr std::size_t most_entries = 36;

/// Returns a legend entry: the number of a rank, and how much it holds in each panel.
std::string legend_text(Rank rank, std::vector<TitledGrid> const& panels) {
    std::string counts;
    for (TitledGrid const& panel : panels) {
        auto const position = panel.grid.mapping().grid().position(rank);
        Index const count = position ? panel.grid.mapping().owned_count(*position) : 0;
        counts += fmt::format("{}{}", counts.empty() ? "" : " \u2192 ", count);
    }
    return fmt::format("rank {}: {} element{}", rank, counts, counts == "1" ? "" : "s");
}

/// Adds the entries in columns under the panels. Returns the y below the last one.
double add_legend(Scene& scene, std::vector<TitledGrid> const& panels, double y) {
    std::set<Rank> ranks;
    for (TitledGrid const& panel : panels) ranks.merge(panel.grid.ranks_shown());
    double widest = 0;
    for (Rank const rank : ranks) widest = std::max(widest, text_width(legend_text(rank, panels), legend_size) + legend_line + 24);
    auto const columns = std::max<std::size_t>(static_cast<std::size_t>((scene.width - 2 * edge) / std::max(widest, 1.0)), 1);
    std::size_t entry = 0;
    for (Rank const rank : ranks) {
        if (entry == most_entries) break;
        double const left = edge + widest * static_cast<double>(entry % columns);
        double const top = y + legend_line * static_cast<double>(entry / columns);
        Color const color = rank_color(rank);
        scene.rects.push_back({left, top, 26, 16, color, LegendTag{rank}, {}});
        scene.texts.push_back(
            {left + 13, top + 8, std::to_string(rank), 11, SceneText::Anchor::Middle, text_color_on(color), true});
        scene.texts.push_back({left + 33, top + 8, legend_text(rank, panels), legend_size, SceneText::Anchor::Start, ink, false});
        ++entry;
    }
    y += legend_line * static_cast<double>((entry + columns - 1) / columns);
    if (ranks.size() <= most_entries) return y;
    std::string const rest = fmt::format("and {} more ranks", ranks.size() - most_entries);
    scene.texts.push_back({edge, y + 8, rest, legend_size, SceneText::Anchor::Start, faint_ink, false});
    return y + legend_line;
}

/// Adds the colours of positions: from the first processor to the last, or the corners of the grid if two dimensions are drawn.
/// Returns the y below them.
double add_places(Scene& scene, OwnershipGrid const& grid, double y) {
    Mapping const& mapping = grid.mapping();
    auto const last = [&](int dim) { return mapping.dim(dim).coords() - 1; };
    Index const right = last(grid.view().column_dim);
    Index const bottom = grid.view().row_dim ? last(*grid.view().row_dim) : 0;
    bool const both = right > 0 && bottom > 0;
    detail::SwatchLines swatches(scene, edge, y);
    for (auto const& [row, column] : {std::pair(0, 0), std::pair(0, 1), std::pair(1, 0), std::pair(1, 1)}) {
        if (!both && row != column) continue;
        Rank const rank = grid.holder(row * bottom, column * right);
        swatches.add(both ? place_color(row, column) : place_color(row), fmt::format("place of rank {}", rank));
    }
    return swatches.below() + 6;
}

/// Returns notes on details that could be misread.
std::vector<std::string> notes_for(OwnershipGrid const& grid) {
    std::vector<std::string> notes;
    if (auto const size = cell_size_caption(grid); !size.empty()) notes.push_back(size);
    if (grid.colors() == OwnerColors::Places)
        notes.push_back(balance_text(balance_of(grid.mapping())) +
                        "; shades show positions in the processor grid, not colours of ranks");
    else if (grid.has_mixed_cells())
        notes.emplace_back(grid.view().only ? "Crossed cells are held in part: a stronger colour means a larger part."
                                            : "Crossed cells have several owners. A pale colour is a rank that holds two thirds or "
                                              "more; otherwise it is the mean colour of the owners.");
    if (grid.view().only)
        notes.push_back(fmt::format("Only the elements of rank {} are coloured.", *grid.view().only));
    else if (grid.mapping().replicas() > 1)
        notes.push_back(fmt::format("Each element has {} copies. A cell shows the ranks that hold it.", grid.mapping().replicas()));
    return notes;
}

/// Notes that are equal for all panels appear once.
std::vector<std::string> notes_for(std::vector<TitledGrid> const& panels) {
    auto const first = notes_for(panels.front().grid);
    bool const alike = std::ranges::all_of(panels, [&](TitledGrid const& panel) { return notes_for(panel.grid) == first; });
    if (alike) return first;
    std::vector<std::string> notes;
    for (TitledGrid const& panel : panels)
        for (std::string const& note : notes_for(panel.grid)) notes.push_back(fmt::format("{}: {}", panel.heading, note));
    return notes;
}

} // namespace

GridLimits picture_limits(OwnershipView const& view) {
    return view.row_dim ? GridLimits{.rows = 64, .columns = 64} : GridLimits{.rows = 32, .columns = 32};
}

namespace {

/// If one panel is coloured by position, all are.
std::vector<TitledGrid> coloured_alike(std::vector<TitledGrid> panels) {
    auto const by_place = [](TitledGrid const& panel) { return panel.grid.colors() == OwnerColors::Places; };
    if (std::ranges::any_of(panels, by_place))
        for (TitledGrid& panel : panels) panel.grid.color_by_place();
    return panels;
}

} // namespace

Scene ownership_scene(std::string const& title, std::vector<TitledGrid> const& given) {
    std::vector<TitledGrid> const panels = coloured_alike(given);
    Scene scene{.width = 0, .height = 0, .background = paper, .title = title, .rects = {}, .lines = {}, .texts = {}};
    scene.texts.push_back({edge, edge + 10, title, 18, SceneText::Anchor::Start, ink, true});
    scene.width = std::max(text_width(title, 18) * 1.1, 320.0) + 2 * edge;

    double x = edge;
    double y = edge + 34;
    double row_height = 0;
    // Vectors are stacked, to compare them index by index; matrices are side by side.
    bool const lines = std::ranges::none_of(panels, [](TitledGrid const& panel) { return panel.grid.view().row_dim.has_value(); });
    for (std::size_t i = 0; i < panels.size(); ++i) {
        PanelLayout const layout(panels[i], panels.size() > 1 && !lines ? shared_side : single_side);
        if (x > edge && (lines || x + layout.width() > widest_row)) {
            x = edge;
            y += row_height + panel_gap;
            row_height = 0;
        }
        layout.add_to(scene, static_cast<Index>(i), x, y);
        scene.width = std::max(scene.width, x + layout.width() + edge);
        row_height = std::max(row_height, layout.height());
        x += layout.width() + panel_gap;
    }
    OwnershipGrid const& first = panels.front().grid;
    y += row_height + 20;
    y = first.colors() == OwnerColors::Places ? add_places(scene, first, y) : add_legend(scene, panels, y);
    y = detail::add_notes(scene, notes_for(panels), y + 2);
    scene.height = y + edge - 6;
    return scene;
}

} // namespace tessera
