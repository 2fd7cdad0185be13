// SPDX-License-Identifier: BSD-3-Clause
// Tessera: legend of a colour scale.
#include "libcore/scene/detail/scale_legend.hpp"

#include "libcore/scene/detail/drawing.hpp"

namespace tessera::detail {
namespace {

constexpr double length = 320;
constexpr int colors = 64;

} // namespace

double add_scale_legend(Scene& scene, ColorScale const& scale, double x, double y, std::string const& heading,
                        std::function<std::string(double)> const& value_text) {
    bool const log = scale.kind() == ColorScale::Kind::Log;
    if (scale.is_constant()) {
        add_swatch(scene, x, y, scale.at(scale.end()), heading + ": " + value_text(scale.end()));
        return y + 24;
    }
    add_text(scene, x, y + 7, heading + (log ? " (logarithmic scale)" : ""), {});
    for (int i = 0; i < colors; ++i)
        scene.rects.push_back({x + length / colors * i, y + 18, length / colors, 12, quantity_color((i + 0.5) / colors), {}, {}});
    double taken = x - 20; // right end of the previous label
    auto const add = [&](double value, double room_behind) {
        std::string const text = value_text(value);
        double const at = x + length * scale.place(value);
        double const half = text_width(text, tick_size) / 2;
        if (at - half < taken || at + half > room_behind) return;
        scene.lines.push_back({at, y + 30, at, y + 34, faint_ink, 1, 1});
        add_text(scene, at, y + 42, text, {.size = tick_size, .anchor = SceneText::Anchor::Middle, .color = faint_ink});
        taken = at + half + 6;
    };
    std::string const last = value_text(scale.end());
    double const last_begins = x + length - text_width(last, tick_size) / 2 - 6;
    if (log) add(scale.begin(), last_begins);
    for (double const tick : scale.ticks(6)) add(tick, last_begins);
    add(scale.end(), x + length + 100);
    return y + 60;
}

} // namespace tessera::detail
