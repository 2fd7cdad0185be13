// SPDX-License-Identifier: BSD-3-Clause
// Tessera: npy and raw files that a copy makes.
#include "libcore/runtime/store/single_file_target.hpp"

#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/store/npy_header.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

class FlatTarget final : public SingleFileTarget {
  public:
    FlatTarget(TargetPlace place, TargetArray array, std::string header)
        : SingleFileTarget(std::move(place)), array_(std::move(array)), header_(std::move(header)) {}

    [[nodiscard]] StoredShape shape() const override { return in_one_piece("", array_.extents, array_.order, 0).shape; }
    [[nodiscard]] std::string description() const override {
        return fmt::format("{} behind {} bytes", describe(array_), header_.size());
    }

    void create() override {
        discard();
        PosixFile file = PosixFile::create(place().provisional());
        file.resize(begin() + stored().bytes());
        file.write(0, std::as_bytes(std::span(header_)));
        file.close();
    }

    [[nodiscard]] StoredArray open() override { return stored(); }

  private:
    [[nodiscard]] Index begin() const { return narrow<Index>(header_.size()); }
    [[nodiscard]] StoredArray stored() const {
        std::string const path = place().provisional();
        StoredArray result{.name = path, .type = array_.type, .extents = array_.extents, .order = array_.order};
        result.big_endian = array_.big_endian;
        result.files.push_back(in_one_piece(path, array_.extents, array_.order, begin()));
        return result;
    }

    TargetArray array_;
    std::string header_;
};

} // namespace

Result<std::unique_ptr<CopyTarget>> flat_target(TargetPlace const& place, TargetArray const& array, FileName::Format format) {
    if (array.chunk) return fail("only HDF5 files have chunks");
    std::string header;
    if (format == FileName::Format::Npy) {
        auto made = npy_header({array.type, array.extents, array.order}, array.big_endian);
        if (!made) return forward_error(made);
        header = *std::move(made);
    }
    return std::make_unique<FlatTarget>(place, array, std::move(header));
}

} // namespace tessera
