// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the one table a command is described by; parsing, --help, the man page and completion all come from it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

enum class ValueKind {
    Flag,   ///< takes no value
    Text,   ///< any text
    Number, ///< a whole number >= 0
    Size,   ///< bytes, with a unit: 64MiB
    Choice, ///< one of `choices`
    File,   ///< a path; completed as one
};

struct OptionSpec {
    std::string name = {}; ///< the long name, without dashes
    char letter = '\0';    ///< the short name, if any
    ValueKind kind = ValueKind::Flag;
    std::string placeholder = {}; ///< what stands for the value in help: N, FILE (Choice: the choices where empty)
    std::vector<std::string> choices = {};
    std::string help = {};                     ///< a few words; what the default is, where there is one
    std::string brief = {};                    ///< fewer, where --help shows it on one row with others; empty: the name says it
    std::string group = {};                    ///< the heading it stands under
    std::vector<std::string> subcommands = {}; ///< those it applies to; empty: all
    bool repeatable = false;                   ///< may be given several times
    bool beside_previous = false;              ///< shares the row of the option before it in --help, to save lines
};

struct CommandExample {
    std::string command = {};
    std::string what = {}; ///< one line for the man page
};

/// What the user types: a whole command, or one of its subcommands.
struct Invocation {
    std::string name = {};
    std::string arguments = {}; ///< as the usage line shows them: "JOB", "SOURCE TARGET"
    int min_arguments = 0;
    int max_arguments = 0;
    std::string summary = {};     ///< one line, without a full stop
    std::string note = {};        ///< a line or two more for the help
    std::string description = {}; ///< a paragraph or more for the man page; blank lines separate paragraphs
    std::vector<CommandExample> examples = {};
};

struct CommandTable {
    Invocation command = {};
    std::vector<Invocation> subcommands = {}; ///< empty: the command takes arguments itself
    std::vector<OptionSpec> options = {};     ///< --help and --version are added by themselves
};

/// The subcommand of that name, or null.
[[nodiscard]] Invocation const* find_subcommand(CommandTable const& table, std::string_view name);

/// The invocation a subcommand's name stands for; the command itself for "".
[[nodiscard]] Invocation const& invocation_of(CommandTable const& table, std::string_view subcommand);

/// The options of one subcommand ("" for the command itself: all of them where it has no subcommands, else only those that every
/// command has), in the order of the table, --help and --version last.
[[nodiscard]] std::vector<OptionSpec> options_of(CommandTable const& table, std::string_view subcommand);

/// "N", "FILE", "auto|always|never"; empty for a flag.
[[nodiscard]] std::string placeholder_of(OptionSpec const& option);

/// "who owns it" as "Who owns it."
[[nodiscard]] std::string sentence(std::string text);

} // namespace tessera::cli
