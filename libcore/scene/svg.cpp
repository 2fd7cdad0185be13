// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a scene as SVG.
#include "libcore/scene/svg.hpp"

#include <fmt/format.h>

namespace tessera {
namespace {

std::string escaped(std::string_view text) {
    std::string xml;
    for (char const c : text) {
        if (c == '&')
            xml += "&amp;";
        else if (c == '<')
            xml += "&lt;";
        else if (c == '>')
            xml += "&gt;";
        else if (c == '"')
            xml += "&quot;";
        else
            xml += c;
    }
    return xml;
}

/// Returns the number rounded to hundredths of a pixel, without trailing zeros.
std::string number(double value) {
    std::string text = fmt::format("{:.2f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string rect_element(SceneRect const& rect) {
    std::string const shape = fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}")", number(rect.x), number(rect.y),
                                          number(rect.width), number(rect.height), hex(rect.fill));
    return rect.tooltip.empty() ? shape + "/>\n" : fmt::format("{}><title>{}</title></rect>\n", shape, escaped(rect.tooltip));
}

std::string line_element(SceneLine const& line) {
    std::string const opacity = line.opacity < 1 ? fmt::format(R"( stroke-opacity="{}")", number(line.opacity)) : "";
    std::string const shape =
        fmt::format(R"(<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="{}" stroke-width="{}"{})", number(line.x1), number(line.y1),
                    number(line.x2), number(line.y2), hex(line.color), number(line.width), opacity);
    return line.tooltip.empty() ? shape + "/>\n" : fmt::format("{}><title>{}</title></line>\n", shape, escaped(line.tooltip));
}

std::string polygon_element(ScenePolygon const& polygon) {
    std::string points;
    for (auto const& [x, y] : polygon.points) points += fmt::format("{}{},{}", points.empty() ? "" : " ", number(x), number(y));
    return fmt::format("<polygon points=\"{}\" fill=\"{}\"/>\n", points, hex(polygon.fill));
}

char const* anchor_name(SceneText::Anchor anchor) {
    switch (anchor) {
    case SceneText::Anchor::Start:
        return "start";
    case SceneText::Anchor::Middle:
        return "middle";
    case SceneText::Anchor::End:
        break;
    }
    return "end";
}

std::string text_element(SceneText const& text) {
    // Some viewers ignore dominant-baseline, so the baseline is computed: 0.35 em below the middle.
    return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n", number(text.x),
                       number(text.y + 0.35 * text.size), number(text.size), anchor_name(text.anchor), hex(text.color),
                       text.bold ? R"( font-weight="bold")" : "", escaped(text.text));
}

} // namespace

std::string to_svg(Scene const& scene) {
    std::string svg = fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
                                  "role=\"img\" font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\">\n<title>{2}</title>\n"
                                  "<rect width=\"{0}\" height=\"{1}\" fill=\"{3}\"/>\n",
                                  number(scene.width), number(scene.height), escaped(scene.title), hex(scene.background));
    svg += "<g shape-rendering=\"crispEdges\">\n";
    for (SceneRect const& rect : scene.rects) svg += rect_element(rect);
    svg += "</g>\n<g>\n";
    for (SceneLine const& line : scene.lines) svg += line_element(line);
    for (ScenePolygon const& polygon : scene.polygons) svg += polygon_element(polygon);
    svg += "</g>\n<g>\n";
    for (SceneText const& text : scene.texts) svg += text_element(text);
    return svg + "</g>\n</svg>\n";
}

std::string to_inline_svg(Scene const& scene) {
    std::string const svg = to_svg(scene);
    return svg.substr(svg.find("<svg"));
}

} // namespace tessera
