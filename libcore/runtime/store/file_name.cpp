// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the names by which users call arrays in files.
#include "libcore/runtime/store/file_name.hpp"

#include "libcore/runtime/store/array_format.hpp"
#include "libcore/runtime/store/array_formats.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace tessera {

namespace {

/// "file.h5:/dataset, .npy, .raw, or a directory/".
std::string all_names() {
    auto const formats = array_formats();
    std::string text;
    for (std::size_t i = 0; i < formats.size(); ++i) {
        if (i > 0) text += i + 1 == formats.size() ? ", or " : ", ";
        text += formats[i]->names();
    }
    return text;
}

} // namespace

Result<FileName> parse_file_name(std::string_view text) {
    for (auto const look : {&ArrayFormat::recognise, &ArrayFormat::recognise_content})
        for (ArrayFormat const* const format : array_formats()) {
            auto file = (format->*look)(text);
            if (!file) continue;
            file->format = format;
            file->text = text;
            return *std::move(file);
        }
    return fail(fmt::format("'{}': its name does not say what it holds; expected {}", text, all_names()));
}

Result<FileName> parse_file_name(std::string_view text, std::string_view edition) {
    if (edition.empty()) return parse_file_name(text);
    for (ArrayFormat const* const format : array_formats()) {
        auto const editions = format->editions();
        if (std::ranges::find(editions, edition) == editions.end()) continue;
        auto file = format->recognise_as(text);
        if (!file) return fail(fmt::format("'{}' is no name for {}; expected {}", text, edition, format->names()));
        file->format = format;
        file->text = text;
        return *std::move(file);
    }
    return fail(fmt::format("'{}' is no edition of a format", edition));
}

FileName place_of(FileName const& file, std::string const& array, bool several) {
    return file.format->place_of(file, array, several);
}

MadeDirectory::MadeDirectory(FileName const& file) {
    bool const holds_it = file.text.ends_with('/') && file.path.starts_with(file.text);
    if (holds_it && std::filesystem::create_directory(file.text)) path_ = file.text;
}

MadeDirectory::~MadeDirectory() {
    if (!path_.empty()) ::rmdir(path_.c_str()); // fails where something is in it
}

} // namespace tessera
