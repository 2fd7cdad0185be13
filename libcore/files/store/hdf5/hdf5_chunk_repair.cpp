// SPDX-License-Identifier: BSD-3-Clause
// Tessera: rewriting of chunks of existing datasets.
#include "libcore/files/store/hdf5/hdf5_chunk_repair.hpp"

#include "libcore/files/codec/codec.hpp"
#include "libcore/files/store/hdf5/hdf5_driver.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/hdf5/hdf5_pipeline.hpp"
#include "libcore/files/store/hdf5/hdf5_reading.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tessera {

namespace {

/// Encodes chunks with the dataset's pipeline. HDF5 chooses their offsets, because a chunk may be longer than before.
class Hdf5ChunkRepairer final : public ChunkWriter {
  public:
    Hdf5ChunkRepairer(std::string path, std::string dataset, StoredShape shape, Hdf5Pipeline const& pipeline, Index element_bytes)
        : path_(std::move(path)), dataset_(std::move(dataset)), shape_(std::move(shape)),
          chain_(pipeline.codecs, chunk_elements(shape_) * element_bytes) {
        if (pipeline.rounding) trip_.emplace(*pipeline.rounding, chunk_elements(shape_) * element_bytes);
    }

    Index write(int, std::span<Index const> chunk, std::span<std::byte const> elements) override {
        SilencedHdf5Errors const quiet;
        std::string const doing = fmt::format("mending '{}:{}'", path_, dataset_);
        Hdf5Handle const file(H5Fopen(path_.c_str(), H5F_ACC_RDWR, frugal_access().get()), doing);
        Hdf5Handle const set(H5Dopen2(file.get(), dataset_.c_str(), H5P_DEFAULT), doing);
        Hdf5Sizes const first = chunk_place(chunk, shape_.permutation, shape_.chunk);
        std::span<std::byte const> const encoded = chain_.encode(elements);
        check_hdf5(H5Dwrite_chunk(set.get(), H5P_DEFAULT, chain_.left_out(), first.data(), encoded.size(), encoded.data()), doing);
        check_hdf5(H5Fflush(file.get(), H5F_SCOPE_LOCAL), doing);
        return std::ssize(encoded);
    }

    [[nodiscard]] bool changes() const override { return trip_.has_value(); }
    void pass(std::span<std::byte> elements) override { trip_->take(elements, chain_.encode(elements), chain_); }

    [[nodiscard]] Index memory() const override { return chain_.memory() + (trip_ ? trip_->memory() : 0); }

  private:
    std::string path_;
    std::string dataset_;
    StoredShape shape_;
    CodecChain chain_;
    std::optional<RoundTrip> trip_;
};

Hdf5Pipeline pipeline_in(std::string const& path, std::string const& dataset) {
    Hdf5Handle const file = open_frugally(path, "opening a file");
    return pipeline_of(Hdf5Handle(H5Dopen2(file.get(), dataset.c_str(), H5P_DEFAULT), "opening a dataset").get());
}

} // namespace

Result<void> make_repairable(StoredArray& array) {
    StoredFile& file = array.files.front();
    if (!file.chunked) {
        if (file.boxes)
            return fail(fmt::format("'{}' does not lie in one piece or in chunks of its file: it cannot be mended", array.name));
        return {};
    }
    SilencedHdf5Errors const quiet;
    Hdf5Pipeline const pipeline = pipeline_in(file.path, array.array);
    auto const unknown = std::ranges::find(pipeline.codecs, nullptr);
    if (unknown != pipeline.codecs.end())
        return fail(fmt::format("the chunks of '{}' pass through {}, which cannot be done again here; --force makes it anew",
                                array.name, described(pipeline.filters[as_size(unknown - pipeline.codecs.begin())])));
    file.shape.whole_chunks = true;
    file.chunks = std::make_shared<Hdf5ChunkRepairer>(file.path, array.array, file.shape, pipeline, array.type.bytes);
    return {};
}

} // namespace tessera
