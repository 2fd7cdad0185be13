// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a one-chunk dataset in memory, through which HDF5 encodes and decodes chunks.
#include "libcore/files/store/hdf5/hdf5_scratch_dataset.hpp"

#include "libcore/runtime/mpi/narrow.hpp"

#include <array>
#include <fmt/format.h>
#include <functional>
#include <hdf5_hl.h>
#include <numeric>
#include <optional>
#include <utility>

namespace tessera {

namespace {

constexpr char const* passing = "passing a chunk through HDF5";
constexpr std::size_t growth = std::size_t{64} << 10; // bytes by which a file in memory grows

/// Returns a new file name, because HDF5 takes two files of one name for the same file.
std::string unused_name() {
    static int made = 0;
    return fmt::format(".tessera-scratch-{}", made++);
}

Hdf5Handle in_memory() {
    Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), passing);
    check_hdf5(H5Pset_fapl_core(access.get(), growth, 0), passing);
    return access;
}

/// Disables the chunk cache, so that chunks pass their filters at once.
Hdf5Handle without_cache() {
    Hdf5Handle access(H5Pcreate(H5P_DATASET_ACCESS), passing);
    check_hdf5(H5Pset_chunk_cache(access.get(), 1, 0, 1), passing);
    return access;
}

class Hdf5FilterCodec final : public Codec {
  public:
    Hdf5FilterCodec(Hdf5Filter const& filter, Hdf5ChunkKind const& kind)
        : name_(filter.name), type_(H5Tcopy(kind.type.get()), passing), settings_(H5Pcopy(kind.settings.get()), passing),
          elements_(kind.elements()), bytes_(elements_ * static_cast<Index>(H5Tget_size(type_.get()))) {
        hsize_t const chunk = narrow<hsize_t>(elements_);
        check_hdf5(H5Premove_filter(settings_.get(), H5Z_FILTER_ALL), passing);
        check_hdf5(H5Pset_chunk(settings_.get(), 1, &chunk), passing);
        check_hdf5(H5Pset_alloc_time(settings_.get(), H5D_ALLOC_TIME_INCR), passing);
        check_hdf5(H5Pset_fill_time(settings_.get(), H5D_FILL_TIME_NEVER), passing);
        set_filters(settings_.get(), {filter});
    }

    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] Index most_bytes(Index plain) const override { return plain + 64; }
    /// Counts HDF5's chunk, the filter's output, and the file, which is moved when it grows.
    [[nodiscard]] Index memory(Index plain) const override { return 4 * plain + 4 * Index{growth}; }

    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const override {
        SilencedHdf5Errors const quiet;
        if (std::ssize(plain) != bytes_) throw std::runtime_error(fmt::format("{} takes whole elements only", name_));
        hid_t const set = ready();
        check_hdf5(H5Dwrite(set, type_.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, plain.data()), passing);
        hsize_t const first = 0;
        hsize_t stored = 0;
        check_hdf5(H5Dget_chunk_storage_size(set, &first, &stored), passing);
        if (stored > encoded.size()) throw std::runtime_error(fmt::format("{} makes a chunk longer than it should", name_));
        std::uint32_t skipped = 0;
        check_hdf5(H5Dread_chunk(set, H5P_DEFAULT, &first, &skipped, encoded.data()), passing);
        if (skipped != 0) throw std::runtime_error(fmt::format("HDF5's {} cannot encode a chunk", name_));
        return narrow<Index>(stored);
    }

    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        SilencedHdf5Errors const quiet;
        if (std::ssize(plain) < bytes_) throw DamagedBytes(fmt::format("{} cannot decode it", name_));
        hid_t const set = ready();
        hsize_t const first = 0;
        check_hdf5(H5Dwrite_chunk(set, H5P_DEFAULT, 0, &first, encoded.size(), encoded.data()), passing);
        if (H5Dread(set, type_.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, plain.data()) < 0)
            throw DamagedBytes(fmt::format("{} cannot decode it", name_));
        return bytes_;
    }

    [[nodiscard]] bool is_shared() const override { return false; } // HDF5 is used by one thread only

  private:
    /// Returns the dataset. It is reused for the next chunk, and remade when its file has grown by gaps.
    [[nodiscard]] hid_t ready() const {
        if (set_ && set_->file_bytes() > 2 * bytes_ + 2 * Index{growth}) set_.reset();
        if (!set_) set_.emplace(type_.get(), Hdf5Sizes{narrow<hsize_t>(elements_)}, settings_.get());
        return set_->get();
    }

    std::string name_;
    Hdf5Handle type_;
    Hdf5Handle settings_;
    Index elements_;
    Index bytes_;
    mutable std::optional<Hdf5ScratchDataset> set_; // no data of one chunk are visible in the next
};

} // namespace

Hdf5Sizes Hdf5ChunkKind::chunk() const {
    std::array<hsize_t, H5S_MAX_RANK> sizes{};
    int const dims = static_cast<int>(check_hdf5(H5Pget_chunk(settings.get(), H5S_MAX_RANK, sizes.data()), passing));
    return {sizes.begin(), sizes.begin() + dims};
}

Index Hdf5ChunkKind::elements() const {
    Hdf5Sizes const sizes = chunk();
    return narrow<Index>(std::accumulate(sizes.begin(), sizes.end(), hsize_t{1}, std::multiplies()));
}

Hdf5ScratchDataset::Hdf5ScratchDataset(hid_t type, Hdf5Sizes const& shape, hid_t settings)
    : file_(H5Fcreate(unused_name().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, in_memory().get()), passing),
      set_(H5Dcreate2(file_.get(), "chunk", type, hdf5_space(shape).get(), H5P_DEFAULT, settings, without_cache().get()), passing) {
}

Index Hdf5ScratchDataset::file_bytes() const {
    hsize_t bytes = 0;
    check_hdf5(H5Fget_filesize(file_.get(), &bytes), passing);
    return narrow<Index>(bytes);
}

std::shared_ptr<Codec const> hdf5_codec(Hdf5Filter const& filter, Hdf5ChunkKind const& kind) {
    return std::make_shared<Hdf5FilterCodec>(filter, kind);
}

} // namespace tessera
