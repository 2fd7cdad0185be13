// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the JSON of Zarr's metadata.
#include "libcore/files/store/zarr/zarr_json.hpp"

#include "libcore/base/ordered_members.hpp"
#include "libcore/base/shallow_json.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/codec/codec.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/zarr/key_bytes.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <system_error>

namespace tessera {

namespace {

constexpr std::array<std::string_view, 3> words_of_numbers{"-Infinity", "Infinity", "NaN"};
constexpr std::string_view part_of_number = "0123456789.eE+-";
constexpr std::string_view special_outside = "\"-0123456789IN"; // begins of texts, numbers and those words

/// Returns the length of a leading integer that needs more than 64 bits; 0 if the text begins with none.
std::size_t length_of_long_integer(std::string_view text) {
    constexpr std::size_t most_digits = 19; // this many digits always fit
    constexpr std::string_view digits = "0123456789";
    std::size_t const sign = text.starts_with('-') ? 1 : 0;
    std::size_t const end = std::min(text.find_first_not_of(digits, sign), text.size());
    bool const goes_on = end < text.size() && part_of_number.find(text[end]) != std::string_view::npos;
    if (goes_on || end - sign <= most_digits) return 0;
    std::uint64_t value = 0;
    auto const read = std::from_chars(text.data() + sign, text.data() + end, value);
    bool const fits = read.ec == std::errc() && (sign == 0 || value <= std::uint64_t{1} << 63U);
    return fits ? 0 : end;
}

/// Returns the length of the word or the long integer at the start of the text that JSON's numbers cannot express; at least 1.
std::size_t length_of_marked(std::string_view text, bool in_number) {
    for (std::string_view const word : words_of_numbers)
        if (text.starts_with(word)) return word.size();
    return in_number ? 1 : std::max<std::size_t>(length_of_long_integer(text), 1);
}

} // namespace

std::string strict_json(std::string_view text) {
    std::string strict;
    strict.reserve(text.size());
    bool quoted = false;
    bool in_number = false;
    while (!text.empty()) {
        if (auto const plain = text.substr(0, text.find_first_of(quoted ? "\"\\" : special_outside)); !plain.empty()) {
            strict += plain;
            in_number = !quoted && part_of_number.find(plain.back()) != std::string_view::npos;
            text.remove_prefix(plain.size());
            continue;
        }
        std::string_view piece = text.substr(0, 1);
        if (quoted && piece == "\\") {
            piece = text.substr(0, 2);
        } else if (piece == "\"") {
            quoted = !quoted;
        } else if (!quoted) {
            piece = text.substr(0, length_of_marked(text, in_number));
        }
        in_number = piece.size() == 1 && part_of_number.find(piece) != std::string_view::npos;
        if (piece.size() > 2)
            strict += fmt::format("\"{}{}\"", number_mark, piece);
        else
            strict += piece;
        text.remove_prefix(piece.size());
    }
    return strict;
}

std::string python_json(std::string text) {
    std::string const raw = fmt::format("\"{}", number_mark);
    for (std::string_view const marked : {std::string_view("\"\\ufffe"), std::string_view(raw)}) // escaped and as UTF-8
        for (std::size_t at = text.find(marked); at != std::string::npos; at = text.find(marked, at)) {
            text.erase(at, marked.size());
            text.erase(text.find('"', at), 1);
        }
    return text;
}

std::string json_reason(std::exception const& wrong) {
    constexpr int no_such_member = 403;
    constexpr int too_large = 406;
    using Json = nlohmann::basic_json<OrderedMembers>;
    if (auto const* const parsing = dynamic_cast<Json::parse_error const*>(&wrong))
        return fmt::format("it is no JSON from byte {} on", parsing->byte);
    auto const* const missing = dynamic_cast<Json::out_of_range const*>(&wrong);
    if (missing != nullptr && missing->id == too_large) return "a number has too large an exponent";
    if (missing == nullptr || missing->id != no_such_member) return "a value is of another kind than it should be";
    std::string_view const text = missing->what(); // ... key 'shape' not found
    std::size_t const begin = std::min(text.find('\''), text.size());
    return fmt::format("{}' is missing", text.substr(begin, text.rfind('\'') - begin));
}

namespace {

/// Returns whether a directory on the path is a dangling link. Then it is unknown what was stored there.
bool is_behind_dead_link(std::filesystem::path path) {
    std::error_code ignored;
    while (path.has_relative_path()) {
        path = path.parent_path();
        auto const type = std::filesystem::symlink_status(path, ignored).type();
        if (type == std::filesystem::file_type::symlink) return !std::filesystem::exists(path, ignored);
        if (type != std::filesystem::file_type::not_found) return false;
    }
    return false;
}

} // namespace

Result<bool> is_stored(std::string const& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) == 0) return true;
    int const error = errno;
    if (error == ENOENT && !is_behind_dead_link(path)) return false;
    auto const keyed = TRY(error == ENOTDIR ? keyed_path(path) : std::nullopt);
    if (keyed) return keyed->store->has(keyed->key);
    return fail(fmt::format("cannot read '{}': {}", path, std::strerror(error)));
}

Result<std::string> metadata_text(std::string const& path) {
    constexpr Index most_bytes = Index{64} << 20;
    auto const keyed = TRY(keyed_entry(path));
    if (auto readable = check_readable(path); !keyed && !readable) return forward_error(readable);
    try {
        KeyBytes const file = KeyBytes::open(path);
        if (file.size() > most_bytes)
            return fail(fmt::format("cannot read '{}': it is no metadata, it has {} bytes", path, file.size()));
        std::string text(as_size(file.size()), '\0');
        file.read(0, std::as_writable_bytes(std::span(text)));
        return strict_json(shallow_json(text));
    } catch (DamagedBytes const& damage) {
        return fail(fmt::format("cannot read '{}': {}", path, damage.what()));
    }
}

void write_metadata_text(std::string const& path, std::string const& text) {
    PosixFile file = PosixFile::open_or_create(path);
    file.resize(0);
    std::string const words = python_json(text);
    file.write(0, std::as_bytes(std::span(words)));
    file.close();
}

} // namespace tessera
