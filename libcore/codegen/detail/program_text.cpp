// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of programs, written as patterns with words to fill in.
#include "libcore/codegen/detail/program_text.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::detail {

namespace {

/// Calls visit(line) for each line of a text, without the line end.
template <class Visit>
void for_each_line(std::string_view text, Visit const& visit) {
    while (!text.empty()) {
        std::size_t const end = std::min(text.find('\n'), text.size());
        visit(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(' ') == std::string_view::npos;
}

/// Returns the begin of the comment after a Fortran statement, or the length of the line if there is none.
std::size_t comment_of(std::string_view line) {
    bool quoted = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\'') quoted = !quoted;
        if (line[at] == '!' && !quoted) return at;
    }
    return line.size();
}

/// Returns one filled line of a pattern, which may become several lines or none.
std::string filled_line(std::string_view pattern, ProgramWords const& words) {
    std::string line;
    std::string rows; // completed lines
    bool has_words = false;
    for (std::size_t mark = pattern.find('@'); mark != std::string_view::npos; mark = pattern.find('@')) {
        std::size_t const end = pattern.find('@', mark + 1);
        assert(end != std::string_view::npos);
        auto const word = words.find(pattern.substr(mark + 1, end - mark - 1));
        assert(word != words.end());
        line += pattern.substr(0, mark);
        pattern.remove_prefix(end + 1);
        has_words = true;
        std::string const before = line;
        std::string_view value = word->second;
        for (std::size_t cut = value.find('\n'); cut != std::string_view::npos; cut = value.find('\n')) {
            rows += (value.substr(0, cut).empty() && is_blank(before) ? "" : before) + std::string(value.substr(0, cut)) + "\n";
            value.remove_prefix(cut + 1);
        }
        line = before + std::string(value);
    }
    line += pattern;
    return rows + (has_words && is_blank(line) ? "" : line + "\n");
}

} // namespace

std::string filled(std::string_view pattern, ProgramWords const& words) {
    assert(pattern.starts_with('\n'));
    std::string text;
    for_each_line(pattern.substr(1), [&](std::string_view line) { text += filled_line(line, words); });
    return text;
}

std::string continued(std::string_view fortran) {
    constexpr std::size_t longest = 120;
    std::string text;
    for_each_line(fortran, [&](std::string_view whole) {
        std::string line(whole);
        std::size_t const indent = std::min(line.find_first_not_of(' '), line.size());
        std::size_t const comment = line.size() > longest ? comment_of(line) : line.size();
        if (comment < line.size() && comment > indent) { // a comment cannot be continued
            text += std::string(indent, ' ') + line.substr(comment) + "\n";
            line.resize(line.find_last_not_of(' ', comment - 1) + 1);
        }
        while (comment > indent && line.size() > longest) {
            std::size_t const blank = line.rfind(' ', longest - 2);
            if (blank == std::string::npos || blank <= indent + 4) break;
            text += line.substr(0, blank) + " &\n";
            line = std::string(indent + 4, ' ') + line.substr(blank + 1);
        }
        text += line + "\n";
    });
    return text;
}

std::vector<std::string> numbered(std::string_view letter, std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back(fmt::format("{}{}", letter, i + 1));
    return names;
}

std::string listed(std::vector<std::string> const& names) {
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string listed(std::span<Index const> values) {
    return fmt::format("{}", fmt::join(values, ", "));
}

std::string stacked(std::vector<std::string> const& lines) {
    return fmt::format("{}", fmt::join(lines, "\n"));
}

} // namespace tessera::detail
