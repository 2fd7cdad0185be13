// SPDX-License-Identifier: BSD-3-Clause
// Tessera: zsh completion, written from the command's table.
#include "cli/common/completion.hpp"

#include <fmt/format.h>
#include <string_view>

namespace tessera::cli {
namespace {

/// Returns the text with a backslash before each of the characters `special`.
std::string backslashed(std::string_view text, std::string_view special) {
    std::string result;
    for (char const c : text) {
        if (special.find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

std::string single_quoted(std::string_view text) {
    std::string result = "'";
    for (char const c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

/// Returns the part of a specification of _arguments that completes the value.
std::string zsh_value(OptionSpec const& option) {
    if (option.kind == ValueKind::Flag) return {};
    std::string const message = backslashed(placeholder_of(option), "\\:");
    if (option.kind == ValueKind::File) return ":" + message + ":_files";
    if (option.kind != ValueKind::Choice) return ":" + message + ": ";
    std::string choices;
    for (std::string const& choice : option.choices) choices += (choices.empty() ? "" : " ") + backslashed(choice, "\\: ()");
    return fmt::format(":{}:({})", option.name, choices);
}

/// Returns the specifications of one option: its long name, and its letter if it has one.
std::string zsh_option(OptionSpec const& option) {
    std::string const rest = fmt::format("[{}]{}", backslashed(option.help, "\\[]:"), zsh_value(option));
    std::string const repeated = option.repeatable ? "*" : "";
    std::string const equals = option.kind == ValueKind::Flag ? "" : "=";
    std::string text = " \\\n    " + single_quoted(fmt::format("{}--{}{}{}", repeated, option.name, equals, rest));
    if (option.letter != '\0')
        text += " \\\n    " + single_quoted(fmt::format("{}-{}{}{}", repeated, option.letter, equals.empty() ? "" : "+", rest));
    return text;
}

/// Returns the function that completes the words of one subcommand.
std::string zsh_function(CommandTable const& table, std::string const& name, std::string const& subcommand) {
    std::string text = fmt::format("{}() {{\n  _arguments -s -S", name);
    for (OptionSpec const& option : options_of(table, subcommand)) text += zsh_option(option);
    bool const only_options = subcommand.empty() && !table.subcommands.empty();
    return text + (only_options ? "" : " \\\n    '*:file:_files'") + "\n}\n";
}

/// Returns the body that completes the subcommand, or passes the words after it to its function.
std::string zsh_dispatch(CommandTable const& table, std::string const& function) {
    std::string names;
    std::string branches;
    for (Invocation const& subcommand : table.subcommands) {
        names += "      " + single_quoted(backslashed(subcommand.name, "\\:") + ":" + subcommand.summary) + "\n";
        branches += fmt::format("    ({0}) {1}_{0} ;;\n", subcommand.name, function);
    }
    return fmt::format("  if (( CURRENT == 2 )); then\n    local -a subcommands=(\n{}    )\n"
                       "    _describe subcommand subcommands\n    {}_words\n    return\n  fi\n"
                       "  shift words\n  (( CURRENT-- ))\n  case $words[1] in\n{}  esac\n",
                       names, function, branches);
}

} // namespace

std::string zsh_completion(CommandTable const& table) {
    std::string const function = "_" + table.command.name;
    std::string text = fmt::format("#compdef {}\n# zsh completion for {}\n\n", table.command.name, table.command.name);
    text += zsh_function(table, function + "_words", "");
    for (Invocation const& subcommand : table.subcommands)
        text += zsh_function(table, function + "_" + subcommand.name, subcommand.name);
    std::string const body = table.subcommands.empty() ? fmt::format("  {}_words\n", function) : zsh_dispatch(table, function);
    return text + fmt::format("{0}() {{\n{1}}}\n{0} \"$@\"\n", function, body);
}

} // namespace tessera::cli
