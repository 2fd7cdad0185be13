// SPDX-License-Identifier: BSD-3-Clause
// Tessera: files of one array with at most a header: the common part of npy and raw.
#include "libcore/files/store/flat_file.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/manifest.hpp"
#include "libcore/files/store/single_output.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/io/element_kind.hpp"

#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace tessera {

namespace {

StoredArray flat_array(std::string const& path, RawArray const& array) {
    StoredArray stored{.name = path,
                       .type = stored_type(array.type),
                       .extents = array.extents,
                       .order = array.order,
                       .big_endian = array.big_endian};
    stored.files.push_back(in_one_piece(path, array.extents, array.order, array.begin));
    return stored;
}

/// Returns whether a file has holes. False for directories, such as Zarr stores.
bool has_holes(std::string const& path) {
    return check_readable(path) && PosixFile::open_to_read(path).has_holes();
}

class FlatOutput final : public SingleOutput {
  public:
    FlatOutput(ArrayFormat const& format, OutputPath place, NewArray array, std::string header)
        : SingleOutput(std::move(place)), format_(format), array_(std::move(array)), header_(std::move(header)),
          is_sparse_(has_holes(this->place().original)) {}

    [[nodiscard]] StoredShape shape(std::size_t) const override { return in_one_piece("", array_.extents, array_.order, 0).shape; }
    [[nodiscard]] std::string description() const override {
        return fmt::format("{} behind {} ({:x})", describe(array_), counted(std::ssize(header_), "byte"),
                           checksum_of(std::as_bytes(std::span(header_))));
    }

    void create(CreationCallback const&) override {
        discard();
        PosixFile file = draft().create();
        file.resize(std::ssize(header_) + stored().bytes());
        file.write(0, std::as_bytes(std::span(header_)));
        file.close();
    }

    [[nodiscard]] StoredArray open(std::size_t) override { return stored(); }
    [[nodiscard]] StoredArray reopened(std::size_t) override {
        FileName const name{.format = &format_, .path = place().provisional()};
        RawArray const declared{array_.type, array_.extents, array_.order, std::ssize(header_), array_.big_endian};
        auto array = open_array(name, {.declared = declared});
        if (!array) throw std::runtime_error(array.error().message);
        return *std::move(array);
    }

  private:
    [[nodiscard]] StorageOrder order() const override { return array_.order; }
    [[nodiscard]] StoredArray stored() const {
        StoredArray stored =
            flat_array(place().provisional(), {array_.type, array_.extents, array_.order, std::ssize(header_), array_.big_endian});
        stored.fields = array_.fields;
        stored.is_sparse = is_sparse_;
        return stored;
    }

    ArrayFormat const& format_;
    NewArray array_;
    std::string header_;
    bool is_sparse_; ///< the original has holes
};

} // namespace

Result<StoredArray> open_flat(std::string const& path, RawArray const& array) {
    StoredArray stored = flat_array(path, array);
    Index const found = PosixFile::open_to_read(path).size();
    Extents factors = array.extents;
    factors.push_back(array.type.bytes);
    auto const bytes = checked_product(factors);
    Index const end = bytes ? checked_add(array.begin, *bytes).value_or(-1) : -1;
    if (end < 0)
        return fail(fmt::format("'{}' cannot be {}: that takes more bytes than 64 bits can count", path,
                                describe(FileArray{array.type, array.extents, array.order})));
    if (found != end)
        return fail(fmt::format("'{}' has {}, but {} needs {}", path, counted(found, "byte"),
                                describe(FileArray{array.type, array.extents, array.order}), grouped(end)));
    stored.checksum = TRY(noted_checksum(path, "", array.order));
    return stored;
}

Result<std::unique_ptr<OutputFile>> flat_output(ArrayFormat const& format, OutputPath const& place, NewArray array,
                                                std::string header) {
    if (array.chunk) return fail("only HDF5 files and Zarr stores have chunks");
    return std::make_unique<FlatOutput>(format, place, std::move(array), std::move(header));
}

} // namespace tessera
