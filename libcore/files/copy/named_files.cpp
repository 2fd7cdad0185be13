// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parses the file names of a copy.
#include "libcore/files/copy/named_files.hpp"

#include <filesystem>
#include <string>

namespace tessera {

Result<FileName> parse_source(CopyRequest const& request) {
    std::string const& word = request.source;
    auto name = parse_file_name(word);
    return !name && request.options.has("array") ? parse_file_name(word, "raw") : name;
}

Result<FileName> parse_target(CopyRequest const& request, FileName const& from) {
    std::string const& word = request.target;
    auto to = parse_file_name(word, request.options.text_or("as", ""));
    if (to || request.options.has("as")) return to;
    auto const ending = std::filesystem::path(word).extension();
    if (ending.empty() || ending != std::filesystem::path(from.path).extension()) return to;
    return FileName{.format = from.format, .path = word, .text = word};
}

} // namespace tessera
