// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the result for one file of a batch, and its form in messages between ranks.
#include "cli/iocopy/file_outcome.hpp"

#include <cstdint>
#include <cstring>

namespace tessera::cli {
namespace {

void put(std::string& text, std::uint64_t number) {
    std::string bytes(sizeof number, '\0');
    std::memcpy(bytes.data(), &number, sizeof number);
    text += bytes;
}

void put(std::string& text, std::string_view part) {
    put(text, std::uint64_t{part.size()});
    text += part;
}

std::uint64_t take_number(std::string_view& text) {
    std::uint64_t number = 0;
    std::memcpy(&number, text.data(), sizeof number);
    text.remove_prefix(sizeof number);
    return number;
}

std::string take_text(std::string_view& text) {
    std::uint64_t const length = take_number(text);
    std::string part(text.substr(0, length));
    text.remove_prefix(length);
    return part;
}

} // namespace

std::string packed(std::vector<FileOutcome> const& ends) {
    std::string text;
    for (FileOutcome const& end : ends) {
        put(text, std::uint64_t{end.number});
        put(text, static_cast<std::uint64_t>(end.code));
        put(text, std::uint64_t{end.found});
        put(text, std::uint64_t{end.error.has_value()});
        for (std::string const& part : {end.error.value_or(""), end.report, end.messages}) put(text, std::string_view(part));
    }
    return text;
}

void unpack(std::string_view text, std::vector<FileOutcome>& ends) {
    while (!text.empty()) {
        FileOutcome end;
        end.number = take_number(text);
        end.code = static_cast<ExitCode>(take_number(text));
        end.found = take_number(text) != 0;
        bool const failed = take_number(text) != 0;
        std::string error = take_text(text);
        if (failed) end.error = std::move(error);
        end.report = take_text(text);
        end.messages = take_text(text);
        ends.push_back(std::move(end));
    }
}

} // namespace tessera::cli
