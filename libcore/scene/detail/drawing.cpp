// SPDX-License-Identifier: BSD-3-Clause
// Tessera: drawing functions for the layout passes of all pictures.
#include "libcore/scene/detail/drawing.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/scene/detail/ticks.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tessera::detail {

double text_width(std::string_view text, double size) {
    auto const starts_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }; // UTF-8
    return 0.6 * size * static_cast<double>(std::ranges::count_if(text, starts_character));
}

void add_text(Scene& scene, double x, double y, std::string text, TextStyle const& style) {
    if (text.empty()) return;
    double const width = text_width(text, style.size) * (style.bold ? 1.1 : 1);
    if (style.anchor == SceneText::Anchor::Start) scene.width = std::max(scene.width, x + width + edge);
    scene.texts.push_back({x, y, std::move(text), style.size, style.anchor, style.color, style.bold});
}

void add_label(Scene& scene, SceneRect const& rect, std::string const& text, double share, double largest) {
    double const by_width = share * rect.width / text_width(text, 1);
    double const size = std::min({by_width, 0.62 * rect.height, largest});
    if (size < smallest_label) return;
    scene.texts.push_back({rect.x + rect.width / 2, rect.y + rect.height / 2, text, size, SceneText::Anchor::Middle,
                           text_color_on(rect.fill), size > 18});
}

namespace {

constexpr std::array number_units{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "s", "ms", "us", "ns", "%"};

bool is_digit(char letter) {
    return '0' <= letter && letter <= '9';
}

/// Returns whether a word continues a number: it is a unit, or three more digits.
bool continues_number(std::string_view word) {
    word = word.substr(0, word.find_last_not_of(",;.:)") + 1);
    return std::ranges::find(number_units, word) != number_units.end() || (word.size() == 3 && std::ranges::all_of(word, is_digit));
}

/// Returns the end of the word that begins here. A number and its unit are one word.
std::size_t end_of_word(std::string const& text, std::size_t begin) {
    std::size_t end = std::min(text.find(' ', begin), text.size());
    while (end > begin && end < text.size() && is_digit(text[end - 1])) {
        std::size_t const next = std::min(text.find(' ', end + 1), text.size());
        if (!continues_number(std::string_view(text).substr(end + 1, next - end - 1))) break;
        end = next;
    }
    return end;
}

} // namespace

std::vector<std::string> wrapped(std::string const& text, double size, double room) {
    std::vector<std::string> lines;
    std::size_t begin = 0;
    while (begin < text.size()) {
        std::size_t const end = end_of_word(text, begin);
        std::string const word = text.substr(begin, end - begin);
        if (!lines.empty() && text_width(lines.back() + " " + word, size) <= room)
            lines.back() += " " + word;
        else
            lines.push_back(word);
        begin = end + 1;
    }
    return lines;
}

double add_title(Scene& scene, std::string const& title, std::string const& subtitle, double room) {
    add_text(scene, edge, edge + 10, title, {.size = title_size, .bold = true});
    double y = edge + 26;
    for (std::string& line : wrapped(subtitle, caption_size, std::max(room, scene.width - 2 * edge))) {
        add_text(scene, edge, y + 8, std::move(line), {.color = faint_ink});
        y += y == edge + 26 ? 22 : 16;
    }
    return y;
}

double add_notes(Scene& scene, std::vector<std::string> const& notes, double y) {
    double const room = std::max(scene.width - 2 * edge, least_words_room);
    for (std::string const& note : notes) {
        for (std::string& line : wrapped(note, caption_size, room)) {
            add_text(scene, edge, y + 8, std::move(line), {.color = faint_ink});
            y += 16;
        }
        y += 4;
    }
    return y;
}

double add_swatch(Scene& scene, double x, double y, Color fill, std::string const& text) {
    scene.rects.push_back({x, y, 22, 14, fill, {}, {}});
    add_text(scene, x + 28, y + 7, text, {});
    return x + 28 + text_width(text, caption_size) + 18;
}

SwatchLines::SwatchLines(Scene& scene, double x, double y)
    : scene_(scene), left_(x), x_(x), y_(y), right_(std::max(scene.width, least_words_room + 2 * edge) - edge) {}

ScenePoint SwatchLines::add(Color fill, std::string const& text) {
    if (x_ > left_ && x_ + 28 + text_width(text, caption_size) > right_) {
        x_ = left_;
        y_ += 20;
    }
    ScenePoint const at{x_, y_};
    x_ = add_swatch(scene_, x_, y_, fill, text);
    return at;
}

void add_frame(Scene& scene, SceneRect const& around, Color color, double thickness) {
    auto const [x, y, right, bottom] = std::array{around.x, around.y, around.x + around.width, around.y + around.height};
    for (auto const& [x1, y1, x2, y2] : {std::array{x, y, right, y}, std::array{x, bottom, right, bottom},
                                         std::array{x, y, x, bottom}, std::array{right, y, right, bottom}})
        scene.lines.push_back({x1, y1, x2, y2, color, thickness, 1, {}, {}});
}

void frame_cell(Scene& scene, double x, double y, double width, double height) {
    SceneRect const cell{x, y, width, height, {}, {}, {}};
    add_frame(scene, cell, white, 4);
    add_frame(scene, cell, black, 2);
}

std::vector<Run> cut_evenly(Run range, Index most) {
    Index const least = std::max<Index>(ceil_div(range.size(), most), 1);
    Index length = least;
    while (length < 2 * least && range.size() % length != 0) ++length;
    if (length == 2 * least) length = least;
    std::vector<Run> pieces;
    for (Index begin = range.begin; begin < range.end; begin += length)
        pieces.push_back({begin, std::min(begin + length, range.end)});
    return pieces;
}

std::string range_text(Run range) {
    return range.size() == 1 ? fmt::format("{}", range.begin) : fmt::format("{}-{}", range.begin, range.end - 1);
}

std::vector<int> labelled_cells(std::size_t cells, double room, double length) {
    return ticks(
        static_cast<int>(cells), room, [](int) { return false; }, [length](int) { return length; });
}

Scene blank_scene(std::string const& title) {
    return {.width = 0, .height = 0, .background = paper, .title = title, .rects = {}, .lines = {}, .polygons = {}, .texts = {}};
}

} // namespace tessera::detail
