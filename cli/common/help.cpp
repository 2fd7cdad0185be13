// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes --help from the command's table.
#include "cli/common/help.hpp"

#include "cli/common/line_breaks.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>
#include <vector>

namespace tessera::cli {
namespace {

constexpr std::size_t widest_left = 30;
constexpr std::size_t help_width = 80;
constexpr std::ptrdiff_t help_height = 24;

/// A row of help: the typed text and its meaning.
struct Row {
    std::string left;
    std::string right;
};
struct Section {
    std::string heading;
    std::vector<Row> rows;
};

std::string typed(OptionSpec const& option) {
    std::string text = option.letter == '\0' ? "" : fmt::format("-{}, ", option.letter);
    text += "--" + option.name;
    return option.kind == ValueKind::Flag ? text : text + " " + placeholder_of(option);
}

/// Returns options by heading, in the order of first occurrence.
std::vector<Section> sections_of(std::vector<OptionSpec> const& options) {
    std::vector<Section> sections;
    for (OptionSpec const& option : options) {
        auto section = std::ranges::find(sections, option.group, &Section::heading);
        if (section == sections.end()) section = sections.insert(sections.end(), Section{option.group, {}});
        section->rows.push_back({typed(option), option.help});
    }
    return sections;
}

/// Returns the width of the left column: the widest entry of at most widest_left characters.
std::size_t left_width(std::vector<Section> const& sections) {
    std::size_t width = 0;
    for (Section const& section : sections)
        for (Row const& row : section.rows)
            if (row.left.size() <= widest_left) width = std::max(width, row.left.size());
    return width;
}

std::string rows_text(std::vector<Row> const& rows, std::size_t width) {
    std::string text;
    for (Row const& row : rows) {
        std::size_t const column = std::max(width, row.left.size()) + 4;
        auto const lines = broken_at_blanks(row.right, help_width - column);
        if (row.right.empty()) {
            text += fmt::format("  {}\n", row.left);
            continue;
        }
        text += fmt::format("  {:<{}}  {}\n", row.left, column - 4, lines.front());
        for (std::size_t i = 1; i < lines.size(); ++i) text += fmt::format("{:{}}{}\n", "", column, lines[i]);
    }
    return text;
}

std::string examples_text(Invocation const& invocation) {
    std::string text = "Examples:\n";
    for (CommandExample const& example : invocation.examples) text += "  " + example.command + "\n";
    return text;
}

std::string usage_line(CommandTable const& table, Invocation const& invocation) {
    bool const command_itself = &invocation == &table.command;
    if (command_itself && !table.subcommands.empty()) return fmt::format("Usage: {} SUBCOMMAND [OPTION...]\n", table.command.name);
    std::string const name = command_itself ? invocation.name : table.command.name + " " + invocation.name;
    return fmt::format("Usage: {}{}{} [OPTION...]\n", name, invocation.arguments.empty() ? "" : " ", invocation.arguments);
}

std::string help_with(CommandTable const& table, Invocation const& invocation, std::vector<OptionSpec> const& options) {
    auto sections = sections_of(options);
    if (&invocation == &table.command && !table.subcommands.empty()) {
        Section commands{"Subcommands (each has its own --help)", {}};
        for (Invocation const& each : table.subcommands) commands.rows.push_back({each.name + " " + each.arguments, each.summary});
        sections.insert(sections.begin(), std::move(commands));
    }
    std::string text = usage_line(table, invocation) + sentence(invocation.summary) + "\n";
    if (!invocation.note.empty()) text += invocation.note + "\n";
    text += "\n";
    std::size_t const width = left_width(sections);
    for (Section const& section : sections) text += section.heading + ":\n" + rows_text(section.rows, width);
    return text + examples_text(invocation);
}

bool is_main(OptionSpec const& option, Invocation const& invocation) {
    return option.group == job_group || std::ranges::count(invocation.main_options, option.name) > 0;
}

/// Returns what stands before the first semicolon outside quotation marks: the rest says more than a first look needs.
std::string first_clause(std::string const& text) {
    bool quoted = false;
    for (std::size_t at = 0; at + 1 < text.size(); ++at) {
        if (text[at] == '\'' && (quoted || at == 0 || text[at - 1] == ' ')) quoted = !quoted;
        if (!quoted && text[at] == ';' && text[at + 1] == ' ') return text.substr(0, at);
    }
    return text;
}

/// Keeps the main options with the first clause of their texts, and --help and --help-all, which says how many there are.
std::vector<OptionSpec> main_options(Invocation const& invocation, std::vector<OptionSpec> const& all) {
    std::vector<OptionSpec> kept;
    for (OptionSpec const& option : all)
        if (is_main(option, invocation) || option.name.starts_with("help")) kept.push_back(option);
    for (OptionSpec& option : kept) option.help = first_clause(option.help);
    kept.back().help = fmt::format("all {} options", all.size());
    return kept;
}

} // namespace

std::string help_text(CommandTable const& table, std::string_view subcommand, HelpLength length) {
    Invocation const& invocation = invocation_of(table, subcommand);
    auto const options = options_of(table, subcommand);
    if (length == HelpLength::All) return help_with(table, invocation, options);
    auto shown = options;
    std::erase_if(shown, [](OptionSpec const& option) { return option.name == "man"; });
    std::string const text = help_with(table, invocation, shown);
    if (std::ranges::count(text, '\n') <= help_height) return text;
    return help_with(table, invocation, main_options(invocation, options));
}

} // namespace tessera::cli
