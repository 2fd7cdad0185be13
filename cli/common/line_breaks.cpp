// SPDX-License-Identifier: BSD-3-Clause
// Tessera: breaks lines that are wider than a screen.
#include "cli/common/line_breaks.hpp"

#include "libcore/base/index.hpp"
#include "libcore/base/utf8.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace tessera::cli {
namespace {

constexpr std::size_t margin_of_labels = 2;
constexpr std::size_t widest_label = 24;
constexpr int least_sentence = 30; // columns; narrower sentences are hard to read

/// Returns whether it is a small letter, with which labels begin.
bool is_letter(char character) {
    return character >= 'a' && character <= 'z';
}

/// Returns where the sentence begins behind a label, in bytes. Empty if the line is no label with a sentence.
std::optional<std::size_t> sentence_of(std::string_view line) {
    if (line.find_first_not_of(' ') != margin_of_labels || !is_letter(line[margin_of_labels])) return std::nullopt;
    auto const colon = line.find(": ");
    auto const gap = line.find("  ", margin_of_labels);
    bool const by_colon = colon < gap;
    auto const end = by_colon ? colon + 1 : gap;
    if (end > widest_label) return std::nullopt; // no label, or none that a report has
    auto const begin = line.find_first_not_of(' ', end);
    if (begin == std::string_view::npos || line.find("  ", begin) != std::string_view::npos) return std::nullopt; // a table's row
    return by_colon ? margin_of_labels + 2 : begin;
}

std::string broken(std::string_view line, std::size_t indent, std::size_t width) {
    std::string const margin(indent, ' ');
    std::string text(line.substr(0, indent));
    for (std::string const& each : broken_at_blanks(line.substr(indent), width - indent)) {
        if (text.size() > indent) text += "\n" + margin;
        text += each;
    }
    return text;
}

} // namespace

std::vector<std::string> broken_at_blanks(std::string_view text, std::size_t width) {
    std::vector<std::string> lines;
    while (text.size() > width) {
        auto cut = text.rfind(' ', width);
        if (cut == std::string_view::npos) break;
        lines.emplace_back(text.substr(0, cut));
        text.remove_prefix(cut + 1);
    }
    lines.emplace_back(text);
    return lines;
}

std::string with_broken_reports(std::string_view text, int width) {
    std::string result;
    while (!text.empty()) {
        auto const end = text.find('\n');
        std::string_view const line = text.substr(0, end);
        auto const indent = std::ssize(line) > width ? sentence_of(line) : std::nullopt;
        bool const fits = !indent || std::ssize(characters_of(line)) <= width || width < static_cast<int>(*indent) + least_sentence;
        result += fits ? std::string(line) : broken(line, *indent, static_cast<std::size_t>(width));
        if (end == std::string_view::npos) break;
        result += '\n';
        text.remove_prefix(end + 1);
    }
    return result;
}

} // namespace tessera::cli
