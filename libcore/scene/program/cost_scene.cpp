// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of predicted times.
#include "libcore/scene/program/cost_scene.hpp"

#include "libcore/base/units.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/log_axis.hpp"
#include "libcore/scene/program/crossovers.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace tessera {
namespace {

using namespace detail;
using Anchor = SceneText::Anchor;

constexpr double label_line = 15;
constexpr double label_gap = 26;    // between the ends of the curves and their names
constexpr double names_width = 250; // width of a line of names
constexpr double crossing_line = 16;

/// Returns the hue of a rank, dark enough for a thin line and its name on paper.
Color line_color(std::size_t curve) {
    Color color = rank_color(static_cast<Rank>(curve));
    while (contrast(color, paper) < 4.5) color = blend(color, black, 0.1);
    return color;
}

struct Range {
    double low = 0;
    double high = 0;
    void take(double value) {
        low = low == 0 ? value : std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] bool empty() const { return high == 0; }
};

/// Returns the chart without the points that cannot be drawn on logarithmic axes.
CostChart drawable(CostChart chart) {
    auto const clean = [](auto& lists) {
        for (auto& list : lists)
            std::erase_if(list.points, [](CostPoint const& point) { return point.seconds <= 0 || point.x <= 0; });
    };
    clean(chart.series);
    clean(chart.observed);
    return chart;
}

/// Draws a filled square in a ring of paper, over all lines. Crossovers are open diamonds.
void add_observed_mark(Scene& scene, double x, double y, std::string const& tooltip) {
    auto const square = [x, y](double half, Color fill) {
        return ScenePolygon{{{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}}, fill};
    };
    scene.rects.push_back({x - 5, y - 5, 10, 10, ink, {}, tooltip});
    scene.polygons.push_back(square(7, paper));
    scene.polygons.push_back(square(5, ink));
}

class CostLayout {
  public:
    CostLayout(CostChart const& chart, Range x, Range y, double top)
        : chart_(chart), groups_(equal_series(chart.series)), crossings_(crossovers(chart.series)), left_(edge + 58),
          top_(top + 26), right_(left_ + chart.width), bottom_(top_ + chart.height), x_(x.low, x.high, left_ + 8, right_ - 8),
          y_(y.low, y.high, bottom_ - below_curves(), top_ + 8) {}

    /// Draws the chart and returns the y below it.
    double draw(Scene& scene) const {
        scene.rects.push_back({left_, top_, right_ - left_, bottom_ - top_, Color{250, 251, 252}, {}, {}});
        add_axes(scene);
        for (std::size_t group = 0; group < groups_.size(); ++group) add_curve(scene, group);
        add_names(scene);
        add_crossings(scene);
        for (ObservedTimes const& observed : chart_.observed) add_observed(scene, observed);
        return bottom_ + 48;
    }

  private:
    /// Returns the height reserved below the curves for the names at crossovers.
    [[nodiscard]] double below_curves() const {
        return 10 + (crossings_.empty() ? 0 : 8 + crossing_line * std::min<double>(static_cast<double>(crossings_.size()), 4));
    }
    [[nodiscard]] bool over_bytes() const { return chart_.over == CostChart::Over::Bytes; }
    [[nodiscard]] std::string x_text(double x) const { return over_bytes() ? short_bytes(x) : fmt::format("{:.0f}", x); }

    void add_axes(Scene& scene) const {
        add_text(scene, edge, top_ - 14, "time \u2191", {.bold = true});
        add_text(scene, right_, bottom_ + 36, over_bytes() ? "longest message \u2192" : "ranks \u2192",
                 {.anchor = Anchor::End, .bold = true});
        for (double const tick : x_.powers_of_two(64)) {
            scene.lines.push_back({x_.at(tick), top_, x_.at(tick), bottom_, neutral, 1, 1});
            add_text(scene, x_.at(tick), bottom_ + 14, x_text(tick),
                     {.size = tick_size, .anchor = Anchor::Middle, .color = faint_ink});
        }
        for (double const tick : y_.decimal_ticks(26)) {
            scene.lines.push_back({left_, y_.at(tick), right_, y_.at(tick), neutral, 1, 1});
            add_text(scene, left_ - 8, y_.at(tick), short_seconds(tick),
                     {.size = tick_size, .anchor = Anchor::End, .color = faint_ink});
        }
    }

    [[nodiscard]] SceneTag tag(std::size_t series, Index point) const { return SeriesTag{static_cast<Index>(series), point}; }

    /// Draws one curve for all series that coincide.
    void add_curve(Scene& scene, std::size_t group) const {
        CostSeries const& series = chart_.series[groups_[group].front()];
        auto const& points = series.points;
        Color const color = line_color(group);
        for (std::size_t i = 0; i < points.size(); ++i) {
            double const x = x_.at(points[i].x);
            double const y = y_.at(points[i].seconds);
            scene.rects.push_back({x - 3, y - 3, 6, 6, color, tag(groups_[group].front(), static_cast<Index>(i)),
                                   fmt::format("{}, {}: {}", fmt::join(names_of(group), ", "), x_with_unit(points[i].x),
                                               short_seconds(points[i].seconds))});
            if (i == 0) continue;
            scene.lines.push_back(
                {x_.at(points[i - 1].x), y_.at(points[i - 1].seconds), x, y, color, 2, series.at_least ? 0.45 : 1});
        }
    }

    [[nodiscard]] std::string x_with_unit(double x) const { return over_bytes() ? x_text(x) : x_text(x) + " ranks"; }

    [[nodiscard]] std::vector<std::string> names_of(std::size_t group) const {
        std::vector<std::string> names;
        for (std::size_t const series : groups_[group])
            names.push_back(chart_.series[series].name + (chart_.series[series].at_least ? " (at least)" : ""));
        return names;
    }

    /// A line of names at the right, for one group.
    struct NameLine {
        std::size_t group = 0;
        std::size_t first = 0; // first of the group's members in this line
        std::size_t end = 0;
        double wanted = 0; // y
    };

    [[nodiscard]] std::vector<NameLine> name_lines() const {
        std::vector<NameLine> lines;
        for (std::size_t group = 0; group < groups_.size(); ++group) {
            auto const& points = chart_.series[groups_[group].front()].points;
            if (points.empty()) continue;
            auto const names = names_of(group);
            double const wanted = y_.at(points.back().seconds);
            double width = 0;
            for (std::size_t i = 0; i < names.size(); ++i) {
                double const more = text_width(names[i] + ", ", caption_size);
                if (i == 0 || width + more > names_width) {
                    lines.push_back({group, i, i, wanted});
                    width = 0;
                }
                width += more;
                lines.back().end = i + 1;
            }
        }
        return lines;
    }

    /// Draws the names at the right, in the order of the curves' ends, each with a line to its curve.
    void add_names(Scene& scene) const {
        auto const lines = name_lines();
        std::vector<double> wanted;
        for (NameLine const& line : lines) wanted.push_back(line.wanted);
        auto const places = spread(wanted, label_line, top_ + 6, bottom_ - 6);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].first == 0) {
                double const end = x_.at(chart_.series[groups_[lines[i].group].front()].points.back().x);
                scene.lines.push_back({end + 4, wanted[i], right_ + label_gap - 4, places[i], line_color(lines[i].group), 1, 0.6});
            }
            add_name_line(scene, lines[i], places[i]);
        }
    }

    void add_name_line(Scene& scene, NameLine const& line, double y) const {
        auto const names = names_of(line.group);
        double const left = right_ + label_gap + (line.first == 0 ? 0 : 10);
        std::string text;
        for (std::size_t i = line.first; i < line.end; ++i) {
            double const x = left + text_width(text, caption_size);
            text += names[i] + (i + 1 < names.size() ? ", " : "");
            CostPoint const& last = chart_.series[groups_[line.group][i]].points.back();
            scene.rects.push_back({x, y - label_line / 2, left + text_width(text, caption_size) - x, label_line, paper,
                                   tag(groups_[line.group][i], -1),
                                   fmt::format("{}: {} at {}", names[i], short_seconds(last.seconds), x_with_unit(last.x))});
        }
        add_text(scene, left, y, text, {.color = line_color(line.group)});
    }

    /// Draws a dot at each crossover. Both names are below all curves, in as many lines as needed.
    void add_crossings(Scene& scene) const {
        std::vector<double> taken; // right end of the last name in each line
        for (Crossover const& crossing : crossings_) {
            double const x = x_.at(crossing.at.x);
            double const y = y_.at(crossing.at.seconds);
            std::string const text =
                fmt::format("{} | {} at {}", chart_.series[crossing.before].name, chart_.series[crossing.after].name,
                            over_bytes() ? short_bytes(crossing.at.x) : fmt::format("{:.3g}", crossing.at.x));
            double const width = text_width(text, tick_size);
            double const begin = std::clamp(x - width / 2, left_ + 4, std::max(right_ - width - 4, left_ + 4));
            auto line =
                static_cast<std::size_t>(std::ranges::find_if(taken, [&](double end) { return end + 8 < begin; }) - taken.begin());
            if (line == taken.size()) taken.push_back(0);
            taken[line] = begin + width;
            double const place = bottom_ - 10 - crossing_line * static_cast<double>(line);
            scene.lines.push_back({x, y, x, place - 7, ink, 1, 0.5});
            scene.lines.push_back({x - 5, y, x, y - 5, ink, 1.5, 1});
            scene.lines.push_back({x, y - 5, x + 5, y, ink, 1.5, 1});
            scene.lines.push_back({x + 5, y, x, y + 5, ink, 1.5, 1});
            scene.lines.push_back({x, y + 5, x - 5, y, ink, 1.5, 1});
            scene.rects.push_back({begin - 2, place - 7, width + 4, 14, Color{250, 251, 252}, {}, {}});
            add_text(scene, begin, place, text, {.size = tick_size});
        }
    }

    void add_observed(Scene& scene, ObservedTimes const& observed) const {
        for (CostPoint const& point : observed.points) {
            add_observed_mark(scene, x_.at(point.x), y_.at(point.seconds),
                              fmt::format("{}, observed at {}: {}", observed.name, x_text(point.x), observed.times));
        }
    }

    CostChart const& chart_;
    std::vector<std::vector<std::size_t>> groups_; // groups of series that coincide
    std::vector<Crossover> crossings_;
    double left_;
    double top_;
    double right_;
    double bottom_;
    LogAxis x_;
    LogAxis y_;
};

/// Adds the legend of the observed times; the first entry explains the mark.
double add_observed_legend(Scene& scene, CostChart const& chart, double y) {
    double x = edge;
    for (ObservedTimes const& observed : chart.observed) {
        add_observed_mark(scene, x + 11, y + 7, {});
        std::string const text = "observed: " + observed.name;
        add_text(scene, x + 28, y + 7, text, {});
        x += 28 + text_width(text, caption_size) + 18;
    }
    return chart.observed.empty() ? y : y + 24;
}

} // namespace

Scene cost_scene(std::string const& title, std::string const& subtitle, CostChart const& given) {
    CostChart const chart = drawable(given);
    Scene scene = blank_scene(title);
    double const top = add_title(scene, title, subtitle);
    Range x;
    Range y;
    auto const take = [&](auto const& lists) {
        for (auto const& list : lists)
            for (CostPoint const& point : list.points) {
                x.take(point.x);
                y.take(point.seconds);
            }
    };
    take(chart.series);
    take(chart.observed);
    if (y.empty()) {
        add_text(scene, edge, top + 14, "No times, because there is no message or no algorithm to send it.", {.bold = true});
        scene.height = add_notes(scene, chart.notes, top + 34) + edge - 6;
        return scene;
    }
    // Widens the axes so that even a single point is drawn well.
    if (x.high < 2 * x.low) x = {x.low / 1.5, x.high * 1.5};
    if (y.high < 4 * y.low) y = {y.low / 2, y.high * 2};
    double const below = add_observed_legend(scene, chart, CostLayout(chart, x, y, top).draw(scene));
    scene.height = add_notes(scene, chart.notes, below) + edge - 6;
    return scene;
}

} // namespace tessera
