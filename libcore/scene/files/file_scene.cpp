// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of a file.
#include "libcore/scene/files/file_scene.hpp"

#include "libcore/base/units.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/file_legend.hpp"
#include "libcore/scene/detail/round_exchange.hpp"
#include "libcore/scene/detail/waste_lanes.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {
namespace {

using namespace detail;
using Anchor = SceneText::Anchor;

constexpr double later = 0.78;       // share of the paper's colour in later accesses
constexpr double lane_height = 18;   // height of the file domains
constexpr double line_gap = 9;       // below a line and its domains
constexpr double detail_height = 26; // height of a line
constexpr double overview_height = 16;
constexpr double widest_cell = 26;
constexpr double least_mark = 7; // minimum width of the frame around the marked position

/// When a cell is accessed, relative to the selected phase.
enum class Tense { Now, Done, Later };

/// The appearance of one cell. Neighbouring cells with equal looks become one rectangle.
struct Look {
    double wanted = 0; // shares of the height
    double vain = 0;
    std::vector<Rank> stripes; // ranks that share the wanted part; empty if there are too many
    std::vector<double> parts; // size of each stripe
    bool several = false;
    Tense tense = Tense::Now;
    friend bool operator==(Look const&, Look const&) = default;
};

Look look_of(FileCell const& cell, Tense tense) {
    Look look;
    look.tense = tense;
    auto const all = static_cast<double>(cell.positions.size());
    look.wanted = static_cast<double>(cell.wanted) / all;
    look.vain = static_cast<double>(std::max<Index>(0, cell.touched - cell.wanted)) / all;
    look.several = cell.demands.size() > most_file_stripes;
    if (look.several) return look;
    double demanded = 0;
    for (auto const& [rank, count] : cell.demands) demanded += static_cast<double>(count);
    for (auto const& [rank, count] : cell.demands) {
        look.stripes.push_back(rank);
        look.parts.push_back(static_cast<double>(count) / demanded);
    }
    return look;
}

/// One strip of lines: either the detail or the overview.
class LinesLayout {
  public:
    LinesLayout(FileMap const& map, FileLines const& lines, FileView const& view, double left, double height)
        : map_(map), lines_(lines), view_(view), left_(left), height_(height) {
        double const columns = static_cast<double>(lines.line) / static_cast<double>(lines.cell);
        scale_ = std::min(view.width, columns * widest_cell) / static_cast<double>(lines.line);
        find_tenses();
    }

    [[nodiscard]] double pitch() const { return height_ + (has_domains() ? lane_height + 1 : 0) + line_gap; }
    [[nodiscard]] double width() const { return scale_ * static_cast<double>(lines_.line); }

    /// Draws the lines and returns the y below the last one.
    double draw(Scene& scene, double top) {
        for (std::size_t i = 0; i < lines_.lines.size(); ++i) draw_line(scene, i, top + pitch() * static_cast<double>(i));
        return top + pitch() * static_cast<double>(lines_.lines.size());
    }

    /// Frames the requests of the phase.
    void frame_requests(Scene& scene, double top) const {
        for (FileRequest const& each : map_.requests()) {
            if (each.request.phase != *view_.phase) continue;
            Run const shown = intersection(each.positions, lines_.positions);
            for (Index at = shown.begin; at < shown.end;) {
                std::size_t const line = place_of(at).first;
                Index const end = std::min(shown.end, lines_.positions.begin + (static_cast<Index>(line) + 1) * lines_.line);
                SceneRect const around{x_of(at, line),
                                       top + pitch() * static_cast<double>(line),
                                       x_of(end, line) - x_of(at, line),
                                       height_,
                                       {},
                                       {},
                                       {}};
                add_frame(scene, around, black, 1.4);
                at = end;
            }
        }
    }

    /// Frames the marked position. The frame is wide enough to be visible.
    void frame_marked(Scene& scene, double top) const {
        if (!view_.marked || !lines_.positions.contains(*view_.marked)) return;
        std::size_t const line = place_of(*view_.marked).first;
        double const middle = (x_of(*view_.marked, line) + x_of(*view_.marked + 1, line)) / 2;
        double const half = std::max(scale_, least_mark) / 2;
        frame_cell(scene, middle - half, top + pitch() * static_cast<double>(line) - 2, 2 * half, height_ + 4);
    }

    /// Returns the x of a position in this line.
    [[nodiscard]] double x_of(Index position, std::size_t line) const {
        Index const begin = lines_.positions.begin + static_cast<Index>(line) * lines_.line;
        return left_ + scale_ * static_cast<double>(position - begin);
    }

  private:
    [[nodiscard]] bool has_domains() const { return map_.plan().two_phase() != nullptr; }
    [[nodiscard]] Index byte(Index position) const { return position * map_.plan().fad().layout().element_bytes(); }

    /// Without a phase, all cells are Now.
    void find_tenses() {
        for (auto const& cells : lines_.lines) tenses_.emplace_back(cells.size(), view_.phase ? Tense::Later : Tense::Now);
        if (!view_.phase) return;
        for (FileRequest const& each : map_.requests()) {
            if (each.request.phase > *view_.phase) return;
            Run const shown = intersection(each.positions, lines_.positions);
            Tense const tense = each.request.phase == *view_.phase ? Tense::Now : Tense::Done;
            for (Index at = shown.begin; at < shown.end; at = cell_at(at).positions.end) {
                auto const [line, column] = place_of(at);
                tenses_[line][column] = tense;
            }
        }
    }

    [[nodiscard]] std::pair<std::size_t, std::size_t> place_of(Index position) const {
        Index const distance = position - lines_.positions.begin;
        return {as_size(distance / lines_.line), as_size(distance % lines_.line / lines_.cell)};
    }
    [[nodiscard]] FileCell const& cell_at(Index position) const {
        auto const [line, column] = place_of(position);
        return lines_.lines[line][column];
    }

    void draw_line(Scene& scene, std::size_t line, double y) const {
        std::vector<FileCell> const& cells = lines_.lines[line];
        Index const begin = cells.front().positions.begin;
        for (std::size_t i = 0; i < cells.size();) {
            Look const look = look_of(cells[i], tenses_[line][i]);
            std::size_t end = i + 1;
            while (end < cells.size() && look_of(cells[end], tenses_[line][end]) == look) ++end;
            add_cells(scene, {cells.data() + i, end - i}, look, begin, y);
            i = end;
        }
        if (has_domains()) draw_domains(scene, cells, begin, y + height_ + 1);
        add_text(scene, left_ - 8, y + height_ / 2, bytes_text(byte(begin)), {tick_size, Anchor::End, faint_ink});
        add_repetition(scene, cells, y);
    }

    void add_cells(Scene& scene, std::span<FileCell const> cells, Look const& look, Index line_begin, double y) const {
        Run const positions{cells.front().positions.begin, cells.back().positions.end};
        double const x = left_ + scale_ * static_cast<double>(positions.begin - line_begin);
        double const width = scale_ * static_cast<double>(positions.size());
        auto const paint = [&](Color color) { return look.tense == Tense::Later ? blend(color, paper, later) : color; };
        double const wanted = look.wanted > 0 ? std::max(2.0, look.wanted * height_) : 0;
        double const vain = look.vain > 0 ? std::min(std::max(1.5, look.vain * height_), height_ - wanted) : 0;
        Rank const only = cells.front().demands.size() == 1 ? cells.front().demands.front().first : -1;
        scene.rects.push_back(
            {x, y, width, height_, blank, BytesTag{{byte(positions.begin), byte(positions.end)}, only}, tooltip_of(cells)});
        double bottom = y + height_;
        auto const add = [&](double height, Color color) {
            bottom -= height;
            if (height > 0) scene.rects.push_back({x, bottom, width, height, paint(color), {}, {}});
        };
        if (look.several) add(wanted, several_color);
        for (std::size_t i = 0; i < look.stripes.size(); ++i) add(wanted * look.parts[i], rank_color(look.stripes[i]));
        add(vain, unneeded_color);
    }

    [[nodiscard]] std::string tooltip_of(std::span<FileCell const> cells) const {
        Index wanted = 0;
        Index touched = 0;
        for (FileCell const& cell : cells) {
            wanted += cell.wanted;
            touched += cell.touched;
        }
        std::string text = fmt::format("bytes {} to {}: ", grouped(byte(cells.front().positions.begin)),
                                       grouped(byte(cells.back().positions.end) - 1));
        if (touched == 0 && wanted == 0) return text + "not touched";
        text += fmt::format("{} touched, {} needed", bytes_text(byte(touched)), bytes_text(byte(wanted)));
        std::vector<Rank> ranks;
        for (auto const& [rank, count] : cells.front().demands) ranks.push_back(rank);
        if (!ranks.empty() && ranks.size() <= most_file_stripes) text += fmt::format(" by {}", fmt::join(ranks, ", "));
        return text;
    }

    void draw_domains(Scene& scene, std::vector<FileCell> const& cells, Index line_begin, double y) const {
        for (std::size_t i = 0; i < cells.size();) {
            std::size_t end = i + 1;
            auto const same = [&](FileCell const& a, FileCell const& b) {
                return a.aggregator == b.aggregator && a.shared_domain == b.shared_domain;
            };
            while (end < cells.size() && same(cells[i], cells[end])) ++end;
            double const x = left_ + scale_ * static_cast<double>(cells[i].positions.begin - line_begin);
            double const width = scale_ * static_cast<double>(cells[end - 1].positions.end - cells[i].positions.begin);
            if (cells[i].aggregator)
                add_domain(scene, {x + 0.5, y, std::max(width - 1, 0.5), lane_height - 2, rank_color(*cells[i].aggregator), {}, {}},
                           *cells[i].aggregator);
            else if (cells[i].shared_domain)
                scene.rects.push_back({x, y + 4, width, lane_height - 10, several_color, {}, {}});
            i = end;
        }
    }

    static void add_domain(Scene& scene, SceneRect rect, Rank rank) {
        rect.tooltip = fmt::format("file domain of rank {}", rank);
        scene.rects.push_back(rect);
        std::string const name = fmt::format("rank {}", rank);
        bool const fits = rect.width > text_width(name, 9) + 6;
        add_label(scene, rect, fits ? name : fmt::to_string(rank), 0.95, 9);
    }

    /// Adds "16x" if bytes are accessed more than once.
    void add_repetition(Scene& scene, std::vector<FileCell> const& cells, double y) const {
        Index touched = 0;
        Index accesses = 0;
        for (FileCell const& cell : cells) {
            touched += cell.touched;
            accesses += cell.accesses;
        }
        if (touched == 0 || 20 * accesses <= 21 * touched) return;
        double const times = static_cast<double>(accesses) / static_cast<double>(touched);
        add_text(scene, left_ + width() + 6, y + height_ / 2, fmt::format("{:.{}f}\u00d7", times, times < 9.95 ? 1 : 0),
                 {tick_size, Anchor::Start, ink});
    }

    FileMap const& map_;
    FileLines const& lines_;
    FileView const& view_;
    double left_;
    double height_;
    double scale_ = 1;                       // pixels per position
    std::vector<std::vector<Tense>> tenses_; // one per line and cell
};

/// Draws lines from the detail's range in the overview to the detail.
void add_lens(Scene& scene, LinesLayout const& overview, FileMap const& map, double above, double left, double right,
              double below) {
    double const x1 = overview.x_of(map.detail().positions.begin, 0);
    double const x2 = std::max(x1 + 1, overview.x_of(map.detail().positions.end, 0));
    scene.lines.push_back({x1, above, x2, above, ink, 2, 1, {}, {}});
    scene.lines.push_back({x1, above, left, below, faint_ink, 1, 0.6, {}, {}});
    scene.lines.push_back({x2, above, right, below, faint_ink, 1, 0.6, {}, {}});
}

} // namespace

Scene file_scene(std::string const& title, std::string const& subtitle, FileMap const& map, FileView const& view) {
    Scene scene = blank_scene(title);
    double y = add_title(scene, title, subtitle, view.width);
    if (map.is_empty()) {
        add_text(scene, edge, y + 20, "No rank needs any part of this file.", {caption_size, Anchor::Start, faint_ink});
        scene.height = y + 40 + edge;
        return scene;
    }
    double const left = edge + 62;
    y += 14;
    LinesLayout detail(map, map.detail(), view, left, detail_height);
    if (map.overview()) {
        LinesLayout overview(map, *map.overview(), view, left, overview_height);
        add_text(scene, left, y, "the whole file", {tick_size, Anchor::Start, faint_ink});
        double const below = overview.draw(scene, y + 10);
        overview.frame_marked(scene, y + 10);
        add_lens(scene, overview, map, below - line_gap + 3, left, left + detail.width(), below + 16);
        y = below + 18;
    }
    if (view.phase) detail.frame_requests(scene, y);
    detail.frame_marked(scene, y);
    y = detail.draw(scene, y) + 14;
    y = add_waste_lanes(scene, map, left, y, detail.width());
    if (view.phase) y = add_round_exchange(scene, map, *view.phase, left, y, detail.width());
    y = add_file_legend(scene, map, view, left, y);
    y = add_notes(scene, file_notes(map, view), y + 4);
    scene.width = std::max(scene.width, left + view.width + 50 + edge);
    scene.height = std::max(scene.height, y + edge);
    return scene;
}

} // namespace tessera
