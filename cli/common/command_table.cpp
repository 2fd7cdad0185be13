// SPDX-License-Identifier: BSD-3-Clause
// Tessera: look-ups in a command's table.
#include "cli/common/command_table.hpp"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::cli {
namespace {

std::vector<OptionSpec> universal_options() {
    return {{.name = "help", .letter = 'h', .help = "show this text", .group = "Options"},
            {.name = "help-all", .help = "list every option", .group = "Options"},
            {.name = "man", .help = "show the manual page", .group = "Options"},
            {.name = "version", .help = "print the version", .group = "Options"}};
}

} // namespace

Invocation const* find_subcommand(CommandTable const& table, std::string_view name) {
    auto const found = std::ranges::find(table.subcommands, name, &Invocation::name);
    return found == table.subcommands.end() ? nullptr : &*found;
}

Invocation const& invocation_of(CommandTable const& table, std::string_view subcommand) {
    if (subcommand.empty()) return table.command;
    Invocation const* const found = find_subcommand(table, subcommand);
    assert(found != nullptr);
    return *found;
}

std::vector<OptionSpec> options_of(CommandTable const& table, std::string_view subcommand) {
    std::vector<OptionSpec> options;
    bool const command_only = subcommand.empty() && !table.subcommands.empty();
    for (OptionSpec const& option : table.options)
        if (!command_only && (option.subcommands.empty() || std::ranges::count(option.subcommands, subcommand) > 0))
            options.push_back(option);
    std::ranges::copy(universal_options(), std::back_inserter(options));
    return options;
}

std::string placeholder_of(OptionSpec const& option) {
    if (option.kind == ValueKind::Flag) return {};
    return option.placeholder.empty() ? fmt::format("{}", fmt::join(option.choices, "|")) : option.placeholder;
}

std::string sentence(std::string text) {
    if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text + ".";
}

} // namespace tessera::cli
