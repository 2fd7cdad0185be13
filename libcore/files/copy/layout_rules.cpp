// SPDX-License-Identifier: BSD-3-Clause
// Tessera: layout options for some variables of a file.
#include "libcore/files/copy/layout_rules.hpp"

#include "libcore/files/store/chunk_filters.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

namespace tessera {

namespace {

tl::unexpected<Error> fits_nothing(std::string_view option, std::string const& pattern, std::span<std::string const> paths,
                                   std::vector<ArrayAlias> const& aliases) {
    for (ArrayAlias const& further : aliases)
        if (fits_name(pattern, further.name))
            return fail(fmt::format("--{}: '{}' is another name of '{}'; say that one, which stands for both", option, further.name,
                                    further.of));
    constexpr std::size_t most_named = 8;
    auto const named = paths.first(std::min(paths.size(), most_named));
    return fail(fmt::format("--{}: no variable is called '{}'; there are {}{}", option, pattern, fmt::join(named, ", "),
                            paths.size() > most_named ? ", ..." : ""));
}

/// Returns whether the word is the first half of a value that contains a ':'.
bool has_tail(std::string_view option, std::string_view word) {
    if (option == "chunk") return word == "auto";
    auto const names = compressor_names();
    return option == "compress" && std::ranges::find(names, word) != names.end();
}

} // namespace

LayoutRule layout_rule(std::string_view option, std::string const& text) {
    auto colon = text.rfind(':'); // the ':' before the value: the last one, unless the value contains one
    if (colon == std::string::npos) return {"*", text, true};
    std::size_t const before = text.substr(0, colon).rfind(':');
    std::size_t const word = before == std::string::npos ? 0 : before + 1;
    if (has_tail(option, std::string_view(text).substr(word, colon - word))) colon = before;
    if (colon == std::string::npos) return {"*", text, true};
    return {text.substr(0, colon), text.substr(colon + 1), false};
}

bool fits_name(std::string const& pattern, std::string const& path) {
    std::string const name = path.substr(path.rfind('/') + 1);
    std::string const below = path.starts_with('/') ? path.substr(1) : path;
    auto const fits = [&](std::string const& text) { return fnmatch(pattern.c_str(), text.c_str(), 0) == 0; };
    return fits(path) || fits(below) || fits(name);
}

std::optional<LayoutRule> rule_for(OptionValues const& given, std::string_view option, std::string const& path) {
    for (std::string const& text : given.texts(option))
        if (LayoutRule const rule = layout_rule(option, text); fits_name(rule.pattern, path)) return rule;
    return std::nullopt;
}

std::optional<std::string> value_for(OptionValues const& given, std::string_view option, std::string const& path) {
    auto const rule = rule_for(given, option, path);
    return rule ? std::optional(rule->value) : std::nullopt;
}

bool asks_for_none(OptionValues const& given, std::string_view option) {
    return std::ranges::all_of(given.texts(option), [&](std::string const& text) {
        std::string const value = layout_rule(option, text).value;
        return value == "none" || value == "no";
    });
}

Result<void> check_rules(OptionValues const& given, std::span<std::string const> paths,
                         std::function<std::vector<ArrayAlias>()> const& aliases) {
    auto const fits_some = [&](std::string const& pattern) {
        return std::ranges::any_of(paths, [&](std::string const& path) { return fits_name(pattern, path); });
    };
    for (std::string_view const option : ruled_options)
        for (std::string const& text : given.texts(option))
            if (std::string const pattern = layout_rule(option, text).pattern; !fits_some(pattern))
                return fits_nothing(option, pattern, paths, aliases());
    for (std::string const& pattern : given.texts("exclude"))
        if (!fits_some(pattern)) return fits_nothing("exclude", pattern, paths, aliases());
    return {};
}

tl::unexpected<Error> error_of_variable(std::string const& name, Error const& error, std::string_view way_out) {
    std::string_view const message = error.message;
    if (!message.starts_with("--")) return fail(fmt::format("'{}': {}; {}", name, message, way_out));
    std::string_view const option = message.substr(2, message.find(':') - 2);
    bool const has_rules = std::ranges::count(ruled_options, option) > 0;
    return has_rules ? fail(fmt::format("'{}': {}", name, message)) : tl::unexpected(error);
}

} // namespace tessera
