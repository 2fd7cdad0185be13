// SPDX-License-Identifier: BSD-3-Clause
// Tessera: bash completion, written from the command's table.
#include "cli/common/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::cli {
namespace {

/// Returns the command that completes one of these words. They are separated by line ends, because words may have blanks.
std::string one_of(std::vector<std::string> const& words) {
    return fmt::format("COMPREPLY=($(compgen -W $'{}' -- \"$current\"))", fmt::join(words, "\\n"));
}

std::vector<std::string> option_words(CommandTable const& table, std::string const& subcommand) {
    std::vector<std::string> words;
    for (OptionSpec const& option : options_of(table, subcommand)) words.push_back("--" + option.name);
    return words;
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
        if (option.kind == ValueKind::Choice) action = one_of(option.choices);
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
    text += fmt::format("    if [[ $current == -* ]]; then\n        {}\n"
                        "    else\n        COMPREPLY=($(compgen -f -- \"$current\"))\n    fi\n}}\n",
                        one_of(option_words(table, subcommand)));
    return text;
}

/// Returns the branch on the first word, for a command with subcommands.
std::string dispatch(CommandTable const& table, std::string const& function) {
    std::vector<std::string> words;
    std::string branches;
    for (Invocation const& subcommand : table.subcommands) {
        words.push_back(subcommand.name);
        branches += fmt::format("        {}) {}_{} ;;\n", subcommand.name, function, subcommand.name);
    }
    for (std::string const& option : option_words(table, "")) words.push_back(option);
    return fmt::format("    if ((COMP_CWORD == 1)); then\n        {}\n        return\n"
                       "    fi\n    case \"${{COMP_WORDS[1]}}\" in\n{}    esac\n",
                       one_of(words), branches);
}

} // namespace

std::string bash_completion(CommandTable const& table) {
    std::string const function = "_" + table.command.name;
    std::string text = fmt::format("# bash completion for {}\n", table.command.name);
    for (Invocation const& subcommand : table.subcommands)
        text += function_text(table, function + "_" + subcommand.name, subcommand.name);
    if (table.subcommands.empty()) text += function_text(table, function + "_words", "");
    // The word may hold quotes or backslashes of the shell, which no completed word has; readline adds them again.
    text += fmt::format("{}() {{\n    local IFS=$'\\n' previous=\"${{COMP_WORDS[COMP_CWORD-1]}}\"\n"
                        "    local current=\"${{COMP_WORDS[COMP_CWORD]//[\\\\\\\"\\\']/}}\"\n    COMPREPLY=()\n",
                        function);
    text += table.subcommands.empty() ? fmt::format("    {}_words\n", function) : dispatch(table, function);
    return text + fmt::format("}}\ncomplete -o filenames -F {} {}\n", function, table.command.name);
}

} // namespace tessera::cli
