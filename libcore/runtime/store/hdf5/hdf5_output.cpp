// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 files that are being made: laid out by HDF5, filled by us.
#include "libcore/runtime/store/hdf5/hdf5_output.hpp"

#include "libcore/base/units.hpp"
#include "libcore/runtime/store/hdf5/hdf5_array.hpp"
#include "libcore/runtime/store/hdf5/hdf5_keeping.hpp"
#include "libcore/runtime/store/hdf5/hdf5_new_file.hpp"
#include "libcore/runtime/store/hdf5/hdf5_type.hpp"
#include "libcore/runtime/store/single_output.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>
#include <utility>

namespace tessera {

namespace {

class Hdf5Output final : public SingleOutput {
  public:
    Hdf5Output(OutputPlace place, std::vector<NewArray> arrays) : SingleOutput(std::move(place)), arrays_(std::move(arrays)) {}

    [[nodiscard]] StoredShape shape() const override {
        NewArray const& array = arrays_.front();
        StoredShape shape = in_one_piece("", array.extents, array.order, 0).shape;
        if (array.chunk) shape.chunk = *array.chunk;
        shape.whole_chunks = array.filters.any();
        return shape;
    }
    [[nodiscard]] std::string description() const override {
        std::string text;
        for (NewArray const& array : arrays_)
            text += fmt::format("{} in HDF5 {}{}", describe(array), array.dataset,
                                array.like && array.like->all ? " and all else" : "");
        return text;
    }

    [[nodiscard]] Result<void> check_replaced() const override {
        std::vector<std::string> made;
        for (NewArray const& array : arrays_) {
            if (array.like) std::ranges::move(paths_beside(*array.like), std::back_inserter(made));
            made.push_back(array.dataset);
        }
        return check_loses_nothing(place().path, made);
    }

    void create() override {
        discard();
        file_.emplace(place().provisional(), arrays_, false);
        if (filters().any()) return;
        file_->place_all();
        seal();
    }

    [[nodiscard]] std::vector<StoredArray> open() override {
        std::vector<StoredArray> stored;
        for (NewArray const& array : arrays_) {
            auto opened = open_hdf5_array(place().provisional(), array.dataset, array.order, Hdf5Elements::AsStored);
            if (!opened) throw std::runtime_error(opened.error().message);
            stored.push_back(*std::move(opened));
        }
        return stored;
    }

    [[nodiscard]] ChunkFilters filters() const override { return arrays_.front().filters; }
    void create_again() override { file_.emplace(place().provisional(), arrays_, true); }
    [[nodiscard]] std::vector<Index> place_chunks(std::vector<EncodedChunk> const& chunks) override { return file_->place(chunks); }
    [[nodiscard]] std::string encoded_path() const override { return place().provisional(); }
    void seal() override {
        file_->close();
        file_.reset();
    }

  private:
    [[nodiscard]] std::string array_name() const override { return arrays_.front().dataset; }
    [[nodiscard]] StorageOrder order() const override { return arrays_.front().order; }

    std::vector<NewArray> arrays_;
    std::optional<Hdf5NewFile> file_; // as long as HDF5 has it open
};

Result<void> check_chunk(NewArray const& array) {
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

Result<void> check(NewArray const& array) {
    if (auto const fits = check_chunk(array); !fits) return fits;
    if (array.like)
        if (auto const kept = check_kept(*array.like); !kept) return kept;
    if (array.like && array.like->keeps_type) return {};
    auto const known = hdf5_type_of(array.type);
    return known ? Result<void>{} : Result<void>(forward_error(known));
}

} // namespace

Result<std::unique_ptr<OutputFile>> hdf5_output(OutputPlace const& place, std::vector<NewArray> arrays) {
    for (NewArray const& array : arrays)
        if (auto const possible = check(array); !possible) return forward_error(possible);
    return std::make_unique<Hdf5Output>(place, std::move(arrays));
}

} // namespace tessera
