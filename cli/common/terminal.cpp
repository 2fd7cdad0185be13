// SPDX-License-Identifier: BSD-3-Clause
// Tessera: properties of the terminal that a command writes to.
#include "cli/common/terminal.hpp"

#include "libcore/base/size_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>

namespace tessera::cli {

std::optional<int> screen_width(int descriptor) {
    winsize size{};
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return std::nullopt;
}

namespace {

std::string environment(char const* name) {
    char const* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

int width_of(int descriptor) {
    if (auto const columns = screen_width(descriptor)) return *columns;
    auto const columns = parse_number(environment("COLUMNS"));
    return columns && *columns > 0 ? static_cast<int>(std::min<Index>(*columns, 10'000)) : 80;
}

bool wants_color(bool is_tty, ColorWhen when) {
    if (when != ColorWhen::Auto) return when == ColorWhen::Always;
    return is_tty && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

} // namespace

ColorWhen color_when(std::string_view text) {
    if (text == "always") return ColorWhen::Always;
    return text == "never" ? ColorWhen::Never : ColorWhen::Auto;
}

Terminal terminal_of(int descriptor, ColorWhen when) {
    Terminal terminal{.is_tty = isatty(descriptor) == 1, .width = width_of(descriptor), .depth = ColorDepth::None};
    if (!wants_color(terminal.is_tty, when)) return terminal;
    std::string const colors = environment("COLORTERM");
    terminal.depth = colors == "truecolor" || colors == "24bit" ? ColorDepth::TrueColor : ColorDepth::Palette256;
    return terminal;
}

} // namespace tessera::cli
