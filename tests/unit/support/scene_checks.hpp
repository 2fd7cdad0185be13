// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what must hold for every picture.
#pragma once

#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/scene.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// About what a text covers.
inline SceneRect box_of(SceneText const& text) {
    double const width = detail::text_width(text.text, text.size);
    double const shift = text.anchor == SceneText::Anchor::Start ? 0 : text.anchor == SceneText::Anchor::Middle ? width / 2 : width;
    return {text.x - shift, text.y - text.size / 2, width, text.size, {}, {}, {}};
}

inline bool overlap(SceneRect const& a, SceneRect const& b) {
    double const touch = 0.01;
    return a.x + a.width > b.x + touch && b.x + b.width > a.x + touch && a.y + a.height > b.y + touch &&
           b.y + b.height > a.y + touch;
}

inline bool lies_within(SceneRect const& rect, Scene const& scene) {
    return rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= scene.width + 0.01 && rect.y + rect.height <= scene.height + 0.01;
}

/// The first thing that is wrong with a picture, in words; empty: nothing.
inline std::string fault_of(Scene const& scene) {
    for (SceneRect const& rect : scene.rects) {
        if (!lies_within(rect, scene)) return "a rectangle lies outside: " + rect.tooltip;
        if (!(rect.width >= 0 && rect.height >= 0)) return "a rectangle without a size: " + rect.tooltip;
    }
    for (SceneLine const& line : scene.lines)
        if (!lies_within({std::min(line.x1, line.x2), std::min(line.y1, line.y2), 0, 0, {}, {}, {}}, scene) ||
            !lies_within({std::max(line.x1, line.x2), std::max(line.y1, line.y2), 0, 0, {}, {}, {}}, scene))
            return "a line lies outside";
    for (std::size_t i = 0; i < scene.texts.size(); ++i) {
        SceneRect const box = box_of(scene.texts[i]);
        if (!lies_within(box, scene)) return "a text lies outside: " + scene.texts[i].text;
        for (std::size_t j = 0; j < i; ++j)
            if (overlap(box, box_of(scene.texts[j])))
                return "texts overlap: " + scene.texts[j].text + " and " + scene.texts[i].text;
    }
    return {};
}

/// In a test: fails with the fault.
#define CHECK_PICTURE(...)                                                                                                         \
    do {                                                                                                                           \
        std::string const fault = tessera::fault_of(__VA_ARGS__);                                                                  \
        QVERIFY2(fault.empty(), fault.c_str());                                                                                    \
    } while (false)

/// The rectangles with one kind of tag.
template <class Tag>
std::vector<SceneRect> rects_of(Scene const& scene) {
    std::vector<SceneRect> found;
    std::ranges::copy_if(scene.rects, std::back_inserter(found),
                         [](SceneRect const& rect) { return std::holds_alternative<Tag>(rect.tag); });
    return found;
}

inline bool says(Scene const& scene, std::string const& words) {
    return std::ranges::any_of(scene.texts, [&](SceneText const& text) { return text.text.find(words) != std::string::npos; });
}

} // namespace tessera
