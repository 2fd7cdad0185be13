// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a new HDF5 file with a dataset whose elements are written past HDF5.
#include "libcore/runtime/store/detail/hdf5_new_file.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/store/combinations.hpp"
#include "libcore/runtime/store/detail/hdf5_attributes.hpp"
#include "libcore/runtime/store/detail/hdf5_companions.hpp"
#include "libcore/runtime/store/detail/hdf5_space.hpp"
#include "libcore/runtime/store/detail/hdf5_type.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

/// The extents in HDF5's order, slowest first.
Hdf5Sizes slowest_first(Extents const& extents, StorageOrder order) {
    Hdf5Sizes sizes(extents.begin(), extents.end());
    if (order == StorageOrder::Fortran) std::ranges::reverse(sizes);
    return sizes;
}

/// Which dimension of the original, as HDF5 counts them (its files are C's), each dimension of the new one is.
SameDims same_dims(Hdf5Original const& like, TargetArray const& array, Hdf5Sizes const& old_sizes) {
    SameDims dims(array.extents.size());
    for (std::size_t d = 0; d < dims.size(); ++d) {
        auto const& source = like.map.axes[d].source;
        bool const whole = source && source->start == 0 && source->step == 1 &&
                           static_cast<hsize_t>(array.extents[d]) == old_sizes[static_cast<std::size_t>(source->dim)];
        std::size_t const place = array.order == StorageOrder::C ? d : dims.size() - 1 - d;
        if (whole) dims[place] = narrow<unsigned>(source->dim);
    }
    return dims;
}

struct Sizes {
    Hdf5Sizes now;
    Hdf5Sizes most;
};

Sizes sizes_of(hid_t set, std::string const& doing) {
    Hdf5Handle const space(H5Dget_space(set), doing);
    auto const dims = narrow<std::size_t>(check_hdf5(H5Sget_simple_extent_ndims(space.get()), doing));
    Sizes sizes{Hdf5Sizes(dims), Hdf5Sizes(dims)};
    check_hdf5(H5Sget_simple_extent_dims(space.get(), sizes.now.data(), sizes.most.data()), doing);
    return sizes;
}

} // namespace

Hdf5NewFile::Hdf5NewFile(std::string path, Wanted const& wanted, bool keeps_bytes)
    : path_(std::move(path)), doing_(fmt::format("creating '{}'", path_)), array_(wanted.array),
      permutation_(permutation_of(wanted.array.order, wanted.array.extents.size())), traffic_(std::make_unique<Hdf5Traffic>()) {
    QuietHdf5 const quiet;
    Hdf5Handle settings(H5Pcreate(H5P_FILE_CREATE), doing_);
    if (wanted.like) {
        old_file_ = Hdf5Handle(H5Fopen(wanted.like->path.c_str(), H5F_ACC_RDONLY, frugal_access().get()), doing_);
        old_set_ = Hdf5Handle(H5Dopen2(old_file_.get(), wanted.like->dataset.c_str(), H5P_DEFAULT), doing_);
        settings = Hdf5Handle(H5Fget_create_plist(old_file_.get()), doing_);
        check_hdf5(H5Pset_userblock(settings.get(), 0), doing_);
        keep_order_of_root(old_file_.get(), settings.get());
    }
    Hdf5Handle const access = watched_access(*traffic_, keeps_bytes);
    unsigned const how = keeps_bytes ? H5F_ACC_TRUNC : H5F_ACC_EXCL;
    file_ = Hdf5Handle(H5Fcreate(path_.c_str(), how, settings.get(), access.get()), doing_);
    wanted.like ? lay_out_like(wanted) : make_dataset(wanted);
    check_hdf5(H5Fflush(file_.get(), H5F_SCOPE_LOCAL), doing_); // HDF5's own raw data; all others are ours
    traffic_->hides_raw = true;
}

void Hdf5NewFile::lay_out_like(Wanted const& wanted) {
    SameDims const dims = same_dims(*wanted.like, array_, sizes_of(old_set_.get(), doing_).now);
    if (wanted.like->all)
        return copy_all_but(old_file_.get(), file_.get(), wanted.like->dataset, dims, [&] { make_dataset(wanted); });
    make_dataset(wanted);
    copy_scales(old_file_.get(), old_set_.get(), file_.get(), set_.get(), dims);
}

void Hdf5NewFile::make_dataset(Wanted const& wanted) {
    Hdf5Handle const links(H5Pcreate(H5P_LINK_CREATE), doing_);
    check_hdf5(H5Pset_create_intermediate_group(links.get(), 1), doing_);
    Hdf5Handle const settings = creation_settings(wanted);
    Hdf5Handle const type = element_type(wanted);
    set_ = Hdf5Handle(
        H5Dcreate2(file_.get(), wanted.dataset.c_str(), type.get(), space(wanted).get(), links.get(), settings.get(), H5P_DEFAULT),
        doing_);
    if (!wanted.like) return;
    copy_attributes(old_set_.get(), set_.get());
    // netCDF's own note of which dimensions these are, in the order of the original; without it the scales tell.
    bool const same_order = wanted.like->map == CopyMap::identity(array_.extents);
    if (!same_order && H5Aexists(set_.get(), "_Netcdf4Coordinates") > 0)
        check_hdf5(H5Adelete(set_.get(), "_Netcdf4Coordinates"), doing_);
}

/// What the original says of its values and attributes. Its list as a whole must not be taken: it may name other files that hold
/// its data, and they would be written over.
void Hdf5NewFile::take_settings(hid_t settings) const {
    Hdf5Handle const old(H5Dget_create_plist(old_set_.get()), doing_);
    H5D_fill_value_t fill = H5D_FILL_VALUE_DEFAULT;
    check_hdf5(H5Pfill_value_defined(old.get(), &fill), doing_);
    if (fill == H5D_FILL_VALUE_USER_DEFINED) {
        Hdf5Handle const type(H5Dget_type(old_set_.get()), doing_);
        std::vector<std::byte> value(H5Tget_size(type.get()));
        check_hdf5(H5Pget_fill_value(old.get(), type.get(), value.data()), doing_);
        check_hdf5(H5Pset_fill_value(settings, type.get(), value.data()), doing_);
    }
    if (fill == H5D_FILL_VALUE_UNDEFINED) check_hdf5(H5Pset_fill_value(settings, H5T_NATIVE_CHAR, nullptr), doing_);
    H5D_fill_time_t fill_time = H5D_FILL_TIME_IFSET;
    check_hdf5(H5Pget_fill_time(old.get(), &fill_time), doing_);
    check_hdf5(H5Pset_fill_time(settings, fill_time), doing_);
    unsigned order = 0;
    check_hdf5(H5Pget_attr_creation_order(old.get(), &order), doing_);
    check_hdf5(H5Pset_attr_creation_order(settings, order), doing_);
    unsigned most_compact = 0;
    unsigned least_dense = 0;
    check_hdf5(H5Pget_attr_phase_change(old.get(), &most_compact, &least_dense), doing_);
    check_hdf5(H5Pset_attr_phase_change(settings, most_compact, least_dense), doing_);
    hbool_t times = 0;
    check_hdf5(H5Pget_obj_track_times(old.get(), &times), doing_);
    check_hdf5(H5Pset_obj_track_times(settings, times), doing_);
}

Hdf5Handle Hdf5NewFile::creation_settings(Wanted const& wanted) const {
    Hdf5Handle settings(H5Pcreate(H5P_DATASET_CREATE), doing_);
    if (old_set_.get() >= 0) take_settings(settings.get());
    if (!wanted.array.chunk) return settings;
    Hdf5Sizes const chunk = slowest_first(*wanted.array.chunk, array_.order);
    check_hdf5(H5Pset_chunk(settings.get(), narrow<int>(chunk.size()), chunk.data()), doing_);
    if (wanted.array.filters.shuffle) check_hdf5(H5Pset_shuffle(settings.get()), doing_);
    if (wanted.array.filters.deflate)
        check_hdf5(H5Pset_deflate(settings.get(), narrow<unsigned>(*wanted.array.filters.deflate)), doing_);
    return settings;
}

Hdf5Handle Hdf5NewFile::element_type(Wanted const& wanted) const {
    if (wanted.like) {
        Hdf5Handle const type(H5Dget_type(old_set_.get()), doing_);
        return {H5Tcopy(type.get()), doing_};
    }
    Hdf5Handle type = std::move(*hdf5_type_of(wanted.array.type));
    if (wanted.array.big_endian) check_hdf5(H5Tset_order(type.get(), H5T_ORDER_BE), doing_);
    return type;
}

/// A dimension of the original that can grow still can, where the new one is chunked.
Hdf5Handle Hdf5NewFile::space(Wanted const& wanted) const {
    Hdf5Sizes const now = slowest_first(array_.extents, array_.order);
    if (!wanted.like || !array_.chunk) return hdf5_space(now);
    Sizes const old = sizes_of(old_set_.get(), doing_);
    SameDims const dims = same_dims(*wanted.like, array_, old.now);
    Hdf5Sizes most = now;
    for (std::size_t d = 0; d < now.size(); ++d)
        if (dims[d]) most[d] = old.most[*dims[d]];
    return {H5Screate_simple(narrow<int>(now.size()), now.data(), most.data()), doing_};
}

/// HDF5 "writes" the chunk, and the driver sees where.
Index Hdf5NewFile::place_chunk(Extents const& chunk, Index bytes) {
    Hdf5Sizes first;
    for (std::size_t i = chunk.size(); i-- > 0;) {
        auto const d = static_cast<std::size_t>(permutation_[i]);
        first.push_back(narrow<hsize_t>(chunk[d] * (*array_.chunk)[d]));
    }
    char const nothing = 0; // is written from it: the driver hides raw data
    traffic_->forget_raw();
    check_hdf5(H5Dwrite_chunk(set_.get(), H5P_DEFAULT, 0, first.data(), narrow<std::size_t>(bytes), &nothing), doing_);
    return traffic_->raw_address.value();
}

void Hdf5NewFile::place_all() {
    if (std::ranges::find(array_.extents, 0) != array_.extents.end()) return;
    QuietHdf5 const quiet;
    if (array_.chunk) {
        Index bytes = array_.type.bytes;
        std::vector<Index> counts;
        for (int const dim : permutation_) {
            auto const d = static_cast<std::size_t>(dim);
            bytes *= (*array_.chunk)[d];
            counts.push_back(ceil_div(array_.extents[d], (*array_.chunk)[d]));
        }
        Extents chunk(counts.size());
        for_each_combination(counts, [&](std::vector<Index> const& at) {
            for (std::size_t i = 0; i < at.size(); ++i) chunk[static_cast<std::size_t>(permutation_[i])] = at[i];
            static_cast<void>(place_chunk(chunk, bytes));
        });
    } else {
        place_contiguous();
    }
}

/// The first element written makes HDF5 find room for all.
void Hdf5NewFile::place_contiguous() {
    Hdf5Handle const there(H5Dget_space(set_.get()), doing_);
    Hdf5Handle const type(H5Dget_type(set_.get()), doing_);
    Hdf5Handle const one(H5Screate(H5S_SCALAR), doing_);
    Hdf5Sizes const first(array_.extents.size(), 0);
    if (!first.empty()) check_hdf5(H5Sselect_elements(there.get(), H5S_SELECT_SET, 1, first.data()), doing_);
    std::vector<std::byte> const nothing(static_cast<std::size_t>(array_.type.bytes));
    check_hdf5(H5Dwrite(set_.get(), type.get(), one.get(), there.get(), H5P_DEFAULT, nothing.data()), doing_);
}

std::vector<Index> Hdf5NewFile::place(std::vector<EncodedChunk> const& chunks) {
    QuietHdf5 const quiet;
    std::vector<Index> places;
    for (EncodedChunk const& each : chunks) places.push_back(place_chunk(each.chunk, each.bytes));
    return places;
}

void Hdf5NewFile::close() {
    QuietHdf5 const quiet;
    set_.close(doing_);
    file_.close(doing_);
    traffic_->check(path_);
}

} // namespace tessera
