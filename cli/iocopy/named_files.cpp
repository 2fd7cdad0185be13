// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parses the file names on iocopy's command line.
#include "cli/iocopy/named_files.hpp"

#include <filesystem>
#include <string>

namespace tessera::cli {

Result<FileName> parse_source(Arguments const& arguments) {
    std::string const& word = arguments.positionals()[0];
    auto name = parse_file_name(word);
    return !name && arguments.has("array") ? parse_file_name(word, "raw") : name;
}

Result<FileName> parse_target(Arguments const& arguments, FileName const& from) {
    std::string const& word = arguments.positionals()[1];
    auto to = parse_file_name(word, arguments.text_or("as", ""));
    if (to || arguments.has("as")) return to;
    auto const ending = std::filesystem::path(word).extension();
    if (ending.empty() || ending != std::filesystem::path(from.path).extension()) return to;
    return FileName{.format = from.format, .path = word, .text = word};
}

} // namespace tessera::cli
