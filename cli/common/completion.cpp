// SPDX-License-Identifier: BSD-3-Clause
// Tessera: bash completion, written from the command's table.
#include "cli/common/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::cli {
namespace {

std::string option_words(CommandTable const& table, std::string const& subcommand) {
    std::vector<std::string> words;
    for (OptionSpec const& option : options_of(table, subcommand)) words.push_back("--" + option.name);
    return fmt::format("{}", fmt::join(words, " "));
}

std::string option_pattern(OptionSpec const& option) {
    return option.letter == '\0' ? "--" + option.name : fmt::format("--{}|-{}", option.name, option.letter);
}

/// Returns the shell branches for values of options: choices, file names, or nothing for other values.
std::string value_branches(CommandTable const& table, std::string const& subcommand) {
    std::string text;
    for (OptionSpec const& option : options_of(table, subcommand)) {
        if (option.kind == ValueKind::Flag) continue;
        std::string action = ":";
        if (option.kind == ValueKind::Choice)
            action = fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$current\"))", fmt::join(option.choices, " "));
        if (option.kind == ValueKind::File) action = "COMPREPLY=($(compgen -f -- \"$current\"))";
        text += fmt::format("        {}) {}; return ;;\n", option_pattern(option), action);
    }
    return text;
}

/// Returns the shell function for one subcommand.
std::string function_text(CommandTable const& table, std::string const& name, std::string const& subcommand) {
    std::string text = fmt::format("{}() {{\n", name);
    if (auto const branches = value_branches(table, subcommand); !branches.empty())
        text += fmt::format("    case \"$previous\" in\n{}    esac\n", branches);
    text += fmt::format("    if [[ $current == -* ]]; then\n        COMPREPLY=($(compgen -W '{}' -- \"$current\"))\n"
                        "    else\n        COMPREPLY=($(compgen -f -- \"$current\"))\n    fi\n}}\n",
                        option_words(table, subcommand));
    return text;
}

/// Returns the branch on the first word, for a command with subcommands.
std::string dispatch(CommandTable const& table, std::string const& function) {
    std::vector<std::string> names;
    std::string branches;
    for (Invocation const& subcommand : table.subcommands) {
        names.push_back(subcommand.name);
        branches += fmt::format("        {}) {}_{} ;;\n", subcommand.name, function, subcommand.name);
    }
    return fmt::format(
        "    if ((COMP_CWORD == 1)); then\n        COMPREPLY=($(compgen -W '{} {}' -- \"$current\"))\n        return\n"
        "    fi\n    case \"${{COMP_WORDS[1]}}\" in\n{}    esac\n",
        fmt::join(names, " "), option_words(table, ""), branches);
}

} // namespace

std::string bash_completion(CommandTable const& table) {
    std::string const function = "_" + table.command.name;
    std::string text = fmt::format("# bash completion for {}\n", table.command.name);
    for (Invocation const& subcommand : table.subcommands)
        text += function_text(table, function + "_" + subcommand.name, subcommand.name);
    if (table.subcommands.empty()) text += function_text(table, function + "_words", "");
    text += fmt::format("{}() {{\n    local current=\"${{COMP_WORDS[COMP_CWORD]}}\" previous=\"${{COMP_WORDS[COMP_CWORD-1]}}\"\n"
                        "    COMPREPLY=()\n",
                        function);
    text += table.subcommands.empty() ? fmt::format("    {}_words\n", function) : dispatch(table, function);
    return text + fmt::format("}}\ncomplete -o filenames -F {} {}\n", function, table.command.name);
}

} // namespace tessera::cli
