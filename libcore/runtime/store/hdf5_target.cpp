// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 files that a copy makes: laid out by HDF5, filled by us.
#include "libcore/runtime/store/single_file_target.hpp"

#include "libcore/base/units.hpp"
#include "libcore/runtime/store/detail/hdf5_keeping.hpp"
#include "libcore/runtime/store/detail/hdf5_new_file.hpp"
#include "libcore/runtime/store/detail/hdf5_type.hpp"
#include "libcore/runtime/store/hdf5_array.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tessera {

namespace {

class Hdf5Target final : public SingleFileTarget {
  public:
    Hdf5Target(TargetPlace place, TargetArray array, std::string dataset, std::optional<Hdf5Original> like)
        : SingleFileTarget(std::move(place)), array_(std::move(array)), dataset_(std::move(dataset)), like_(std::move(like)) {}

    [[nodiscard]] StoredShape shape() const override {
        StoredShape shape = in_one_piece("", array_.extents, array_.order, 0).shape;
        if (array_.chunk) shape.chunk = *array_.chunk;
        shape.whole_chunks = array_.filters.any();
        return shape;
    }
    [[nodiscard]] std::string description() const override {
        return fmt::format("{} in HDF5 {}{}", describe(array_), dataset_, like_ && like_->all ? " and all else" : "");
    }

    [[nodiscard]] Result<void> check_replaced() const override {
        std::vector<std::string> made = like_ ? paths_beside(*like_) : std::vector<std::string>{};
        made.push_back(dataset_);
        return check_loses_nothing(place().path, made);
    }

    void create() override {
        discard();
        file_.emplace(place().provisional(), Hdf5NewFile::Wanted{array_, dataset_, like_}, false);
        if (filters().any()) return;
        file_->place_all();
        seal();
    }

    [[nodiscard]] StoredArray open() override {
        auto opened = open_hdf5_array(place().provisional(), dataset_, array_.order, Hdf5Elements::AsStored);
        if (!opened) throw std::runtime_error(opened.error().message);
        return *std::move(opened);
    }

    [[nodiscard]] ChunkFilters filters() const override { return array_.filters; }
    void create_again() override { file_.emplace(place().provisional(), Hdf5NewFile::Wanted{array_, dataset_, like_}, true); }
    [[nodiscard]] std::vector<Index> place_chunks(std::vector<EncodedChunk> const& chunks) override { return file_->place(chunks); }
    [[nodiscard]] std::string encoded_path() const override { return place().provisional(); }
    void seal() override {
        file_->close();
        file_.reset();
    }

  private:
    [[nodiscard]] std::string array_name() const override { return dataset_; }

    TargetArray array_;
    std::string dataset_;
    std::optional<Hdf5Original> like_;
    std::optional<Hdf5NewFile> file_; // as long as HDF5 has it open
};

Result<void> check_chunk(TargetArray const& array) {
    if (!array.chunk) return array.filters.any() ? fail("filters work on chunks; --chunk says how large they are") : Result<void>{};
    constexpr Index most_bytes = (Index{1} << 32) - 1;
    if (array.chunk->size() != array.extents.size())
        return fail(
            fmt::format("the chunk has {}, the array {}", counted(std::ssize(*array.chunk), "dimension"), array.extents.size()));
    Index bytes = array.type.bytes;
    for (std::size_t d = 0; d < array.extents.size(); ++d) {
        Index const extent = (*array.chunk)[d];
        if (extent < 1 || extent > std::max<Index>(array.extents[d], 1))
            return fail(fmt::format("the chunk is {} long in dimension {}, the array {}; a chunk is at least 1 and at most as long",
                                    extent, d + 1, array.extents[d]));
        if (extent > most_bytes / bytes) return fail("HDF5's chunks are smaller than 4 GiB");
        bytes *= extent;
    }
    return {};
}

} // namespace

Result<std::unique_ptr<CopyTarget>> hdf5_target(TargetPlace const& place, TargetArray const& array, std::string const& dataset,
                                                std::optional<Hdf5Original> like) {
    if (auto const fits = check_chunk(array); !fits) return forward_error(fits);
    if (like) {
        if (auto const kept = check_kept(*like); !kept) return forward_error(kept);
    } else if (auto const known = hdf5_type_of(array.type); !known) {
        return forward_error(known);
    }
    return std::make_unique<Hdf5Target>(place, array, dataset, std::move(like));
}

} // namespace tessera
