// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a picture as plain data. A layout pass makes it; back ends paint it, and the window finds what is under the mouse.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/scene/color.hpp"
#include "libcore/sets/run.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace tessera {

/// A cell of a grid: elements of an array, slots of a memory, or work of a rank.
struct CellsTag {
    Index panel = 0; ///< index of the grid in the picture
    Index rank = -1; ///< -1: several ranks, or none
    Run rows;
    Run columns;
    friend bool operator==(CellsTag const&, CellsTag const&) = default;
};

/// An entry of the legend.
struct LegendTag {
    Index rank = 0;
    friend bool operator==(LegendTag const&, LegendTag const&) = default;
};

/// A cell of the matrix of messages.
struct MessagesTag {
    Run senders;
    Run receivers;
    friend bool operator==(MessagesTag const&, MessagesTag const&) = default;
};

/// The sum of all that ranks send, or of all that they receive.
struct RankSumTag {
    bool received = false;
    Run ranks;
    friend bool operator==(RankSumTag const&, RankSumTag const&) = default;
};

/// A cell of the chart of a schedule.
struct StepsTag {
    Run ranks;
    Run steps; ///< 0-based
    friend bool operator==(StepsTag const&, StepsTag const&) = default;
};

/// A point of a curve, or its name.
struct SeriesTag {
    Index series = 0;
    Index point = -1; ///< -1: the name
    friend bool operator==(SeriesTag const&, SeriesTag const&) = default;
};

/// A vertex of a network.
struct VertexTag {
    int vertex = 0;
    Index rank = -1; ///< -1: none
    friend bool operator==(VertexTag const&, VertexTag const&) = default;
};

/// A link of a network.
struct LinkTag {
    int link = 0;
    friend bool operator==(LinkTag const&, LinkTag const&) = default;
};

/// A change of mappings between two phases of a program.
struct ChangeTag {
    Index array = -1; ///< -1: all arrays
    std::size_t from = 0;
    std::size_t to = 0;
    std::size_t step = 0;
    friend bool operator==(ChangeTag const&, ChangeTag const&) = default;
};

/// Bytes of a file.
struct BytesTag {
    Run bytes;
    Index rank = -1; ///< the only rank that accesses them; -1: none, or several
    friend bool operator==(BytesTag const&, BytesTag const&) = default;
};

/// The meaning of a rectangle or a line, for answers to a click.
using SceneTag = std::variant<std::monostate, CellsTag, LegendTag, MessagesTag, RankSumTag, StepsTag, SeriesTag, VertexTag, LinkTag,
                              ChangeTag, BytesTag>;

/// Returns whether there is something to click.
[[nodiscard]] inline bool has_meaning(SceneTag const& tag) {
    return !std::holds_alternative<std::monostate>(tag);
}

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
