// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 files that a copy makes: laid out by HDF5, filled by us.
#include "libcore/runtime/copy_files/single_file_target.hpp"

#include "libcore/runtime/copy_files/hdf5_array.hpp"
#include "libcore/runtime/files/detail/hdf5_attributes.hpp"
#include "libcore/runtime/files/detail/hdf5_driver.hpp"
#include "libcore/runtime/files/detail/hdf5_space.hpp"
#include "libcore/runtime/files/detail/hdf5_type.hpp"
#include "libcore/runtime/narrow.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace tessera {

namespace {

class Hdf5Target final : public SingleFileTarget {
  public:
    Hdf5Target(TargetPlace place, TargetArray array, std::string dataset, std::optional<Hdf5Original> like)
        : SingleFileTarget(std::move(place)), array_(std::move(array)), dataset_(std::move(dataset)), like_(std::move(like)) {}

    [[nodiscard]] StoredShape shape() const override {
        StoredShape shape = in_one_piece("", array_.extents, array_.order, 0).shape;
        if (array_.chunk) shape.chunk = *array_.chunk;
        return shape;
    }
    [[nodiscard]] std::string description() const override { return fmt::format("{} in HDF5 {}", describe(array_), dataset_); }

    void create() override {
        discard();
        std::string const path = place().provisional();
        QuietHdf5 const quiet;
        std::string const doing = fmt::format("creating '{}'", path);
        Hdf5Traffic traffic;
        {
            Hdf5Handle const access = watched_access(traffic);
            Hdf5Handle const file(H5Fcreate(path.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, access.get()), doing);
            lay_out(file.get(), doing);
        }
        traffic.check(path);
    }

    [[nodiscard]] StoredArray open() override {
        auto opened = open_hdf5_array(place().provisional(), dataset_, array_.order);
        if (!opened) throw std::runtime_error(opened.error().message);
        return *std::move(opened);
    }

  private:
    [[nodiscard]] std::string array_name() const override { return dataset_; }

    void lay_out(hid_t file, std::string const& doing) const {
        Hdf5Handle const links(H5Pcreate(H5P_LINK_CREATE), doing);
        check_hdf5(H5Pset_create_intermediate_group(links.get(), 1), doing);
        Hdf5Handle const settings = creation_settings(doing);
        Hdf5Handle const type = element_type(doing);
        Hdf5Handle const space = hdf5_space(hdf5_sizes({array_.type, array_.extents, array_.order}));
        Hdf5Handle const set(H5Dcreate2(file, dataset_.c_str(), type.get(), space.get(), links.get(), settings.get(), H5P_DEFAULT),
                             doing);
        if (like_) copy_attributes(like_->path, like_->dataset, set.get());
    }

    /// Every element will be written, and not by HDF5.
    [[nodiscard]] Hdf5Handle creation_settings(std::string const& doing) const {
        Hdf5Handle settings(H5Pcreate(H5P_DATASET_CREATE), doing);
        check_hdf5(H5Pset_alloc_time(settings.get(), H5D_ALLOC_TIME_EARLY), doing);
        check_hdf5(H5Pset_fill_time(settings.get(), H5D_FILL_TIME_NEVER), doing);
        if (array_.chunk) {
            Hdf5Sizes const sizes = hdf5_sizes({array_.type, *array_.chunk, array_.order});
            check_hdf5(H5Pset_chunk(settings.get(), narrow<int>(sizes.size()), sizes.data()), doing);
        }
        return settings;
    }

    [[nodiscard]] Hdf5Handle element_type(std::string const& doing) const {
        if (like_) {
            Hdf5Handle const file(H5Fopen(like_->path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), doing);
            Hdf5Handle const set(H5Dopen2(file.get(), like_->dataset.c_str(), H5P_DEFAULT), doing);
            Hdf5Handle const type(H5Dget_type(set.get()), doing);
            return {H5Tcopy(type.get()), doing};
        }
        Hdf5Handle type = std::move(*hdf5_type_of(array_.type));
        if (array_.big_endian) check_hdf5(H5Tset_order(type.get(), H5T_ORDER_BE), doing);
        return type;
    }

    TargetArray array_;
    std::string dataset_;
    std::optional<Hdf5Original> like_;
};

Result<void> check_chunk(TargetArray const& array) {
    if (!array.chunk) return {};
    constexpr Index most_bytes = (Index{1} << 32) - 1;
    if (array.chunk->size() != array.extents.size())
        return fail(fmt::format("the chunk has {} dimensions, the array {}", array.chunk->size(), array.extents.size()));
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
    if (auto const fits = check_chunk(array); !fits) return tl::unexpected(fits.error());
    if (!like)
        if (auto const known = hdf5_type_of(array.type); !known) return tl::unexpected(known.error());
    return std::make_unique<Hdf5Target>(place, array, dataset, std::move(like));
}

} // namespace tessera
