// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the checksum of an array, kept with it.
#include "libcore/runtime/store/stored_checksum.hpp"

#include "libcore/runtime/access/posix_file.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

namespace tessera {

namespace {

using OrderedJson = nlohmann::ordered_json;
constexpr std::string_view checksum_schema = "tessera.checksum/1";

std::string word_of(StorageOrder order) {
    return order == StorageOrder::C ? "c" : "fortran";
}

} // namespace

std::string checksum_text(std::uint64_t checksum) {
    return fmt::format("{:016x}", checksum);
}

std::optional<std::uint64_t> parse_checksum(std::string const& text) {
    constexpr std::size_t digits = 16;
    std::uint64_t checksum = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), checksum, 16);
    if (text.size() != digits || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return checksum;
}

std::string changed_since(std::string const& name, std::uint64_t found, std::uint64_t stored) {
    return fmt::format("'{}' is not what it was: its elements have the checksum {}, the one stored with it is {}", name,
                       checksum_text(found), checksum_text(stored));
}

std::string checksum_file(std::string const& path) {
    return path + ".xxh3";
}

std::string checksum_document(ChecksumNote const& note) {
    OrderedJson const json{{"schema", checksum_schema},
                           {"file", note.file},
                           {"array", note.array},
                           {"order", word_of(note.order)},
                           {"xxh3", checksum_text(note.checksum)}};
    return json.dump(2) + '\n';
}

Result<std::optional<std::uint64_t>> noted_checksum(std::string const& path, std::string const& array, StorageOrder order) {
    std::string const name = checksum_file(path);
    std::error_code not_there;
    if (!std::filesystem::is_regular_file(name, not_there)) return std::optional<std::uint64_t>{};
    PosixFile const file = PosixFile::open_to_read(name);
    constexpr Index most_bytes = 65536;
    std::string text(static_cast<std::size_t>(std::min(file.size(), most_bytes)), '\0');
    file.read(0, std::as_writable_bytes(std::span(text)));
    try {
        OrderedJson const json = OrderedJson::parse(text);
        bool const another = json.at("array") != array || json.value("order", "c") != word_of(order);
        if (json.at("schema") == checksum_schema && another) return std::optional<std::uint64_t>{};
        auto const checksum = parse_checksum(json.at("xxh3").get<std::string>());
        if (json.at("schema") == checksum_schema && checksum) return checksum;
    } catch (OrderedJson::exception const&) { // it is told below
    }
    return fail(fmt::format("'{}' is no checksum of '{}'; remove it if '{}' is as it should be", name, path, path));
}

} // namespace tessera
