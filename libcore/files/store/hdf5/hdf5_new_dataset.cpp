// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a dataset of a new HDF5 file whose elements are written without HDF5.
#include "libcore/files/store/hdf5/hdf5_new_dataset.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/store/hdf5/hdf5_attributes.hpp"
#include "libcore/files/store/hdf5/hdf5_filters.hpp"
#include "libcore/files/store/hdf5/hdf5_notes.hpp"
#include "libcore/files/store/hdf5/hdf5_reading.hpp"
#include "libcore/files/store/hdf5/hdf5_settings.hpp"
#include "libcore/files/store/hdf5/hdf5_texts.hpp"
#include "libcore/files/store/hdf5/hdf5_type_names.hpp"
#include "libcore/files/store/hdf5/hdf5_values.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

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

/// Raises small fanouts of chunk index trees to the default. HDF5 fails on trees that become too deep, as with very few chunks per
/// node.
void lengthen_chunk_lists(hid_t file_settings, std::string const& doing) {
    Hdf5Handle const usual(H5Pcreate(H5P_FILE_CREATE), doing);
    unsigned half_of_usual = 0;
    unsigned half = 0;
    check_hdf5(H5Pget_istore_k(usual.get(), &half_of_usual), doing);
    check_hdf5(H5Pget_istore_k(file_settings, &half), doing);
    if (half < half_of_usual) check_hdf5(H5Pset_istore_k(file_settings, half_of_usual), doing);
}

} // namespace

Hdf5NewDataset::Hdf5NewDataset(NewArray array, std::string doing, CreationCallback watch)
    : array_(std::move(array)), doing_(std::move(doing)), watch_(std::move(watch)),
      permutation_(permutation_of(array_.order, array_.extents.size())) {
    if (!array_.copied_from) return;
    FileName const& original = array_.copied_from->file;
    old_file_ = open_frugally(original.path, doing_);
    if (is_rest(array_)) return;
    old_set_ = Hdf5Handle(H5Dopen2(old_file_.get(), original.dataset.c_str(), H5P_DEFAULT), doing_);
}

Hdf5Handle Hdf5NewDataset::file_settings() const {
    if (!array_.copied_from) return new_file_settings();
    Hdf5Handle settings(H5Fget_create_plist(old_file_.get()), doing_);
    if (!array_.copied_from->all) check_hdf5(H5Pset_userblock(settings.get(), 0), doing_);
    lengthen_chunk_lists(settings.get(), doing_);
    keep_order_of_root(old_file_.get(), settings.get());
    return settings;
}

void Hdf5NewDataset::lay_out(hid_t file) {
    if (!array_.copied_from) {
        make(file, nullptr);
        if (array_.texts) write_texts(set_.get(), *array_.texts, watch_);
        return;
    }
    SameDims const dims = same_dims();
    bool const same = in_same_order(dims, old_set_.get());
    make(file, nullptr);
    copy_attributes(old_set_.get(), set_.get(), nullptr,
                    [&](std::string const& name) { return !same && name == netcdf_coordinates; });
    copy_scales(old_file_.get(), old_set_.get(), file, set_.get(), dims);
    set_values(nullptr);
}

void Hdf5NewDataset::join(hid_t file) const {
    if (!array_.copied_from) add_metadata(file, set_.get(), array_);
}

RemadeDataset Hdf5NewDataset::remade(hid_t file) {
    return {old_set_.get(),
            array_.copied_from->file.dataset,
            array_.dataset,
            same_dims(),
            [this, file](Hdf5Names const& names) { make(file, &names); },
            [this](Hdf5Names const& names) { set_values(&names); }};
}

void Hdf5NewDataset::make(hid_t file, Hdf5Names const* names) {
    if (names == nullptr && is_in(file, array_.dataset)) remove_dataset(file, array_.dataset);
    Hdf5Handle const links = making_groups();
    Hdf5Handle type = element_type(names);
    type = with_names_for_netcdf(file, std::move(type), array_);
    Hdf5Handle const settings = creation_settings(type.get());
    set_ = Hdf5Handle(H5Dcreate2(file, array_.dataset.c_str(), type.get(), space().get(), links.get(), settings.get(), H5P_DEFAULT),
                      doing_);
}

/// Copies the elements that only the format can write.
void Hdf5NewDataset::set_values(Hdf5Names const* names) const {
    if (array_.copied_from->with_elements) copy_values(old_set_.get(), set_.get(), section_in_order(array_).value(), names, watch_);
}

/// Maps new to old dimensions. The map counts the original's dimensions in the array's order, HDF5 in C order.
SameDims Hdf5NewDataset::same_dims() const {
    Hdf5Sizes const old_sizes = sizes_of(old_set_.get(), doing_).now;
    SameDims dims(array_.extents.size());
    for (std::size_t d = 0; d < dims.size(); ++d) {
        auto const& source = array_.copied_from->map.axes[d].source;
        if (!source || source->start != 0 || source->step != 1) continue;
        bool const c = array_.copied_from->order == StorageOrder::C;
        std::size_t const old = c ? as_size(source->dim) : old_sizes.size() - 1 - as_size(source->dim);
        std::size_t const place = array_.order == StorageOrder::C ? d : dims.size() - 1 - d;
        if (static_cast<hsize_t>(array_.extents[d]) == old_sizes[old]) dims[place] = narrow<unsigned>(old);
    }
    return dims;
}

Result<Hdf5Pipeline> Hdf5NewDataset::pipeline() const {
    auto const filters = TRY(new_filters(array_));
    SilencedHdf5Errors const quiet;
    Hdf5Handle type = element_type(nullptr);
    Hdf5Handle settings = settings_before_filters(type.get());
    return new_pipeline({std::move(type), std::move(settings)}, filters);
}

Hdf5Handle Hdf5NewDataset::creation_settings(hid_t type) const {
    Hdf5Handle settings = settings_before_filters(type);
    if (array_.chunk) set_filters(settings.get(), new_filters(array_).value());
    return settings;
}

Hdf5Handle Hdf5NewDataset::settings_before_filters(hid_t type) const {
    Hdf5Handle const native = array_.copied_from ? Hdf5Handle() : type_of_new_elements(array_);
    Hdf5Handle settings = array_.copied_from ? Hdf5Handle(H5Pcreate(H5P_DATASET_CREATE), doing_)
                                             : new_set_settings(array_.metadata.notes.initial(), native.get());
    if (array_.copied_from) {
        Hdf5Handle const old(H5Dget_create_plist(old_set_.get()), doing_);
        check_fill_value(old.get(), type, fmt::format("copying '{}'", array_.copied_from->file.dataset));
        take_settings(old.get(), settings.get(), type);
        make_room_for_attributes(old_set_.get(), settings.get());
    }
    if (!array_.chunk) return settings;
    Hdf5Sizes const chunk = hdf5_sizes(*array_.chunk, array_.order);
    check_hdf5(H5Pset_chunk(settings.get(), narrow<int>(chunk.size()), chunk.data()), doing_);
    return settings;
}

Hdf5Handle Hdf5NewDataset::element_type(Hdf5Names const* names) const {
    if (array_.copied_from && array_.copied_from->keeps_type) {
        Hdf5Handle const type(H5Dget_type(old_set_.get()), doing_);
        return names != nullptr ? names->type_for(type.get()) : Hdf5Handle(H5Tcopy(type.get()), doing_);
    }
    Hdf5Handle type = type_of_new_elements(array_);
    if (array_.big_endian) check_hdf5(H5Tset_order(type.get(), H5T_ORDER_BE), doing_);
    return type;
}

/// Returns the dataspace. Unlimited dimensions of the original stay unlimited if the new dataset is chunked.
Hdf5Handle Hdf5NewDataset::space() const {
    Hdf5Sizes const now = hdf5_sizes(array_.extents, array_.order);
    if (!array_.chunk) return hdf5_space(now);
    Hdf5Sizes most = now;
    for (std::size_t d = 0; d < array_.unlimited.size(); ++d)
        if (array_.unlimited[d]) most[array_.order == StorageOrder::C ? d : now.size() - 1 - d] = H5S_UNLIMITED;
    if (array_.copied_from) {
        Sizes const old = sizes_of(old_set_.get(), doing_);
        SameDims const dims = same_dims();
        for (std::size_t d = 0; d < now.size(); ++d)
            if (dims[d]) most[d] = old.most[*dims[d]];
    }
    return {H5Screate_simple(narrow<int>(now.size()), now.data(), most.data()), doing_};
}

/// Lets HDF5 "write" the chunk; the driver records its offset.
Index Hdf5NewDataset::place(EncodedChunk const& chunk, Hdf5Traffic& traffic) {
    Hdf5Sizes const first = chunk_place(chunk.chunk, permutation_, *array_.chunk);
    char const nothing = 0; // never read, because the driver hides raw data
    traffic.forget_raw();
    check_hdf5(H5Dwrite_chunk(set_.get(), H5P_DEFAULT, chunk.size.left_out, first.data(), chunk.size.bytes, &nothing), doing_);
    return traffic.raw_address.value();
}

void Hdf5NewDataset::place_all(Hdf5Traffic& traffic) {
    if (is_rest(array_)) return;
    if (array_.filters.any() || array_.texts || (array_.copied_from && array_.copied_from->with_elements)) return;
    if (std::ranges::find(array_.extents, 0) != array_.extents.end()) return;
    if (!array_.chunk) return place_contiguous();
    Index bytes = array_.type.bytes;
    std::vector<Index> counts;
    for (int const dim : permutation_) {
        bytes *= (*array_.chunk)[as_size(dim)];
        counts.push_back(ceil_div(array_.extents[as_size(dim)], (*array_.chunk)[as_size(dim)]));
    }
    EncodedChunk chunk{Extents(counts.size()), {narrow<std::uint32_t>(bytes)}};
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        for (std::size_t i = 0; i < at.size(); ++i) chunk.chunk[as_size(permutation_[i])] = at[i];
        static_cast<void>(place(chunk, traffic));
    });
}

/// Writes one element, for which HDF5 allocates space for all.
void Hdf5NewDataset::place_contiguous() {
    Hdf5Handle const there(H5Dget_space(set_.get()), doing_);
    Hdf5Handle const type(H5Dget_type(set_.get()), doing_);
    Hdf5Handle const one(H5Screate(H5S_SCALAR), doing_);
    Hdf5Sizes const first(array_.extents.size(), 0);
    if (!first.empty()) check_hdf5(H5Sselect_elements(there.get(), H5S_SELECT_SET, 1, first.data()), doing_);
    std::vector<std::byte> const nothing(as_size(array_.type.bytes));
    check_hdf5(H5Dwrite(set_.get(), type.get(), one.get(), there.get(), H5P_DEFAULT, nothing.data()), doing_);
}

} // namespace tessera
