// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the name of an input or output as it is typed.
#include "libcore/runtime/store/file_name.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

namespace tessera {

namespace {

using Format = FileName::Format;

struct Ending {
    std::string_view text;
    Format format;
};
constexpr std::array endings{Ending{".h5", Format::Hdf5}, Ending{".nc", Format::Hdf5},     Ending{".hdf5", Format::Hdf5},
                             Ending{".npy", Format::Npy}, Ending{".raw", Format::Raw},     Ending{".bin", Format::Raw},
                             Ending{".dat", Format::Raw}, Ending{"/", Format::LocalFiles}, Ending{".json", Format::LocalFiles}};

} // namespace

Result<FileName> parse_file_name(std::string_view text) {
    FileName file;
    file.text = text;
    if (auto const colon = text.rfind(":/"); colon != std::string_view::npos && colon > 0) {
        file.format = Format::Hdf5;
        file.path = text.substr(0, colon);
        file.dataset = text.substr(colon + 1);
        if (file.dataset.size() == 1) file.dataset.clear();
        return file;
    }
    file.path = text;
    auto const* const ending = std::ranges::find_if(endings, [&](Ending const& e) { return text.ends_with(e.text); });
    std::error_code ignored;
    if (ending != endings.end()) {
        file.format = ending->format;
    } else if (!text.empty() && std::filesystem::is_directory(text, ignored)) {
        file.format = Format::LocalFiles;
        file.path += '/';
    } else {
        return fail(
            fmt::format("'{}': its name does not say what it holds; expected file.h5:/dataset, .npy, .raw, or a directory/ or "
                        ".json for one file per rank",
                        text));
    }
    return file;
}

FileName place_of(FileName const& file, std::string const& array, bool several) {
    FileName place = file;
    if (file.format == Format::LocalFiles && file.path.ends_with('/')) place.path += array + ".json";
    if (file.format != Format::Hdf5) return place;
    if (file.dataset.empty() || several) place.dataset += "/" + array;
    return place;
}

} // namespace tessera
