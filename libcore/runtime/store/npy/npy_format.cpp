// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numpy's files: one array behind a header that says all about it.
#include "libcore/runtime/store/npy/npy_format.hpp"

#include "libcore/io/npy_header.hpp"
#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/store/flat_file.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

class NpyFormat final : public ArrayFormat {
  public:
    [[nodiscard]] FormatAbilities abilities() const override { return {.keeps_fields = true}; }
    [[nodiscard]] std::string_view name() const override { return "npy"; }
    [[nodiscard]] std::string_view names() const override { return ".npy"; }
    [[nodiscard]] std::optional<FileName> recognise(std::string_view text) const override {
        return recognise_ending(text, {".npy"});
    }
    [[nodiscard]] std::optional<FileName> recognise_content(std::string_view text) const override {
        FileName file{.path = std::string(text)};
        return beginning_of(file.path, npy_magic.size()) == npy_magic ? std::optional(std::move(file)) : std::nullopt;
    }

    [[nodiscard]] Result<StoredArray> open(FileName const& file, OpenRequest const&) const override {
        if (auto readable = check_readable(file.path); !readable) return forward_error(readable);
        PosixFile const content = PosixFile::open_to_read(file.path);
        std::string start(as_size(std::min(content.size(), max_npy_header)), '\0');
        content.read(0, std::as_writable_bytes(std::span(start)));
        auto const header = parse_npy_header(start);
        if (!header) return fail(fmt::format("cannot read '{}': {}", file.path, header.error().message));
        FileArray const& array = header->array;
        auto opened = open_flat(file.path, {array.type, array.extents, array.order, header->bytes, header->big_endian});
        if (opened) opened->fields = header->fields;
        return opened;
    }

    [[nodiscard]] Result<std::unique_ptr<OutputFile>> make_output(OutputPlace const& place,
                                                                  std::vector<NewArray> arrays) const override {
        NewArray& array = arrays.front();
        auto header = npy_header({{array.type, array.extents, array.order}, array.big_endian, array.fields});
        if (!header) return forward_error(header);
        return flat_output(*this, place, std::move(array), *std::move(header));
    }
};

} // namespace

ArrayFormat const& npy_format() {
    static NpyFormat const format;
    return format;
}

} // namespace tessera
