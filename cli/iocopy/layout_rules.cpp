// SPDX-License-Identifier: BSD-3-Clause
// Tessera: options that say the layout of some variables and not of others.
#include "cli/iocopy/layout_rules.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>
#include <vector>

namespace tessera::cli {
namespace {

Error fits_nothing(std::string_view option, std::string const& pattern, std::span<std::string const> paths) {
    constexpr std::size_t most_named = 8;
    auto const named = paths.first(std::min(paths.size(), most_named));
    return {fmt::format("--{}: no variable is called '{}'; there are {}{}", option, pattern, fmt::join(named, ", "),
                        paths.size() > most_named ? ", ..." : "")};
}

} // namespace

LayoutRule layout_rule(std::string const& text) {
    auto colon = text.rfind(':'); // the one before the value: the last one, but for that of "auto:SIZE"
    constexpr std::string_view with_size = "auto:";
    if (colon != std::string::npos && text.substr(0, colon + 1).ends_with(with_size)) {
        std::size_t const begin = colon + 1 - with_size.size();
        if (begin == 0) colon = std::string::npos;
        if (begin > 0 && text[begin - 1] == ':') colon = begin - 1;
    }
    if (colon == std::string::npos) return {"*", text, true};
    return {text.substr(0, colon), text.substr(colon + 1), false};
}

bool fits_name(std::string const& pattern, std::string const& path) {
    std::string const name = path.substr(path.rfind('/') + 1);
    std::string const below = path.starts_with('/') ? path.substr(1) : path;
    auto const fits = [&](std::string const& text) { return fnmatch(pattern.c_str(), text.c_str(), 0) == 0; };
    return fits(path) || fits(below) || fits(name);
}

std::optional<LayoutRule> rule_for(Arguments const& arguments, std::string_view option, std::string const& path) {
    for (std::string const& text : arguments.texts(option))
        if (LayoutRule const rule = layout_rule(text); fits_name(rule.pattern, path)) return rule;
    return std::nullopt;
}

std::optional<std::string> value_for(Arguments const& arguments, std::string_view option, std::string const& path) {
    auto const rule = rule_for(arguments, option, path);
    return rule ? std::optional(rule->value) : std::nullopt;
}

Result<void> check_rules(Arguments const& arguments, std::span<std::string const> paths) {
    auto const fits_some = [&](std::string const& pattern) {
        return std::ranges::any_of(paths, [&](std::string const& path) { return fits_name(pattern, path); });
    };
    for (char const* const option : {"chunk", "deflate", "shuffle"})
        for (std::string const& text : arguments.texts(option))
            if (!fits_some(layout_rule(text).pattern))
                return tl::unexpected(fits_nothing(option, layout_rule(text).pattern, paths));
    for (std::string const& pattern : arguments.texts("exclude"))
        if (!fits_some(pattern)) return tl::unexpected(fits_nothing("exclude", pattern, paths));
    return {};
}

} // namespace tessera::cli
