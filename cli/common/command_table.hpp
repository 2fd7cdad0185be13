// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the table that describes a command, the source of parsing, --help, man page and completion.
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
    File,   ///< a path, completed as a file name
};

/// Heading of the options that describe a job in the command line.
inline constexpr std::string_view job_group = "Instead of a job file";

struct OptionSpec {
    std::string name = {}; ///< the long name, without dashes
    char letter = '\0';    ///< the short name, if any
    ValueKind kind = ValueKind::Flag;
    std::string placeholder = {}; ///< name of the value in help: N, FILE (Choice: empty shows the choices)
    std::vector<std::string> choices = {};
    std::string help = {};                     ///< a few words, including the default if there is one
    std::string group = {};                    ///< heading of its section in the help
    std::vector<std::string> subcommands = {}; ///< subcommands that have it; empty: all
    bool repeatable = false;                   ///< may be given several times
};

struct CommandExample {
    std::string command = {};
    std::string what = {}; ///< one line for the man page
};

/// A command or one of its subcommands, as the user types it.
struct Invocation {
    std::string name = {};
    std::string arguments = {}; ///< arguments in the usage line: "JOB", "SOURCE TARGET"
    int min_arguments = 0;
    int max_arguments = 0;
    std::string summary = {};     ///< one line, without a full stop
    std::string note = {};        ///< one or two more lines for the help
    std::string description = {}; ///< paragraphs for the man page, separated by blank lines; other line breaks count as blanks
    std::vector<CommandExample> examples = {};
    std::vector<std::string> main_options = {}; ///< options of --help, besides job_group, if all do not fit a screen
};

struct CommandTable {
    Invocation command = {};
    std::vector<Invocation> subcommands = {}; ///< empty: the command itself takes arguments
    std::vector<OptionSpec> options = {};     ///< --help, --help-all and --version are added automatically
    bool under_mpi = false;                   ///< mpirun starts its ranks
};

/// Returns the subcommand of that name, or null.
[[nodiscard]] Invocation const* find_subcommand(CommandTable const& table, std::string_view name);

/// Returns the invocation of a subcommand; "" is the command itself.
[[nodiscard]] Invocation const& invocation_of(CommandTable const& table, std::string_view subcommand);

/// Returns the options of one subcommand in the order of the table, then --help, --help-all and --version. "" is the command
/// itself: all its options if it has no subcommands, else only those that every command has.
[[nodiscard]] std::vector<OptionSpec> options_of(CommandTable const& table, std::string_view subcommand);

/// Returns the placeholder: "N", "FILE", "auto|always|never"; empty for a flag.
[[nodiscard]] std::string placeholder_of(OptionSpec const& option);

/// Returns a text as a sentence: "who owns it" becomes "Who owns it."
[[nodiscard]] std::string sentence(std::string text);

} // namespace tessera::cli
