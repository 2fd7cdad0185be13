// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a page that plays a series of pictures, for any browser.
#include "libcore/report/frames_page.hpp"

#include "libcore/base/units.hpp"
#include "libcore/report/detail/played_page.hpp"
#include "libcore/report/html_page.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/scene/svg.hpp"

#include <fmt/format.h>

namespace tessera {
namespace {

constexpr std::string_view frames_script = R"html(
function start() {
  const part = (id) => document.getElementById(id);
  const frames = JSON.parse(part("frames").textContent);
  const last = frames.pictures.length - 1;
  let shown = null;
  playedBy(part, {
    length: last,
    stops: frames.pictures.map((_, number) => number),
    perSecond: Math.max(1, last / 60), // a second each, all of them in a minute at most
    show: (time) => {
      const number = Math.min(Math.floor(time), last);
      if (shown !== number) part("picture").innerHTML = frames.pictures[number];
      shown = number;
      return frames.told[number];
    },
  });
}
if (typeof document !== "undefined") start();
)html";

} // namespace

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
    std::string const script = fmt::format("{}{}", detail::played_page_script, frames_script);
    return html_page({detail::played_page_style, title, detail::played_page_body, "frames", text, script});
}

} // namespace tessera
