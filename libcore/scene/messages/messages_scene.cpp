// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of the message matrix.
#include "libcore/scene/messages/messages_scene.hpp"

#include "libcore/base/units.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/message_cells.hpp"
#include "libcore/scene/detail/scale_legend.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tessera {
namespace {

using namespace detail;
using Anchor = SceneText::Anchor;

constexpr double bars_length = 90;
constexpr double bars_gap = 10;
constexpr double largest_square = 64;
constexpr std::size_t most_tooltips = 64 * 64; // larger pictures have none; the window queries the matrix itself

std::string volume_text(MessageVolume const& volume) {
    return fmt::format("{}, {}", counted(volume.elements, "element"), scaled_bytes(volume.bytes));
}

std::string tooltip_of(MessageCells const& cells, std::size_t row, std::size_t column) {
    std::size_t const cell = cells.at(row, column);
    Run const from = cells.senders[row];
    Run const to = cells.receivers[column];
    std::string text = fmt::format("rank{} {} to {}: ", from.size() + to.size() > 2 ? "s" : "", range_text(from), range_text(to));
    if (cells.moved[cell].bytes > 0) text += volume_text(cells.moved[cell]);
    if (cells.kept[cell].bytes > 0)
        text += fmt::format("{}{} stay", cells.moved[cell].bytes > 0 ? "; " : "", volume_text(cells.kept[cell]));
    return text;
}

/// Lays out one matrix. The constructor computes everything; draw() then adds it to a scene.
class MatrixLayout {
  public:
    MatrixLayout(MessageCells const& cells, double side, double top, std::optional<ColorScale::Kind> kind) : cells_(cells) {
        auto const most = static_cast<double>(std::max(cells.senders.size(), cells.receivers.size()));
        cell_ = std::clamp(std::floor(side / most), 1.0, largest_square);
        left_ = edge + 22 + text_width(std::to_string(cells.senders.back().begin), tick_size) + 8;
        top_ = top + 42;
        if (cells.most > 0) {
            auto const least = static_cast<double>(cells.least);
            auto const largest = static_cast<double>(cells.most);
            scale_.emplace(kind.value_or(ColorScale::suited_to(least, largest)), least, largest);
        }
    }

    /// Draws the matrix and returns the y below it.
    double draw(Scene& scene) const {
        for (std::size_t row = 0; row < cells_.senders.size(); ++row) add_row(scene, row);
        add_grid(scene);
        add_axes(scene);
        scene.width = std::max(scene.width, right() + edge);
        if (cells_.most == 0) return add_legend(scene, say_nothing_moves(scene));
        add_sums(scene);
        scene.width = std::max(scene.width, right() + bars_gap + bars_length + 70 + edge);
        return add_legend(scene, bottom() + bars_gap + bars_length * 0.6 + 24);
    }

  private:
    [[nodiscard]] double right() const { return left_ + cell_ * static_cast<double>(cells_.receivers.size()); }
    [[nodiscard]] double bottom() const { return top_ + cell_ * static_cast<double>(cells_.senders.size()); }
    [[nodiscard]] double x_of(std::size_t column) const { return left_ + cell_ * static_cast<double>(column); }
    [[nodiscard]] double y_of(std::size_t row) const { return top_ + cell_ * static_cast<double>(row); }
    [[nodiscard]] bool is_empty(std::size_t row, std::size_t column) const {
        std::size_t const cell = cells_.at(row, column);
        return cells_.moved[cell].bytes == 0 && cells_.kept[cell].bytes == 0;
    }

    [[nodiscard]] bool has_empty_cell() const {
        for (std::size_t row = 0; row < cells_.senders.size(); ++row)
            for (std::size_t column = 0; column < cells_.receivers.size(); ++column)
                if (is_empty(row, column)) return true;
        return false;
    }

    void add_row(Scene& scene, std::size_t row) const {
        for (std::size_t column = 0; column < cells_.receivers.size();) {
            std::size_t end = column + 1;
            while (is_empty(row, column) && end < cells_.receivers.size() && is_empty(row, end)) ++end;
            add_cell(scene, row, column, end);
            column = end;
        }
    }

    void add_cell(Scene& scene, std::size_t row, std::size_t column, std::size_t end) const {
        Run const from = cells_.senders[row];
        Run const to{cells_.receivers[column].begin, cells_.receivers[end - 1].end};
        bool const empty = is_empty(row, column);
        std::size_t const cell = cells_.at(row, column);
        Index const moved = cells_.moved[cell].bytes;
        SceneRect rect{x_of(column),          y_of(row), cell_ * static_cast<double>(end - column), cell_, empty ? blank : neutral,
                       MessagesTag{from, to}, {}};
        if (moved > 0) rect.fill = scale_->at(static_cast<double>(moved));
        if (!empty && cells_.moved.size() <= most_tooltips) rect.tooltip = tooltip_of(cells_, row, column);
        scene.rects.push_back(rect);
        if (!empty) add_label(scene, rect, short_bytes(static_cast<double>(moved > 0 ? moved : cells_.kept[cell].bytes)), 0.8, 12);
        if (cells_.kept[cell].bytes == 0 || empty) return;
        Color const stroke = moved > 0 ? text_color_on(rect.fill) : ink;
        // Leaves the middle of the stroke free for a number.
        for (double const begin : {0.0, 0.75}) {
            double const stop = cell_ < 20 ? 1 : begin + 0.25;
            scene.lines.push_back({rect.x + begin * cell_, rect.y + begin * cell_, rect.x + stop * cell_, rect.y + stop * cell_,
                                   stroke, std::min(1.0, cell_ / 12), 0.5});
            if (stop == 1) break;
        }
    }

    /// Adds faint lines if cells are large enough. They also separate the bars of the sums. Gaps between bars would be rounded to
    /// pixels, and look like ranks without bytes.
    void add_grid(Scene& scene) const {
        if (cell_ < 7) return;
        double const bars = cells_.most == 0 ? 0 : bars_gap + bars_length;
        for (std::size_t row = 1; row < cells_.senders.size(); ++row)
            scene.lines.push_back({left_, y_of(row), right() + bars, y_of(row), paper, 1, 0.8});
        for (std::size_t column = 1; column < cells_.receivers.size(); ++column)
            scene.lines.push_back({x_of(column), top_, x_of(column), bottom() + 0.8 * bars, paper, 1, 0.8});
    }

    void add_axes(Scene& scene) const {
        auto const length = [](std::vector<Run> const& ranks) {
            return text_width(std::to_string(ranks.back().begin), tick_size) + 8;
        };
        add_text(scene, left_, top_ - 32, "to rank \u2192", {.bold = true});
        add_text(scene, edge, top_ - 14, "from", {.bold = true});
        add_text(scene, edge, top_ + 0, "\u2193", {.bold = true});
        for (int const column : labelled_cells(cells_.receivers.size(), cell_, length(cells_.receivers))) {
            auto const c = as_size(column);
            add_text(scene, x_of(c) + cell_ / 2, top_ - 10, std::to_string(cells_.receivers[c].begin),
                     {.size = tick_size, .anchor = Anchor::Middle, .color = faint_ink});
        }
        for (int const row : labelled_cells(cells_.senders.size(), cell_, tick_size + 3)) {
            auto const r = as_size(row);
            add_text(scene, left_ - 6, y_of(r) + cell_ / 2, std::to_string(cells_.senders[r].begin),
                     {.size = tick_size, .anchor = Anchor::End, .color = faint_ink});
        }
    }

    [[nodiscard]] static Index most_of(std::vector<MessageVolume> const& sums) {
        return std::ranges::max(sums, {}, &MessageVolume::bytes).bytes;
    }

    void add_bar(Scene& scene, SceneRect rect, bool received, Run ranks, MessageVolume const& volume) const {
        rect.fill = bar_color;
        rect.tag = RankSumTag{received, ranks};
        rect.tooltip = fmt::format("rank{} {} {}{}: {}", ranks.size() > 1 ? "s" : "", range_text(ranks),
                                   received ? "receive" : "send", ranks.size() > 1 ? "" : "s", volume_text(volume));
        scene.rects.push_back(std::move(rect));
    }

    void add_sums(Scene& scene) const {
        add_sent(scene, right() + bars_gap);
        add_received(scene, bottom() + bars_gap);
    }

    /// Adds the heading of the sums that ranks send (receive), and their maximum.
    void add_heading(Scene& scene, double x, double y, std::string const& what, Index most) const {
        add_text(scene, x, y, what, {.bold = true});
        add_text(scene, x, y + 18, "most " + short_bytes(static_cast<double>(most)), {.size = tick_size, .color = faint_ink});
    }

    void add_sent(Scene& scene, double x) const {
        Index const most = most_of(cells_.sent);
        add_heading(scene, x, top_ - 32, "sent in total", most);
        for (std::size_t row = 0; row < cells_.sent.size(); ++row) {
            auto const bytes = static_cast<double>(cells_.sent[row].bytes);
            double const length = most == 0 ? 0 : bars_length * bytes / static_cast<double>(most);
            add_bar(scene, {x, y_of(row), length, cell_, {}, {}, {}}, false, cells_.senders[row], cells_.sent[row]);
            if (cell_ >= 13) add_text(scene, x + length + 5, y_of(row) + cell_ / 2, short_bytes(bytes), {.size = tick_size});
        }
    }

    void add_received(Scene& scene, double y) const {
        Index const most = most_of(cells_.received);
        add_heading(scene, right() + bars_gap, y + 8, "received in total", most);
        bool const room_for_numbers = std::ranges::all_of(cells_.received, [this](MessageVolume const& volume) {
            return text_width(short_bytes(static_cast<double>(volume.bytes)), tick_size) + 3 <= cell_;
        });
        for (std::size_t column = 0; column < cells_.received.size(); ++column) {
            auto const bytes = static_cast<double>(cells_.received[column].bytes);
            double const length = most == 0 ? 0 : 0.6 * bars_length * bytes / static_cast<double>(most);
            add_bar(scene, {x_of(column), y, cell_, length, {}, {}, {}}, true, cells_.receivers[column], cells_.received[column]);
            if (!room_for_numbers) continue;
            add_text(scene, x_of(column) + cell_ / 2, y + length + 9, short_bytes(bytes),
                     {.size = tick_size, .anchor = Anchor::Middle});
        }
    }

    double say_nothing_moves(Scene& scene) const {
        add_text(scene, edge, bottom() + 20, "Nothing is sent, because each rank already has what it needs.", {.bold = true});
        return bottom() + 40;
    }

    double add_legend(Scene& scene, double y) const {
        if (scale_) y = add_scale_legend(scene, *scale_, edge, y, "bytes from rank to rank", short_bytes);
        bool const any_kept = std::ranges::any_of(cells_.kept, [](MessageVolume const& volume) { return volume.bytes > 0; });
        double x = edge;
        if (any_kept) {
            x = add_swatch(scene, edge, y, neutral, "stays on its rank, not sent");
            scene.lines.push_back({edge, y, edge + 22, y + 14, ink, 1, 0.35});
        }
        bool const any_empty = has_empty_cell();
        if (any_empty) add_swatch(scene, x, y, blank, "no message");
        if (!any_kept && !any_empty) return y;
        return y + 24;
    }

    MessageCells const& cells_;
    double cell_ = 0; // side of a cell
    double left_ = 0; // left edge of the cells
    double top_ = 0;
    std::optional<ColorScale> scale_; // present if anything moves
};

std::vector<std::string> notes_for(MessageCells const& cells) {
    if (!cells.is_aggregated()) return {};
    auto const ranks = [](Run run) { return counted(run.size(), "rank"); };
    return {
        fmt::format("Each cell is the sum of the messages from {} to {}, each bar of those of {}. Labels show the first of each.",
                    ranks(cells.senders.front()), ranks(cells.receivers.front()), ranks(cells.senders.front()))};
}

} // namespace

Scene messages_scene(std::string const& title, std::string const& subtitle, MessageMatrix const& matrix, MessagesView const& view) {
    MessageCells const cells(matrix, view.senders, view.receivers, view.most_cells);
    Scene scene = blank_scene(title);
    double const top = add_title(scene, title, subtitle);
    double const y = MatrixLayout(cells, view.side, top, view.scale).draw(scene);
    scene.height = add_notes(scene, notes_for(cells), y) + edge - 6;
    return scene;
}

} // namespace tessera
