// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a picture as plain data. A layout pass makes it; back ends paint it, and the window finds what is under the mouse.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/scene/color.hpp"

#include <array>
#include <string>
#include <vector>

namespace tessera {

/// The meaning of a rectangle or a line, for answers to a click.
struct SceneTag {
    enum class Kind {
        None,
        Cells,    ///< ids: panel, rank (-1: several), first and last row cell, first and last column cell
        Legend,   ///< ids: panel, rank
        Messages, ///< ids: first and last sender, first and last receiver
        RankSum,  ///< ids: 0 for sums that ranks send, 1 for sums they receive; first and last rank
        Steps,    ///< ids: first and last rank, first and last step (from 0)
        Series,   ///< ids: series, point (-1: its name)
        Vertex,   ///< ids: vertex of a network, its rank (-1: none)
        Link,     ///< ids: link of a network
        Change,   ///< ids: array (-1: all), the phases of a program before and after, the step of the change
        Bytes,    ///< ids: first and last byte of a file, the only rank that wants any of it (-1: none, or several)
    };
    Kind kind = Kind::None;
    std::array<Index, 6> ids{};
    friend bool operator==(SceneTag const&, SceneTag const&) = default;
};

/// Lengths are in pixels at scale 1; y points down.
struct SceneRect {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
    Color fill = white;
    SceneTag tag;
    std::string tooltip; ///< empty: none
};

struct SceneLine {
    double x1 = 0;
    double y1 = 0;
    double x2 = 0;
    double y2 = 0;
    Color color = black;
    double width = 1;
    double opacity = 1;
    SceneTag tag = {};
    std::string tooltip = {}; ///< empty: none
};

using ScenePoint = std::array<double, 2>; ///< x, y

/// A filled shape, such as the head of an arrow.
struct ScenePolygon {
    std::vector<ScenePoint> points;
    Color fill = black;
};

struct SceneText {
    enum class Anchor { Start, Middle, End };
    double x = 0; ///< x of the anchor
    double y = 0; ///< vertical middle of the line of text
    std::string text;
    double size = 12; ///< font size
    Anchor anchor = Anchor::Start;
    Color color = black;
    bool bold = false;
};

/// Painted in this order: background, rectangles, lines, polygons, texts.
struct Scene {
    double width = 0;
    double height = 0;
    Color background = white;
    std::string title; ///< for people who use a screen reader
    std::vector<SceneRect> rects;
    std::vector<SceneLine> lines;
    std::vector<ScenePolygon> polygons = {};
    std::vector<SceneText> texts;

    /// Returns the topmost rectangle at a point that carries a tag, or null.
    [[nodiscard]] SceneRect const* hit(double x, double y) const;
    /// Returns the topmost line that carries a tag and is not farther than `reach` from a point, or null.
    [[nodiscard]] SceneLine const* hit_line(double x, double y, double reach = 3) const;
};

/// Adds `over` to a picture. Its items of each kind are painted after the picture's items of the same kind.
void lay_over(Scene& picture, Scene const& over);

/// Returns two pictures side by side, with the first one's title.
[[nodiscard]] Scene beside(Scene left, Scene const& right);

} // namespace tessera
