// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the checksum stored with an array.
#include "libcore/files/store/stored_checksum.hpp"

#include "libcore/base/ordered_members.hpp"
#include "libcore/base/shallow_json.hpp"
#include "libcore/files/access/posix_file.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace tessera {

namespace {

using OrderedJson = nlohmann::basic_json<OrderedMembers>;
constexpr std::string_view checksum_schema = "tessera.checksum/2";
constexpr std::string_view schema_of_any_version = "tessera.checksum/";

std::string word_of(StorageOrder order) {
    return order == StorageOrder::C ? "c" : "fortran";
}

/// Returns the name in a form that JSON allows. In a name that is not UTF-8, bytes that are not ASCII become "\x..".
std::string json_name(std::string const& name) {
    try {
        static_cast<void>(OrderedJson(name).dump());
        return name;
    } catch (OrderedJson::exception const&) {
        std::string text;
        for (char const each : name) {
            auto const byte = static_cast<unsigned char>(each);
            text += byte < 0x80 ? std::string(1, each) : fmt::format("\\x{:02x}", byte);
        }
        return text;
    }
}

/// Returns all documents in the checksum file of `path`, one per array. Throws JSON exceptions.
std::vector<OrderedJson> documents_beside(std::string const& path) {
    std::string const name = checksum_file(path);
    std::error_code not_there;
    std::vector<OrderedJson> documents;
    if (!std::filesystem::is_regular_file(name, not_there)) return documents;
    PosixFile const file = PosixFile::open_to_read(name);
    constexpr Index most_bytes = Index{16} << 20;
    std::string text(as_size(std::min(file.size(), most_bytes)), '\0');
    file.read(0, std::as_writable_bytes(std::span(text)));
    std::istringstream in{std::string(shallow_json(text))}; // deeper JSON would overflow the stack in dump()
    do in >> documents.emplace_back();
    while (!(in >> std::ws).eof());
    return documents;
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
    return fmt::format(
        "'{}' is not what it was: its elements have the checksum {}, the one stored with it is {}; if it was changed on "
        "purpose, remove the .xxh3 beside it",
        name, checksum_text(found), checksum_text(stored));
}

std::string checksum_file(std::string const& path) {
    return path + ".xxh3";
}

std::string zarr_checksum_file(std::string const& directory) {
    return checksum_file(directory + "/");
}

std::string checksum_document(ChecksumNote const& note) {
    OrderedJson const json{{"schema", checksum_schema},
                           {"file", json_name(note.file)},
                           {"array", json_name(note.array)},
                           {"order", word_of(note.order)},
                           {"checksum", checksum_text(note.checksum)}};
    return json.dump(2) + '\n';
}

std::string other_checksums(std::string const& path, std::span<std::string const> arrays) {
    auto const is_theirs = [&](OrderedJson const& json) {
        return std::ranges::any_of(arrays, [&](std::string const& array) { return json.at("array") == json_name(array); });
    };
    std::string text;
    try {
        for (OrderedJson const& json : documents_beside(path))
            if (!is_theirs(json)) text += json.dump(2) + '\n';
    } catch (OrderedJson::exception const&) { // the old file is unreadable, so it is replaced
    }
    return text;
}

Result<std::optional<std::uint64_t>> noted_checksum(std::string const& path, std::string const& array, StorageOrder order) {
    Error const damaged{
        fmt::format("'{}' is no checksum of '{}'; remove it if '{}' is as it should be", checksum_file(path), path, path)};
    Error const of_another_version{
        fmt::format("'{}' is of another version, whose checksums nothing here is compared with; remove it", checksum_file(path))};
    try {
        for (OrderedJson const& json : documents_beside(path)) {
            if (json.at("array") != json_name(array) || json.value("order", "c") != word_of(order)) continue;
            auto const schema = json.at("schema").get<std::string>();
            if (!schema.starts_with(schema_of_any_version)) return tl::unexpected(damaged);
            if (schema != checksum_schema) return tl::unexpected(of_another_version);
            auto const checksum = parse_checksum(json.at("checksum").get<std::string>());
            if (!checksum) return tl::unexpected(damaged);
            return checksum;
        }
    } catch (OrderedJson::exception const&) {
        return tl::unexpected(damaged);
    }
    return std::optional<std::uint64_t>{};
}

} // namespace tessera
