// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of raw files: only elements, perhaps after a foreign header.
#include "libcore/files/store/raw/raw_format.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/store/array_formats.hpp"
#include "libcore/files/store/flat_file.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

/// Returns the error for an undeclared array. Files of other formats may have such endings, too.
std::string undeclared(std::string const& path) {
    for (ArrayFormat const* const format : array_formats())
        if (format->recognise_content(path))
            return fmt::format("'{}' is no raw file, but {}; a name like {} says so", path, format->name(), format->names());
    return fmt::format("'{}' does not say what it holds; --array does: --array 'real8 A(100,200)'", path);
}

class RawFormat final : public ArrayFormat {
  public:
    [[nodiscard]] FormatCapabilities capabilities() const override {
        return {.describes_itself = false, .keeps_byte_order = false};
    }
    [[nodiscard]] std::string_view name() const override { return "raw"; }
    [[nodiscard]] std::string_view names() const override { return ".raw"; }
    [[nodiscard]] std::vector<std::string_view> format_versions() const override { return {"raw"}; }
    [[nodiscard]] std::optional<FileName> recognise_as(std::string_view text) const override {
        if (auto known = recognise(text)) return known;
        return text.ends_with('/') ? std::nullopt : std::optional(FileName{.path = std::string(text)});
    }
    [[nodiscard]] std::optional<FileName> recognise(std::string_view text) const override {
        return recognise_ending(text, {".raw", ".bin", ".dat"});
    }

    [[nodiscard]] Result<StoredArray> open(FileName const& file, OpenRequest const& request) const override {
        TRY(check_readable(file.path));
        if (!request.declared) return fail(undeclared(file.path));
        return open_flat(file.path, *request.declared);
    }

    [[nodiscard]] Result<std::unique_ptr<OutputFile>> make_output(OutputPath const& place,
                                                                  std::vector<NewArray> arrays) const override {
        std::string header = arrays.front().raw_header;
        return flat_output(*this, place, std::move(arrays.front()), std::move(header));
    }
};

} // namespace

ArrayFormat const& raw_format() {
    static RawFormat const format;
    return format;
}

} // namespace tessera
