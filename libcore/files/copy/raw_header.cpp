// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the headers of raw files, before their elements.
#include "libcore/files/copy/raw_header.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/array_format.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <span>
#include <system_error>

namespace tessera {

namespace {

constexpr Index most_header = Index{64} << 20; // limit in bytes, because headers are held in memory

bool is_raw(FileName const& file) {
    return !file.format->capabilities().describes_itself;
}

Result<std::string> first_bytes(std::string const& path, Index bytes) {
    std::error_code failed;
    auto const there = std::filesystem::is_regular_file(path, failed) ? std::filesystem::file_size(path, failed) : 0;
    if (there == 0 || static_cast<Index>(there) < bytes)
        return fail(fmt::format("--header: '{}' is no file of at least {}", path, counted(std::max<Index>(bytes, 1), "byte")));
    std::string text(as_size(bytes), '\0');
    PosixFile::open_to_read(path).read(0, std::as_writable_bytes(std::span(text)));
    return text;
}

/// Returns the header that `word` describes: a number of zeros, "keep" for the source's header, or the bytes of a file.
Result<std::string> header_of_target(std::string const& word, FileName const& from, Index in_source) {
    auto const size = parse_size(word);
    if (size && *size >= 0 && *size <= most_header) return std::string(as_size(*size), '\0');
    if (word == "keep" && in_source > most_header) return fail("--header: only headers of up to 64 MiB are copied");
    if (word == "keep") return in_source > 0 ? first_bytes(from.path, in_source) : Result<std::string>(std::string());
    std::error_code failed;
    auto const bytes = std::filesystem::file_size(word, failed);
    if (failed || bytes > static_cast<std::uintmax_t>(most_header))
        return fail(fmt::format("--header: '{}' is neither a size nor a file of up to 64 MiB", word));
    return first_bytes(word, static_cast<Index>(bytes));
}

} // namespace

Result<RawHeaders> raw_headers(OptionValues const& given, FileName const& from, FileName const& to) {
    RawHeaders headers;
    auto const text = given.text("header");
    if (!text) return headers;
    bool const raw_source = is_raw(from);
    bool const raw_target = is_raw(to);
    if (!raw_source && !raw_target)
        return fail(fmt::format("--header is for raw files; '{}' and '{}' say themselves what they hold", from.path, to.path));
    auto const comma = raw_source ? text->find(',') : std::string::npos;
    if (raw_source) {
        auto const size = parse_size(text->substr(0, comma));
        if (!size || *size < 0)
            return fail(fmt::format("--header: expected how many bytes stand in front of the elements, not '{}'", *text));
        headers.in_source = *size;
    }
    if (comma != std::string::npos && !raw_target)
        return fail(fmt::format("--header: '{}' is no raw file; give the source's only", to.path));
    if (raw_target && (comma != std::string::npos || !raw_source)) {
        headers.of_target = TRY(header_of_target(raw_source ? text->substr(comma + 1) : *text, from, headers.in_source));
    } else if (headers.in_source > 0) {
        std::string const hint = raw_target ? fmt::format("; --header {},keep copies them", *text) : "";
        headers.notes.push_back(
            fmt::format("the {} in front of its elements stay in '{}'{}", counted(headers.in_source, "byte"), from.path, hint));
    }
    return headers;
}

} // namespace tessera
