// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reads @file lists.
#include "libcore/spec/detail/source_lists.hpp"

#include <charconv>
#include <fmt/format.h>

namespace tessera::notation {

namespace {

void read_line(SourceText const& text, int number, std::vector<Index>& values, Diagnostics& diagnostics) {
    std::string_view line = text.line(number);
    line = line.substr(0, line.find_first_of("#!"));
    constexpr std::string_view separators = " \t,";
    for (std::size_t at = line.find_first_not_of(separators); at < line.size(); at = line.find_first_not_of(separators, at)) {
        std::string_view const word = line.substr(at, line.find_first_of(separators, at) - at);
        Index value = 0;
        auto const [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc() || end != word.data() + word.size())
            return diagnostics.fail({&text, number, static_cast<int>(at) + 1, static_cast<int>(word.size())},
                                    fmt::format("expected an integer, found '{}'", word));
        values.push_back(value);
        at += word.size();
    }
}

} // namespace

std::vector<Index> ListReader::read(std::string const& path, Place const& at, Diagnostics& diagnostics) {
    std::vector<Index> values;
    if (files_ == nullptr) {
        diagnostics.fail(at, "a list cannot be read from a file here; write it out");
        return values;
    }
    auto const content = files_->read(path);
    if (!content) {
        diagnostics.fail(at, content.error().message);
        return values;
    }
    SourceText const& text = texts_.emplace_back(path, *content);
    for (int number = 1; number <= static_cast<int>(text.lines().size()) && !diagnostics.failed(); ++number)
        read_line(text, number, values, diagnostics);
    return values;
}

} // namespace tessera::notation
