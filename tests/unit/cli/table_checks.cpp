// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what has to hold for the table of every command.
#include "tests/unit/cli/table_checks.hpp"

#include "cli/common/arguments.hpp"
#include "cli/common/completion.hpp"
#include "cli/common/help.hpp"
#include "cli/common/man_page.hpp"

#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <sstream>

namespace tessera::cli {
namespace {

using Names = std::set<std::string>;

constexpr std::size_t screen_columns = 80;
constexpr std::size_t screen_rows = 24;

std::vector<std::string> lines_of(std::string const& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// The long options that stand where options are listed: in the first group of the pattern `entry`, not within a sentence.
Names names_in(QString const& text, QRegularExpression const& entry) {
    static QRegularExpression const name("--[a-z][a-z0-9-]*");
    Names names;
    for (QString const& line : text.split('\n')) {
        QString const typed = entry.match(line).captured(1);
        for (auto it = name.globalMatch(typed); it.hasNext();) names.insert(it.next().captured().toStdString());
    }
    return names;
}

/// What stands between the first `begin` and the next `end`.
QString part_of(QString const& text, QString const& begin, QString const& end) {
    auto const at = text.indexOf(begin);
    return at < 0 ? QString() : text.sliced(at + begin.size()).section(end, 0, 0);
}

Names names_in_help(CommandTable const& table, std::string const& subcommand) {
    QString const help = QString::fromStdString(help_text(table, subcommand, HelpLength::All));
    return names_in(help.section("Examples:", 0, 0), QRegularExpression("^  ((-[a-z], )?--.*)"));
}

/// The part of the man page that is about one subcommand, without the escapes of roff.
Names names_in_man(CommandTable const& table, std::string const& subcommand) {
    QString const page = QString::fromStdString(man_page(table)).replace("\\-", "-").remove("\\fR").remove("\\fI");
    std::string const begin = subcommand.empty() ? ".SH OPTIONS\n" : fmt::format(".SS {} {}\n", table.command.name, subcommand);
    return names_in(part_of(page, QString::fromStdString(begin), "\n.S"), QRegularExpression(R"(^(\\fB-.*))"));
}

Names names_in_completion(CommandTable const& table, std::string const& subcommand) {
    std::string const suffix = !subcommand.empty() ? "_" + subcommand : table.subcommands.empty() ? "_words" : "";
    std::string const begin = fmt::format("\n_{}{}() {{\n", table.command.name, suffix);
    QString const function = part_of(QString::fromStdString(bash_completion(table)), QString::fromStdString(begin), "\n}\n");
    return names_in(function, QRegularExpression(R"(compgen -W \$'(.*--.*)' --)"));
}

Names names_in_zsh(CommandTable const& table, std::string const& subcommand) {
    std::string const begin = fmt::format("\n_{}_{}() {{\n", table.command.name, subcommand.empty() ? "words" : subcommand);
    QString const function = part_of(QString::fromStdString(zsh_completion(table)), QString::fromStdString(begin), "\n}\n");
    return names_in(function, QRegularExpression(R"(^    '\*?(--[a-z0-9-]+))"));
}

Names names_in_fish(CommandTable const& table, std::string const& subcommand) {
    static QRegularExpression const name(" -l ([a-z][a-z0-9-]*)");
    std::string const condition = !subcommand.empty()         ? fmt::format(" -n '__fish_seen_subcommand_from {}'", subcommand)
                                  : table.subcommands.empty() ? ""
                                                              : " -n __fish_use_subcommand";
    Names names;
    for (std::string const& line : lines_of(fish_completion(table)))
        if (line.starts_with(fmt::format("complete -c {}{} -l ", table.command.name, condition)))
            names.insert("--" + name.match(QString::fromStdString(line)).captured(1).toStdString());
    return names;
}

Names names_in_table(CommandTable const& table, std::string const& subcommand) {
    Names names;
    for (OptionSpec const& option : options_of(table, subcommand)) names.insert("--" + option.name);
    return names;
}

void compare_names(CommandTable const& table, std::string const& subcommand, std::vector<std::string>& complaints) {
    auto const expected = names_in_table(table, subcommand);
    auto const judge = [&](char const* where, Names const& found) {
        if (found != expected)
            complaints.push_back(fmt::format("{} {}: the table has {}, the {} {}", table.command.name, subcommand,
                                             fmt::join(expected, " "), where, fmt::join(found, " ")));
    };
    judge("help", names_in_help(table, subcommand));
    judge("man page", names_in_man(table, subcommand));
    judge("completion for bash", names_in_completion(table, subcommand));
    judge("completion for zsh", names_in_zsh(table, subcommand));
    judge("completion for fish", names_in_fish(table, subcommand));
}

/// Every option of a subcommand has one entry, and a text that is its own.
void check_texts(CommandTable const& table, std::string const& subcommand, std::vector<std::string>& complaints) {
    Names names;
    Names texts;
    for (OptionSpec const& option : options_of(table, subcommand)) {
        std::string const who = fmt::format("{} {} --{}", table.command.name, subcommand, option.name);
        if (!names.insert(option.name).second) complaints.push_back(who + " stands in the table twice");
        if (option.help.empty()) complaints.push_back(who + " is not explained");
        if (!texts.insert(option.help).second) complaints.push_back(who + " is explained in the words of another option");
    }
}

void check_screen(CommandTable const& table, std::string const& subcommand, std::vector<std::string>& complaints) {
    auto const lines = lines_of(help_text(table, subcommand, HelpLength::Screen));
    std::string const who = fmt::format("{} {} --help", table.command.name, subcommand);
    if (lines.size() > screen_rows) complaints.push_back(fmt::format("{} has {} lines", who, lines.size()));
    auto all = lines;
    std::ranges::copy(lines_of(help_text(table, subcommand, HelpLength::All)), std::back_inserter(all));
    for (std::string const& line : all)
        if (line.size() > screen_columns) complaints.push_back(fmt::format("{}: {} columns: {}", who, line.size(), line));
    auto const names = names_in_table(table, subcommand);
    for (std::string const& option : invocation_of(table, subcommand).main_options)
        if (!names.contains("--" + option)) complaints.push_back(fmt::format("{}: no option --{}", who, option));
    std::string const screen = help_text(table, subcommand, HelpLength::Screen);
    for (std::string const& option : invocation_of(table, subcommand).main_options)
        if (screen.find("--" + option) == std::string::npos) complaints.push_back(fmt::format("{} shows no --{}", who, option));
    bool const has_own_options = !subcommand.empty() || table.subcommands.empty();
    bool const is_shortened = has_own_options && screen.find(" options\nExamples:") != std::string::npos;
    if (is_shortened && invocation_of(table, subcommand).main_options.empty())
        complaints.push_back(who + " is longer than a screen, and the table names no main options");
    bool const three_examples = lines.size() >= 4 && lines[lines.size() - 4] == "Examples:";
    if (!three_examples) complaints.push_back(who + " does not end with three examples");
}

/// Splits as a shell does, as far as examples need it: blanks and single quotes.
std::vector<std::string> words_of(std::string const& command) {
    std::vector<std::string> words(1);
    bool quoted = false;
    for (char const c : command) {
        if (c == '\'')
            quoted = !quoted;
        else if (c == ' ' && !quoted)
            words.emplace_back();
        else
            words.back() += c;
    }
    return words;
}

void check_examples(CommandTable const& table, Invocation const& invocation, std::vector<std::string>& complaints) {
    for (CommandExample const& example : invocation.examples) {
        auto words = words_of(example.command);
        auto const self = std::ranges::find(words, table.command.name); // "mpirun -n 8 redist ..."
        if (self == words.end()) {
            complaints.push_back("no call of the command: " + example.command);
            continue;
        }
        words.erase(words.begin(), self + 1);
        auto const request = parse_arguments(table, words);
        if (!request) complaints.push_back(fmt::format("{}: {}", example.command, request.error().message));
        if (example.what.empty()) complaints.push_back("not explained: " + example.command);
    }
}

} // namespace

std::vector<std::string> complaints_about(CommandTable const& table) {
    std::vector<std::string> complaints;
    std::vector<std::string> subcommands{""};
    for (Invocation const& each : table.subcommands) subcommands.push_back(each.name);
    for (std::string const& subcommand : subcommands) {
        compare_names(table, subcommand, complaints);
        check_texts(table, subcommand, complaints);
        check_screen(table, subcommand, complaints);
        check_examples(table, invocation_of(table, subcommand), complaints);
    }
    return complaints;
}

} // namespace tessera::cli
