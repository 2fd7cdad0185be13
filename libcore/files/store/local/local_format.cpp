// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of local array files: one file per rank in memory order, and a manifest that describes them.
#include "libcore/files/store/local/local_format.hpp"

#include "libcore/files/store/local/local_array.hpp"
#include "libcore/files/store/local/local_output.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>
#include <utility>

namespace tessera {

namespace {

namespace fs = std::filesystem;

class LocalFormat final : public ArrayFormat {
  public:
    [[nodiscard]] FormatCapabilities capabilities() const override { return {.holds_several = true, .is_mapped = true}; }
    [[nodiscard]] std::string_view name() const override { return "local"; }
    [[nodiscard]] std::string_view names() const override { return "a directory/ or .json for one file per rank"; }

    [[nodiscard]] std::optional<FileName> recognise(std::string_view text) const override {
        std::error_code ignored;
        if (auto named = recognise_ending(text, {"/", ".json"})) return named;
        if (text.empty() || !fs::is_directory(text, ignored)) return std::nullopt;
        return FileName{.path = std::string(text) + '/'};
    }

    [[nodiscard]] FileName place_of(FileName file, std::string const& array, bool) const override {
        if (file.path.ends_with('/')) file.path += array + ".json";
        return file;
    }

    /// Returns the only manifest in a directory of local files.
    [[nodiscard]] Result<FileName> completed(FileName file) const override {
        if (!file.path.ends_with('/')) return file;
        std::vector<std::string> manifests;
        std::error_code error;
        for (auto const& entry : fs::directory_iterator(file.path, error))
            if (entry.path().extension() == ".json") manifests.push_back(entry.path().string());
        if (error) return fail(fmt::format("cannot read '{}': {}", file.path, error.message()));
        std::ranges::sort(manifests);
        if (manifests.empty()) return fail(fmt::format("'{}' has no manifest (.json) of local files", file.path));
        if (manifests.size() > 1)
            return fail(fmt::format("'{}' has several arrays; name one: {}", file.path, fmt::join(manifests, ", ")));
        file.path = manifests.front();
        return file;
    }

    [[nodiscard]] Result<StoredArray> open(FileName const& file, OpenRequest const&) const override {
        return open_local_array(file.path);
    }

    [[nodiscard]] Result<std::unique_ptr<OutputFile>> make_output(OutputPath const& place,
                                                                  std::vector<NewArray> arrays) const override {
        return local_output(place, std::move(arrays.front()));
    }
};

} // namespace

ArrayFormat const& local_format() {
    static LocalFormat const format;
    return format;
}

} // namespace tessera
