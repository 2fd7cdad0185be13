// SPDX-License-Identifier: BSD-3-Clause
// Tessera: fish completion, written from the command's table.
#include "cli/common/completion.hpp"

#include <fmt/format.h>
#include <string_view>

namespace tessera::cli {
namespace {

/// Quotes a text for fish, which knows only \\ and \' within single quotes.
std::string fish_quoted(std::string_view text) {
    std::string result = "'";
    for (char const c : text) {
        if (c == '\\' || c == '\'') result += '\\';
        result += c;
    }
    return result + "'";
}

/// Returns the words that complete the value: choices, file names, or none.
std::string fish_value(OptionSpec const& option) {
    if (option.kind == ValueKind::Flag) return {};
    if (option.kind == ValueKind::File) return " -r -F";
    if (option.kind != ValueKind::Choice) return " -x";
    std::string choices;
    for (std::string const& choice : option.choices) choices += (choices.empty() ? "" : " ") + fish_quoted(choice);
    return " -x -a " + fish_quoted(choices);
}

std::string fish_option(CommandTable const& table, OptionSpec const& option, std::string const& condition) {
    std::string const letter = option.letter == '\0' ? "" : fmt::format(" -s {}", option.letter);
    return fmt::format("complete -c {}{} -l {}{}{} -d {}\n", table.command.name, condition, option.name, letter, fish_value(option),
                       fish_quoted(option.help));
}

std::string fish_options(CommandTable const& table, std::string const& subcommand, std::string const& condition) {
    std::string text;
    for (OptionSpec const& option : options_of(table, subcommand)) text += fish_option(table, option, condition);
    return text;
}

} // namespace

std::string fish_completion(CommandTable const& table) {
    std::string text = fmt::format("# fish completion for {}\n", table.command.name);
    if (table.subcommands.empty()) return text + fish_options(table, "", "");
    std::string const first = " -n __fish_use_subcommand";
    for (Invocation const& each : table.subcommands)
        text += fmt::format("complete -c {}{} -f -a {} -d {}\n", table.command.name, first, each.name, fish_quoted(each.summary));
    text += fish_options(table, "", first);
    for (Invocation const& each : table.subcommands)
        text += fish_options(table, each.name, fmt::format(" -n '__fish_seen_subcommand_from {}'", each.name));
    return text;
}

} // namespace tessera::cli
