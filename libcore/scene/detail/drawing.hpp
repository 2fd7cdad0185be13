// SPDX-License-Identifier: BSD-3-Clause
// Tessera: drawing functions for the layout passes of all pictures: texts, their widths, and cells of ranks.
#pragma once

#include "libcore/scene/palette.hpp"
#include "libcore/scene/scene.hpp"
#include "libcore/sets/run.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera::detail {

inline constexpr double edge = 20; ///< margin around a picture
inline constexpr double title_size = 18;
inline constexpr double caption_size = 12;
inline constexpr double tick_size = 11;
inline constexpr double smallest_label = 7;
inline constexpr Color blank{244, 245, 247}; ///< an idle cell
inline constexpr Color bar_color{134, 142, 150};

struct TextStyle {
    double size = caption_size;
    SceneText::Anchor anchor = SceneText::Anchor::Start;
    Color color = ink;
    bool bold = false;
};

/// Returns the approximate width of a text in a common sans-serif font.
[[nodiscard]] double text_width(std::string_view text, double size);

/// Adds a text. The picture grows if the text needs it.
void add_text(Scene& scene, double x, double y, std::string text, TextStyle const& style);

/// Adds a text in the middle of a rectangle, in at most `share` of its width and at most in size `largest`. It is omitted if it
/// would be unreadable.
void add_label(Scene& scene, SceneRect const& rect, std::string const& text, double share = 0.7, double largest = 15);

/// Returns the lines of a text that is broken between words to fit into `room`. A longer word has a line of its own. Numbers are
/// not parted from their units.
[[nodiscard]] std::vector<std::string> wrapped(std::string const& text, double size, double room);

/// Texts never make a picture wider than its contents, or than this minimum. A wider picture would be shown smaller in a window.
inline constexpr double least_words_room = 520;

/// Adds the title and the subtitle, in as many lines as needed. Returns the y below them.
double add_title(Scene& scene, std::string const& title, std::string const& subtitle, double room = least_words_room);

/// Adds faint lines from y on, as wide as the picture is now. Returns the y below them.
double add_notes(Scene& scene, std::vector<std::string> const& notes, double y);

/// Adds a swatch and its meaning. Returns the x behind it.
double add_swatch(Scene& scene, double x, double y, Color fill, std::string const& text);

/// Swatches side by side, in as many lines as the current width of the picture requires.
class SwatchLines {
  public:
    SwatchLines(Scene& scene, double x, double y);
    /// Returns the position of the swatch.
    ScenePoint add(Color fill, std::string const& text);
    [[nodiscard]] double below() const { return y_ + 24; }

  private:
    Scene& scene_;
    double left_;
    double x_;
    double y_;
    double right_;
};

/// Adds lines along the sides of a rectangle.
void add_frame(Scene& scene, SceneRect const& around, Color color, double thickness);
/// Adds a black frame with a white border for a selection, visible on any colour.
void frame_cell(Scene& scene, double x, double y, double width, double height);

/// Cuts a range into at most `most` pieces of equal length (the last may be shorter). Takes the shortest length that divides the
/// range, if one is below twice the least possible.
[[nodiscard]] std::vector<Run> cut_evenly(Run range, Index most);

/// Returns "3", or "0-15" for several.
[[nodiscard]] std::string range_text(Run range);

/// Returns the cells that get a label of `length`, if each cell has the length `room`: all, or every 2nd, 5th, 10th, ...
[[nodiscard]] std::vector<int> labelled_cells(std::size_t cells, double room, double length);

/// Returns an empty picture on paper.
[[nodiscard]] Scene blank_scene(std::string const& title);

} // namespace tessera::detail
