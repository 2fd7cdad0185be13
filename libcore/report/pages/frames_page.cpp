// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a page that plays a series of pictures, for any browser.
#include "libcore/report/pages/frames_page.hpp"

#include "libcore/base/units.hpp"
#include "libcore/report/detail/pages.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/pages/html_page.hpp"
#include "libcore/scene/svg.hpp"

#include <fmt/format.h>

namespace tessera {

Result<std::string> frames_page(std::string_view title, Index count, std::function<Scene(Index)> const& picture,
                                std::function<std::string(Index)> const& told) {
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; });
    json.begin_object();
    json.entry("schema", "tessera.frames-page/1");
    json.key("told");
    json.begin_list();
    for (Index number = 0; number < count; ++number) json.value(told(number));
    json.end_array();
    json.key("pictures");
    json.begin_list();
    Index bytes = 0;
    for (Index number = 0; number < count; ++number) {
        std::string const drawn = to_inline_svg(picture(number));
        bytes += std::ssize(drawn);
        if (bytes > most_page_bytes)
            return fail(fmt::format("the page would be larger than {}: it would contain {}, but only {} fit",
                                    short_bytes(static_cast<double>(most_page_bytes)), counted(count, "picture"), grouped(number)));
        json.value(drawn);
    }
    json.end_array();
    json.end_object();
    std::string const script = fmt::format("{}\n{}", detail::pages_played_js, detail::pages_frames_js);
    return html_page({detail::pages_played_css, title, detail::pages_played_html, "frames", text, script});
}

} // namespace tessera
