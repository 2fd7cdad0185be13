// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names of arrays in files, as users type them.
#include "libcore/files/store/file_name.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/array_formats.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace tessera {

namespace {

/// Returns the name forms of all formats: "file.h5:/dataset, .npy, .raw, or a directory/".
std::string all_names() {
    auto const formats = array_formats();
    std::string text;
    for (std::size_t i = 0; i < formats.size(); ++i) {
        if (i > 0) text += i + 1 == formats.size() ? ", or " : ", ";
        text += formats[i]->names();
    }
    return text;
}

/// Error: the text is a URL, not a path.
Result<void> check_is_path(std::string_view text) {
    constexpr std::array<std::string_view, 9> schemes{"s3", "gs", "gcs", "az", "abfs", "http", "https", "ftp", "file"};
    auto const colon = text.find(":/");
    std::string_view const scheme = text.substr(0, std::min(colon, text.size()));
    std::error_code ignored;
    if (colon == std::string_view::npos || std::ranges::find(schemes, scheme) == schemes.end()) return {};
    if (std::filesystem::exists(scheme, ignored) || std::filesystem::is_directory(fmt::format("{}:", scheme), ignored)) return {};
    std::string_view path = text.substr(colon + 1);
    if (scheme != "file")
        return fail(
            fmt::format("'{}' is an address of {}; only files are read and written: fetch it first, or mount it and name it "
                        "by its path",
                        text, scheme));
    while (path.starts_with("//")) path.remove_prefix(1);
    return fail(fmt::format("'{}' is an address; name the file by its path, '{}'", text, path));
}

/// Returns the name by the first format that knows its ending, or else the content of the file.
std::optional<FileName> recognised(std::string_view text) {
    for (auto const look : {&ArrayFormat::recognise, &ArrayFormat::recognise_content})
        for (ArrayFormat const* const format : array_formats()) {
            auto file = (format->*look)(text);
            if (!file) continue;
            file->format = format;
            file->text = text;
            return file;
        }
    return std::nullopt;
}

/// Returns "; did you mean 'a.h5:/x'?" for "a.h5:x"; otherwise an empty text.
std::string missing_slash(std::string_view text) {
    std::size_t const colon = text.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == text.size() || !recognised(text.substr(0, colon))) return "";
    return fmt::format("; did you mean '{}:/{}'?", text.substr(0, colon), text.substr(colon + 1));
}

} // namespace

Result<FileName> parse_file_name(std::string_view text) {
    TRY(check_is_path(text));
    if (auto file = recognised(text)) return *std::move(file);
    std::string const hint = missing_slash(text);
    return fail(
        fmt::format("'{}': its name does not say what it holds{}", text, hint.empty() ? "; expected " + all_names() : hint));
}

Result<FileName> parse_file_name(std::string_view text, std::string_view format_version) {
    if (format_version.empty()) return parse_file_name(text);
    TRY(check_is_path(text));
    for (ArrayFormat const* const format : array_formats()) {
        auto const format_versions = format->format_versions();
        if (std::ranges::find(format_versions, format_version) == format_versions.end()) continue;
        auto file = format->recognise_as(text);
        if (!file) return fail(fmt::format("'{}' is no name for {}; expected {}", text, format_version, format->names()));
        file->format = format;
        file->text = text;
        return *std::move(file);
    }
    return fail(fmt::format("'{}' is no edition of a format", format_version));
}

FileName place_of(FileName const& file, std::string const& array, bool several) {
    return file.format->place_of(file, array, several);
}

MadeDirectory::MadeDirectory(FileName const& file) {
    bool const holds_it = file.text.ends_with('/') && file.path.starts_with(file.text);
    if (holds_it && std::filesystem::create_directory(file.text)) path_ = file.text;
}

MadeDirectory::~MadeDirectory() {
    if (!path_.empty()) ::rmdir(path_.c_str()); // fails if the directory is not empty
}

} // namespace tessera
