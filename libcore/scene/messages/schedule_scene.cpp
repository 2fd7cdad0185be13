// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of a schedule.
#include "libcore/scene/messages/schedule_scene.hpp"

#include "libcore/base/units.hpp"
#include "libcore/scene/color_scale.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/scale_legend.hpp"
#include "libcore/scene/detail/schedule_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>

namespace tessera {
namespace {

using namespace detail;
using Anchor = SceneText::Anchor;

constexpr double largest_row = 28;
constexpr double strip_share = 0.28; // share of a cell's height, for the rank received from
constexpr double bars_height = 44;
constexpr double bars_caption = 20; // height above the bars
constexpr double bars_pitch = bars_caption + bars_height + 12;

/// Lays out one chart. The constructor computes everything; draw() then adds it to a scene.
class ChartLayout {
  public:
    ChartLayout(Schedule const& schedule, std::vector<StepCost> const& costs, ScheduleView const& view, double top)
        : set_(schedule.messages()), view_(view), cells_(schedule, view.positions, view.steps, view.most_rows, view.most_columns),
          figures_(column_figures(cells_.steps, costs)) {
        edges_ = column_edges(cells_.steps.size(), figures_, view.width, view.as_long_as_time);
        row_ = std::clamp(std::floor(view.height / static_cast<double>(cells_.positions.size())), 1.0, largest_row);
        left_ = edge + text_width(std::to_string(set_.rank(static_cast<int>(view.positions.end) - 1)), tick_size) + 8;
        left_ = std::max(left_, edge + text_width("rank", caption_size) + 8);
        top_ = top + 42;
        if (cells_.most_bytes > 0) {
            auto const least = static_cast<double>(cells_.least_bytes);
            auto const most = static_cast<double>(cells_.most_bytes);
            scale_.emplace(ColorScale::suited_to(least, most), least, most);
        }
    }

    /// Draws the chart and returns the y below it.
    double draw(Scene& scene) const {
        for (std::size_t row = 0; row < cells_.positions.size(); ++row)
            for (std::size_t column = 0; column < cells_.steps.size(); ++column) add_cell(scene, row, column);
        add_grid(scene);
        add_axes(scene);
        scene.width = std::max(scene.width, x_of(cells_.steps.size()) + edge);
        add_frame(scene);
        return add_legend(scene, add_figures(scene, y_of(cells_.positions.size()) + 12) + 8);
    }

    [[nodiscard]] std::vector<std::string> notes() const {
        std::vector<std::string> notes;
        if (cells_.is_aggregated())
            notes.push_back(fmt::format("Each cell covers {} and {}{}. Labels show the first of each.",
                                        counted(cells_.positions.front().size(), "rank"),
                                        counted(cells_.steps.front().size(), "step"), cells_.sampled ? " (sampled)" : ""));
        else if (set_.size() > palette_size && view_.shade == ScheduleView::Shade::Partner)
            notes.push_back(fmt::format("Colours repeat after {} ranks.", palette_size));
        notes.push_back(idle_text());
        return notes;
    }

  private:
    [[nodiscard]] double x_of(std::size_t column) const { return left_ + edges_[column]; }
    [[nodiscard]] double y_of(std::size_t row) const { return top_ + row_ * static_cast<double>(row); }
    [[nodiscard]] double width_of(std::size_t column) const { return edges_[column + 1] - edges_[column]; }
    [[nodiscard]] std::string rank_text(int position) const { return std::to_string(set_.rank(position)); }

    [[nodiscard]] std::string idle_text() const {
        Index busy = 0;
        Index looked = 0;
        for (ScheduleCell const& cell : cells_.cells) {
            busy += cell.busy;
            looked += cell.looked;
        }
        double const idle = looked == 0 ? 0 : 100.0 * static_cast<double>(looked - busy) / static_cast<double>(looked);
        return idle == 0 ? "No rank is idle in any step." : fmt::format("Ranks are idle for {:.3g} % of the steps.", idle);
    }

    [[nodiscard]] SceneTag tag_of(Run positions, Run steps) const {
        return StepsTag{{set_.rank(static_cast<int>(positions.begin)), set_.rank(static_cast<int>(positions.end) - 1) + 1}, steps};
    }

    /// Returns "to 3, 1.5 KiB" or "to 15 ranks, 3.0 KiB".
    [[nodiscard]] std::string way_text(char const* way, int partner, Index messages, Index bytes) const {
        if (partner == ScheduleCell::nobody) return {};
        std::string const who = partner == ScheduleCell::several ? counted(messages, "rank") : rank_text(partner);
        return fmt::format("; {} {}, {}", way, who, scaled_bytes(bytes));
    }

    [[nodiscard]] std::string tooltip_of(ScheduleCell const& cell, std::size_t row, std::size_t column) const {
        Run const steps = cells_.steps[column];
        if (cells_.is_aggregated())
            return fmt::format("ranks {} to {}, steps {}: {:.0f} % busy", rank_text(static_cast<int>(cells_.positions[row].begin)),
                               rank_text(static_cast<int>(cells_.positions[row].end) - 1),
                               range_text({steps.begin + 1, steps.end + 1}), 100 * busy_share(cell));
        std::string text =
            fmt::format("rank {}, step {}", rank_text(static_cast<int>(cells_.positions[row].begin)), steps.begin + 1);
        if (cell.sends + cell.receives == 0) return text + ": idle";
        text += way_text("sends to", cell.to, cell.sends, cell.sent);
        return text + way_text("receives from", cell.from, cell.receives, cell.received);
    }

    [[nodiscard]] static double busy_share(ScheduleCell const& cell) {
        return cell.looked == 0 ? 0 : static_cast<double>(cell.busy) / static_cast<double>(cell.looked);
    }

    [[nodiscard]] Color partner_color(int partner, Index bytes) const {
        if (view_.shade == ScheduleView::Shade::Bytes) return scale_->at(static_cast<double>(bytes));
        return partner == ScheduleCell::several ? faint_ink : rank_color(set_.rank(partner));
    }

    void add_cell(Scene& scene, std::size_t row, std::size_t column) const {
        ScheduleCell const& cell = cells_.at(row, column);
        SceneRect rect{x_of(column),
                       y_of(row),
                       width_of(column),
                       row_,
                       blank,
                       tag_of(cells_.positions[row], cells_.steps[column]),
                       tooltip_of(cell, row, column)};
        if (cells_.is_aggregated()) {
            if (cell.busy > 0) rect.fill = mean_color(cell);
            scene.rects.push_back(std::move(rect));
            return;
        }
        bool const one_partner = cell.to == cell.from && cell.to >= 0;
        bool const both = cell.to != ScheduleCell::nobody && cell.from != ScheduleCell::nobody;
        bool const alike = one_partner && (view_.shade == ScheduleView::Shade::Partner || cell.sent == cell.received);
        if (cell.to != ScheduleCell::nobody) rect.fill = partner_color(cell.to, cell.sent);
        scene.rects.push_back(rect);
        SceneRect upper = rect;
        if (!alike && (both || cell.to == ScheduleCell::nobody)) upper.height *= 1 - strip_share;
        if (cell.to != ScheduleCell::nobody)
            add_label(scene, upper, cell.to == ScheduleCell::several ? fmt::format("{}x", cell.sends) : rank_text(cell.to), 0.7,
                      14);
        if (cell.from != ScheduleCell::nobody && !alike) add_strip(scene, rect, cell);
    }

    /// Draws a strip for the rank received from. It has a number if the rank sends nothing.
    void add_strip(Scene& scene, SceneRect const& rect, ScheduleCell const& cell) const {
        SceneRect strip = rect;
        strip.y += rect.height * (1 - strip_share);
        strip.height *= strip_share;
        strip.fill = partner_color(cell.from, cell.received);
        scene.rects.push_back(std::move(strip));
        if (cell.to != ScheduleCell::nobody) return;
        SceneRect upper = rect;
        upper.height *= 1 - strip_share;
        std::string const who = cell.from == ScheduleCell::several ? fmt::format("{}x", cell.receives) : rank_text(cell.from);
        add_label(scene, upper, "\u2190" + who, 0.8, 12);
    }

    [[nodiscard]] Color mean_color(ScheduleCell const& cell) const {
        return view_.shade == ScheduleView::Shade::Bytes ? scale_->at(static_cast<double>(mean_bytes(cell)))
                                                         : quantity_color(busy_share(cell));
    }

    void add_grid(Scene& scene) const {
        double const right = x_of(cells_.steps.size());
        double const bottom = y_of(cells_.positions.size());
        if (row_ >= 6)
            for (std::size_t row = 1; row < cells_.positions.size(); ++row)
                scene.lines.push_back({left_, y_of(row), right, y_of(row), paper, 1, 0.8});
        for (std::size_t column = 1; column < cells_.steps.size(); ++column)
            if (width_of(column) >= 6) scene.lines.push_back({x_of(column), top_, x_of(column), bottom, paper, 1.5, 1});
    }

    void add_axes(Scene& scene) const {
        bool const timed = view_.as_long_as_time && has_times();
        add_text(scene, left_, top_ - 32, timed ? "step \u2192 (the width is its time)" : "step \u2192", {.bold = true});
        add_text(scene, edge, top_ - 12, "rank", {.bold = true});
        add_step_labels(scene);
        for (int const label : labelled_cells(cells_.positions.size(), row_, tick_size + 3)) {
            auto const row = as_size(label);
            add_text(scene, left_ - 6, y_of(row) + row_ / 2, rank_text(static_cast<int>(cells_.positions[row].begin)),
                     {.size = tick_size, .anchor = Anchor::End, .color = faint_ink});
        }
    }

    /// Labels the current step, and others where they fit.
    void add_step_labels(Scene& scene) const {
        double const room = text_width(std::to_string(cells_.steps.back().begin + 1), tick_size) + 7;
        std::vector<double> taken;
        auto const add = [&](std::size_t column, bool current) {
            double const x = x_of(column) + width_of(column) / 2;
            if (std::ranges::any_of(taken, [&](double other) { return std::abs(x - other) < room; })) return;
            taken.push_back(x);
            Index const step = current ? *view_.current : cells_.steps[column].begin;
            add_text(scene, x, top_ - 10, std::to_string(step + 1),
                     {.size = tick_size, .anchor = Anchor::Middle, .color = current ? ink : faint_ink, .bold = current});
        };
        if (auto const column = current_column()) add(*column, true);
        for (int const label : labelled_cells(cells_.steps.size(), width_of_narrowest(), room)) add(as_size(label), false);
    }

    [[nodiscard]] std::optional<std::size_t> current_column() const {
        auto const found =
            std::ranges::find_if(cells_.steps, [this](Run run) { return view_.current && run.contains(*view_.current); });
        if (found == cells_.steps.end()) return std::nullopt;
        return as_size(found - cells_.steps.begin());
    }

    [[nodiscard]] double width_of_narrowest() const {
        if (!view_.as_long_as_time || !has_times()) return width_of(0);
        return view_.width / static_cast<double>(cells_.steps.size()); // labels check their own space as well
    }

    [[nodiscard]] bool has_times() const {
        return std::ranges::any_of(figures_, [](ColumnFigures const& column) { return column.time > 0; });
    }

    /// Draws bars per step. Returns the y below.
    double add_figures(Scene& scene, double y) const {
        y = add_bars(
            scene, y, "bytes of the busiest rank", [this](std::size_t c) { return static_cast<double>(cells_.busiest[c]); },
            short_bytes);
        if (figures_.empty()) return keep_room(scene, y);
        y = add_bars(
            scene, y, "messages on the busiest link", [this](std::size_t c) { return figures_[c].load; },
            [](double load) { return fmt::format("{:.3g}", load); });
        if (!has_times()) return y;
        return add_bars(
            scene, y, "time", [this](std::size_t c) { return figures_[c].time; }, short_seconds);
    }

    /// Reserves space, so that nothing moves when the figures arrive.
    double keep_room(Scene& scene, double y) const {
        constexpr std::array counted_later{"messages on the busiest link", "time"};
        for (int row = 0; row < view_.to_come; ++row) {
            add_text(scene, left_, y + 8, fmt::format("{}: being counted", counted_later[as_size(row)]), {.color = faint_ink});
            y += bars_pitch;
        }
        return y;
    }

    double add_bars(Scene& scene, double y, std::string const& what, std::function<double(std::size_t)> const& value_of,
                    std::function<std::string(double)> const& text_of) const {
        double most = 0;
        for (std::size_t column = 0; column < cells_.steps.size(); ++column) most = std::max(most, value_of(column));
        add_text(scene, left_, y + 8, fmt::format("{}: {} {}", what, cells_.steps.size() > 1 ? "most" : "", text_of(most)), {});
        y += bars_caption;
        for (std::size_t column = 0; column < cells_.steps.size(); ++column) {
            double const height = most > 0 ? bars_height * value_of(column) / most : 0;
            Run const steps = cells_.steps[column];
            double const gap = width_of(column) < 4 ? 0 : 1;
            scene.rects.push_back(
                {x_of(column), y + bars_height - height, width_of(column) - gap, height,
                 column == current_column() ? ink : bar_color,
                 tag_of({cells_.positions.front().begin, cells_.positions.back().end}, steps),
                 fmt::format("step {}: {}", range_text({steps.begin + 1, steps.end + 1}), text_of(value_of(column)))});
        }
        return y + bars_pitch - bars_caption;
    }

    /// Frames the current step.
    void add_frame(Scene& scene) const {
        auto const column = current_column();
        if (!column) return;
        double const x1 = x_of(*column);
        double const x2 = x_of(*column + 1);
        double const bottom = y_of(cells_.positions.size());
        for (double const x : {x1, x2}) scene.lines.push_back({x, top_ - 2, x, bottom + 2, ink, 2.5, 1});
        for (double const y : {top_ - 2, bottom + 2}) scene.lines.push_back({x1 - 1.25, y, x2 + 1.25, y, ink, 2.5, 1});
    }

    double add_legend(Scene& scene, double y) const {
        if (view_.shade == ScheduleView::Shade::Bytes && scale_) {
            char const* const what = cells_.is_aggregated() ? "bytes of a rank in a step, on average" : "bytes of a rank in a step";
            y = add_scale_legend(scene, *scale_, edge, y, what, short_bytes);
        } else if (cells_.is_aggregated()) {
            ColorScale const share(ColorScale::Kind::Linear, 0.01, 1);
            y = add_scale_legend(scene, share, edge, y, "ranks and steps that are busy",
                                 [](double part) { return fmt::format("{:.0f} %", 100 * part); });
        }
        if (cells_.is_aggregated()) {
            bool const idle = std::ranges::any_of(cells_.cells, [](ScheduleCell const& cell) { return cell.busy == 0; });
            if (idle) add_swatch(scene, edge, y, blank, "all idle");
            return idle ? y + 24 : y;
        }
        return add_cell_legend(scene, y);
    }

    double add_cell_legend(Scene& scene, double y) const {
        bool const by_partner = view_.shade == ScheduleView::Shade::Partner;
        auto const any = [this](auto const& holds) { return std::ranges::any_of(cells_.cells, holds); };
        SwatchLines swatches(scene, edge, y);
        swatches.add(by_partner ? rank_color(0) : quantity_color(0.5),
                     fmt::format("{}number: the rank it sends to (both ways in an exchange)", by_partner ? "colour and " : ""));
        if (any([](ScheduleCell const& cell) { return cell.from != cell.to && cell.from != ScheduleCell::nobody; })) {
            auto const [left, top] = swatches.add(blank, "receives from another rank");
            scene.rects.push_back({left, top + 10, 22, 4, by_partner ? rank_color(1) : quantity_color(0.3), {}, {}});
        }
        if (by_partner && any([](ScheduleCell const& cell) { return cell.sends > 1 || cell.receives > 1; }))
            swatches.add(faint_ink, "several ranks");
        if (any([](ScheduleCell const& cell) { return cell.to == ScheduleCell::nobody && cell.from == ScheduleCell::nobody; }))
            swatches.add(blank, "idle");
        return swatches.below();
    }

    MessageSet const& set_;
    ScheduleView const& view_;
    ScheduleCells cells_;
    std::vector<ColumnFigures> figures_;
    std::vector<double> edges_;       // edges of the columns, from the left
    std::optional<ColorScale> scale_; // scale of bytes, if any move
    double row_ = 0;                  // height of a row
    double left_ = 0;                 // left edge of the cells
    double top_ = 0;
};

} // namespace

Scene schedule_scene(std::string const& title, std::string const& subtitle, Schedule const& schedule,
                     std::vector<StepCost> const& costs, ScheduleView const& view) {
    Scene scene = blank_scene(title);
    double const top = add_title(scene, title, subtitle);
    if (view.steps.empty() || schedule.messages().messages() == 0) {
        add_text(scene, edge, top + 14, "No steps, because no rank sends anything to another.", {.bold = true});
        scene.height = top + 28 + edge;
        return scene;
    }
    ChartLayout const layout(schedule, costs, view, top);
    double const y = layout.draw(scene);
    scene.height = add_notes(scene, layout.notes(), y) + edge - 6;
    return scene;
}

} // namespace tessera
