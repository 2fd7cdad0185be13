// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes the man page from the command's table.
#include "cli/common/man_page.hpp"

#include "cli/common/version.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

namespace tessera::cli {
namespace {

/// Escapes backslashes, hyphens and lines that look like a request, so that roff shows the text unchanged.
std::string escaped(std::string_view text) {
    std::string roff;
    for (char const c : text) {
        if (c == '\\')
            roff += "\\e";
        else if (c == '-')
            roff += "\\-";
        else if (c == '\'')
            roff += "\\(aq";
        else if (c == '^')
            roff += "\\(ha";
        else if (c == '~')
            roff += "\\(ti";
        else
            roff += c;
    }
    return roff.starts_with('.') ? "\\&" + roff : roff;
}

/// Names files as they are installed. The texts of a table name them from the root of the project.
std::string installed_names(std::string text) {
    for (auto const& [in_project, installed] :
         {std::pair<std::string, std::string>{"share/doc/", "share/doc/tessera/"}, {"share/bin/", ""}})
        for (auto at = text.find(in_project); at != std::string::npos; at = text.find(in_project, at + installed.size()))
            text.replace(at, in_project.size(), installed);
    return text;
}

std::string upper_case(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

constexpr std::string_view after_name = ":: ";

/// Returns a paragraph, or an entry of a list if it is of the form "NAME:: text".
std::string paragraph_or_entry(std::string const& text) {
    auto const name_end = text.find(after_name);
    if (name_end == std::string::npos) return ".PP\n" + escaped(text) + "\n";
    return fmt::format(".TP\n\\fB{}\\fR\n{}\n", escaped(text.substr(0, name_end)),
                       escaped(text.substr(name_end + after_name.size())));
}

/// Returns the paragraphs, which blank lines separate. Other line breaks count as blanks.
std::string paragraphs(std::string_view text) {
    std::string roff;
    while (!text.empty()) {
        auto const end = text.find("\n\n");
        std::string paragraph{text.substr(0, end)};
        std::ranges::replace(paragraph, '\n', ' ');
        roff += paragraph_or_entry(paragraph);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    }
    return roff;
}

std::string option_entry(OptionSpec const& option) {
    std::string name = option.letter == '\0' ? "" : fmt::format("\\fB\\-{}\\fR, ", option.letter);
    name += fmt::format("\\fB\\-\\-{}\\fR", escaped(option.name));
    if (option.kind != ValueKind::Flag) name += fmt::format(" \\fI{}\\fR", escaped(placeholder_of(option)));
    return name;
}

std::string option_list(std::vector<OptionSpec> const& options) {
    std::string roff;
    for (OptionSpec const& option : options) roff += ".TP\n" + option_entry(option) + "\n" + escaped(sentence(option.help)) + "\n";
    return roff;
}

std::string example_list(Invocation const& invocation) {
    std::string roff;
    for (CommandExample const& example : invocation.examples)
        roff += fmt::format(".TP\n\\fB{}\\fR\n{}\n", escaped(example.command), escaped(example.what));
    return roff;
}

std::string synopsis(CommandTable const& table) {
    auto const line = [&](std::string const& words) { return fmt::format(".B {}\n.RI [ option ...]\n.br\n", escaped(words)); };
    std::string roff = ".SH SYNOPSIS\n";
    if (table.subcommands.empty()) return roff + line(table.command.name + " " + table.command.arguments);
    for (Invocation const& each : table.subcommands) roff += line(table.command.name + " " + each.name + " " + each.arguments);
    return roff;
}

std::string subcommand_section(CommandTable const& table, Invocation const& subcommand) {
    return fmt::format(".SS {} {}\n{}\n{}.PP\nOptions:\n{}.PP\nExamples:\n{}", escaped(table.command.name),
                       escaped(subcommand.name), escaped(sentence(subcommand.summary)), paragraphs(subcommand.description),
                       option_list(options_of(table, subcommand.name)), example_list(subcommand));
}

std::string exit_status() {
    return ".SH EXIT STATUS\n"
           ".TP\n0\nDone.\n"
           ".TP\n1\nFailed: the disk, a closed pipe, MPI or HDF5.\n"
           ".TP\n2\nBad input; the message says where, and what was expected.\n"
           ".TP\n3\nA verification found a difference.\n"
           ".TP\n4\nFiles were copied, but the target does not keep everything that was in them; a note names what is lost.\n"
           ".TP\n69\nUnder MPI: another rank, its node or the network is gone; iocopy \\-\\-resume continues its copy.\n"
           ".TP\n75\nA signal stopped a copy of files; \\-\\-resume continues it.\n"
           ".TP\n130\nCtrl+C stopped the work.\n";
}

std::string environment() {
    return ".SH ENVIRONMENT\n"
           ".TP\nNO_COLOR\nIf set and not empty, no colours unless \\fB\\-\\-color always\\fR is given.\n"
           ".TP\nCOLUMNS\nThe width of the output if it does not go to a terminal.\n";
}

/// Returns "SEE ALSO" with all pages that are installed together, except the command's own.
std::string see_also(std::string const& command) {
    std::vector<std::string> others;
    std::istringstream pages{std::string(manual_pages())};
    for (std::string page; pages >> page;)
        if (auto const section = page.find('('); page.substr(0, section) != command)
            others.push_back(fmt::format("\\fB{}\\fR{}", escaped(page.substr(0, section)), page.substr(section)));
    return fmt::format(".SH SEE ALSO\n{}\n", fmt::join(others, ",\n"));
}

} // namespace

std::string list_entry(std::string_view name, std::string_view text) {
    return fmt::format("\n\n{}{}{}", name, after_name, text);
}

std::string man_page(CommandTable const& table) {
    Invocation const& command = table.command;
    std::string roff =
        fmt::format(".TH {} 1 \"{}\" \"Tessera {}\" \"Tessera\"\n.SH NAME\n{} \\- {}\n", upper_case(escaped(command.name)),
                    release_date(), version(), escaped(command.name), escaped(command.summary));
    roff += synopsis(table) + ".SH DESCRIPTION\n" + paragraphs(command.description);
    if (!table.subcommands.empty()) roff += ".SH SUBCOMMANDS\n";
    for (Invocation const& subcommand : table.subcommands) roff += subcommand_section(table, subcommand);
    roff += ".SH OPTIONS\n" + option_list(options_of(table, ""));
    roff += exit_status() + environment() + ".SH EXAMPLES\n" + example_list(command) + see_also(command.name);
    return installed_names(std::move(roff));
}

bool show_by_man(std::string const& page) {
    std::FILE* const viewer = ::popen("command -v man >/dev/null && exec man -l -", "w");
    if (viewer == nullptr) return false;
    std::fwrite(page.data(), 1, page.size(), viewer); // a reader who leaves early is no failure
    return ::pclose(viewer) == 0;
}

} // namespace tessera::cli
