// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of numpy's .npy files: one array after a header that describes it.
#include "libcore/files/store/npy/npy_format.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/flat_file.hpp"
#include "libcore/files/store/time_notes.hpp"
#include "libcore/io/npy_header.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

class NpyFormat final : public ArrayFormat {
  public:
    [[nodiscard]] FormatCapabilities capabilities() const override { return {.keeps_fields = true, .keeps_times = true}; }
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
        auto const header = TRY(header_of(file.path));
        FileArray const& array = header.array;
        auto opened = open_flat(file.path, {array.type, array.extents, array.order, header.bytes, header.big_endian});
        if (opened) opened->fields = header.fields;
        return opened;
    }

    [[nodiscard]] ArrayMetadata metadata(FileName const& file, StorageOrder, MetadataSelection const&) const override {
        ArrayMetadata metadata;
        auto header = header_of(file.path);
        if (!header || header->times.empty()) return metadata;
        set_times(metadata.notes, std::move(header->times), metadata.lost);
        give_no_time(metadata.notes);
        return metadata;
    }

    [[nodiscard]] Result<std::unique_ptr<OutputFile>> make_output(OutputPath const& place,
                                                                  std::vector<NewArray> arrays) const override {
        NewArray& array = arrays.front();
        bool const has_word = array.type.name != "bfloat16";
        if (!has_word && array.big_endian)
            return fail("npy files cannot say that elements of type bfloat16 have the highest byte first");
        if (!has_word) array.type = {"V2", 2}; // as ml_dtypes, which registers such types in numpy, writes them
        auto header =
            TRY(npy_header({{array.type, array.extents, array.order}, array.big_endian, array.fields, array.metadata.notes.times}));
        auto output = flat_output(*this, place, std::move(array), std::move(header));
        if (output && !has_word) (*output)->add_loss({"that its elements are numbers, bfloat16, which numpy has no word for"});
        return output;
    }

  private:
    static Result<NpyHeader> header_of(std::string const& path) {
        TRY(check_readable(path));
        PosixFile const content = PosixFile::open_to_read(path);
        constexpr Index usual = 4096; // every rank reads the header
        auto const parsed = [&](Index bytes) {
            std::string start(as_size(std::min(content.size(), bytes)), '\0');
            content.read(0, std::as_writable_bytes(std::span(start)));
            return parse_npy_header(start);
        };
        auto header = parsed(usual);
        if (!header && content.size() > usual) header = parsed(max_npy_header);
        if (!header) return fail(fmt::format("cannot read '{}': {}", path, header.error().message));
        return header;
    }
};

} // namespace

ArrayFormat const& npy_format() {
    static NpyFormat const format;
    return format;
}

} // namespace tessera
