// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the layout passes of all pictures share: words, their room, and cells of ranks.
#pragma once

#include "libcore/scene/palette.hpp"
#include "libcore/scene/scene.hpp"
#include "libcore/sets/run.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera::detail {

inline constexpr double edge = 20; ///< around everything
inline constexpr double title_size = 18;
inline constexpr double caption_size = 12;
inline constexpr double tick_size = 11;
inline constexpr double smallest_label = 7;
inline constexpr Color blank{244, 245, 247}; ///< a cell in which nothing happens
inline constexpr Color bar_color{134, 142, 150};

struct TextStyle {
    double size = caption_size;
    SceneText::Anchor anchor = SceneText::Anchor::Start;
    Color color = ink;
    bool bold = false;
};

/// About how wide a text is in a common sans-serif font.
[[nodiscard]] double text_width(std::string_view text, double size);

/// The paper grows where the text needs it.
void add_text(Scene& scene, double x, double y, std::string text, TextStyle const& style);

/// In the middle of a rectangle, in at most `share` of its width, as large as `largest`; left out where it would be unreadable.
void add_label(Scene& scene, SceneRect const& rect, std::string const& text, double share = 0.7, double largest = 15);

/// The lines of a text that is broken between words where it would be wider than `room`; a longer word has a line of its own.
[[nodiscard]] std::vector<std::string> wrapped(std::string const& text, double size, double room);

/// Words never make a picture wider than what it is about, or than this: a window that shows all of it would make it smaller.
inline constexpr double least_words_room = 520;

/// The title and what is below it, in as many lines as it takes; returns the y below them.
double add_title(Scene& scene, std::string const& title, std::string const& subtitle, double room = least_words_room);

/// Faint lines from y on, as wide as the picture is by now; returns the y below them.
double add_notes(Scene& scene, std::vector<std::string> const& notes, double y);

/// A swatch and what it stands for; returns the x behind it.
double add_swatch(Scene& scene, double x, double y, Color fill, std::string const& text);

/// Swatches beside each other, in as many lines as the picture's width by now asks for.
class SwatchLines {
  public:
    SwatchLines(Scene& scene, double x, double y);
    /// Returns where the swatch lies.
    ScenePoint add(Color fill, std::string const& text);
    [[nodiscard]] double below() const { return y_ + 24; }

  private:
    Scene& scene_;
    double left_;
    double x_;
    double y_;
    double right_;
};

/// Lines along the sides of a rectangle.
void add_frame(Scene& scene, SceneRect const& around, Color color, double thickness);
/// Black on white: around what is selected, to be seen on any colour.
void frame_cell(Scene& scene, double x, double y, double width, double height);

/// A range cut into at most `most` pieces of equal length (the last may be shorter): the shortest length that divides the range,
/// if there is one below twice the least possible.
[[nodiscard]] std::vector<Run> cut_evenly(Run range, Index most);

/// "3", or "0-15" for several.
[[nodiscard]] std::string range_text(Run range);

/// Which of so many cells get a label of this length, each cell being `room` long: all, or every 2nd, 5th, 10th, ...
[[nodiscard]] std::vector<int> labelled_cells(std::size_t cells, double room, double length);

/// An empty picture on paper.
[[nodiscard]] Scene blank_scene(std::string const& title);

} // namespace tessera::detail
