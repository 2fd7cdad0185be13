// SPDX-License-Identifier: BSD-3-Clause
// Tessera: datasets of HDF5 files, read and written by all ranks together.
#include "libcore/runtime/store/hdf5_file.hpp"

#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/store/detail/hdf5_elements.hpp"
#include "libcore/runtime/store/detail/hdf5_find.hpp"
#include "libcore/runtime/store/detail/hdf5_handle.hpp"
#include "libcore/runtime/store/detail/hdf5_space.hpp"
#include "libcore/runtime/store/detail/hdf5_type.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace tessera {

namespace {

/// What a dataset says about itself.
struct Description {
    FileArray array;
    Hdf5Handle type;
};

Description describe(hid_t dataset, StorageOrder order) {
    Hdf5Handle type(H5Dget_type(dataset), "looking at a dataset");
    Hdf5Handle const space(H5Dget_space(dataset), "looking at a dataset");
    int const dims = H5Sget_simple_extent_ndims(space.get());
    Hdf5Sizes sizes(static_cast<std::size_t>(std::max(dims, 0)));
    check_hdf5(H5Sget_simple_extent_dims(space.get(), sizes.data(), nullptr), "looking at a dataset");
    Extents extents(sizes.begin(), sizes.end());
    if (order == StorageOrder::Fortran) std::ranges::reverse(extents);
    ElementType element = element_type_of(type.get());
    return {{std::move(element), std::move(extents), order}, std::move(type)};
}

/// Errors: no shape; elements whose bytes mean nothing to others.
Result<void> check_elements(hid_t set, std::string const& name) {
    Hdf5Handle const space(H5Dget_space(set), "looking at a dataset");
    if (H5Sget_simple_extent_type(space.get()) == H5S_NULL) return fail(fmt::format("'{}' holds no array: it has no shape", name));
    Hdf5Handle const type(H5Dget_type(set), "looking at a dataset");
    ElementType const element = element_type_of(type.get());
    if (has_parts_elsewhere(type.get()))
        return fail(fmt::format("the elements of '{}' are {}: parts of them lie elsewhere in the file", name,
                                element.bytes == 0 ? element.name : "compounds"));
    if (element.name.starts_with('V') && !is_known_outside_hdf5(type.get()))
        return fail(fmt::format("only HDF5 knows what the bytes of the elements of '{}' mean", name));
    return {};
}

/// Looks at the file from one rank, without MPI, and says what is wrong with it in words.
Result<void> inspect(std::string const& path, std::string const& dataset, StorageOrder order) {
    if (auto is_there = check_hdf5_file(path); !is_there) return is_there;
    Hdf5Handle const file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), fmt::format("opening '{}'", path));
    auto const set = find_dataset(file.get(), path, dataset);
    if (!set) return forward_error(set);
    if (auto const whole = check_elements(set->get(), fmt::format("{}:{}", path, dataset)); !whole) return whole;
    Description const found = describe(set->get(), order);
    if (found.array.type.bytes == 0)
        return fail(fmt::format("the elements of '{}:{}' are {}, which no array holds", path, dataset, found.array.type.name));
    if (std::ssize(found.array.extents) > max_dims)
        return fail(fmt::format("'{}:{}' has {} dimensions; {} is the most", path, dataset, found.array.extents.size(), max_dims));
    return {};
}

Hdf5Handle parallel_access(Comm const& comm) {
    Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), "preparing HDF5");
    check_hdf5(H5Pset_fapl_mpio(access.get(), comm.handle(), MPI_INFO_NULL), "preparing HDF5 for MPI");
    check_hdf5(H5Pset_all_coll_metadata_ops(access.get(), true), "preparing HDF5 for MPI");
    check_hdf5(H5Pset_coll_metadata_write(access.get(), true), "preparing HDF5 for MPI");
    return access;
}

class Hdf5Dataset final : public SlabFile {
  public:
    /// `file`: kept open as long as the dataset, where it is the dataset's own.
    Hdf5Dataset(Hdf5Handle file, Hdf5Handle dataset, StorageOrder order, std::string name)
        : file_(std::move(file)), dataset_(std::move(dataset)), name_(std::move(name)),
          collective_(H5Pcreate(H5P_DATASET_XFER), "preparing HDF5") {
        Description found = describe(dataset_.get(), order);
        memory_type_ = memory_type_of(found.type.get(), found.array.type);
        array_ = std::move(found.array);
        check_hdf5(H5Pset_dxpl_mpio(collective_.get(), H5FD_MPIO_COLLECTIVE), "preparing HDF5 for MPI");
    }

    [[nodiscard]] FileArray const& array() const override { return array_; }

    void read(Run slabs, std::byte* data) override {
        QuietHdf5 const quiet;
        Selection const selection = select(slabs);
        check_hdf5(
            H5Dread(dataset_.get(), memory_type_.get(), selection.memory.get(), selection.file.get(), collective_.get(), data),
            fmt::format("reading '{}'", name_));
    }

    void write(Run slabs, std::byte const* data) override {
        QuietHdf5 const quiet;
        Selection const selection = select(slabs);
        check_hdf5(
            H5Dwrite(dataset_.get(), memory_type_.get(), selection.memory.get(), selection.file.get(), collective_.get(), data),
            fmt::format("writing '{}'", name_));
    }

    void close() override {
        QuietHdf5 const quiet;
        dataset_.close(fmt::format("closing '{}'", name_));
        file_.close(fmt::format("closing '{}'", name_));
    }

  private:
    struct Selection {
        Hdf5Handle memory;
        Hdf5Handle file;
    };

    [[nodiscard]] Selection select(Run slabs) const {
        Hdf5Sizes count = hdf5_sizes(array_);
        Selection selection{hdf5_space(count), hdf5_space(count)};
        if (slabs.empty()) {
            check_hdf5(H5Sselect_none(selection.memory.get()), "choosing a part of a dataset");
            check_hdf5(H5Sselect_none(selection.file.get()), "choosing a part of a dataset");
            return selection;
        }
        if (count.empty()) return selection;
        auto const dims = count.size();
        auto const slab_dim = static_cast<std::size_t>(array_.slab_dim());
        std::size_t const slowest = array_.order == StorageOrder::Fortran ? dims - 1 - slab_dim : slab_dim;
        Hdf5Sizes start(dims, 0);
        start[slowest] = narrow<hsize_t>(slabs.begin);
        count[slowest] = narrow<hsize_t>(slabs.size());
        check_hdf5(H5Sselect_hyperslab(selection.file.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
                   "choosing a part of a dataset");
        selection.memory = hdf5_space(count);
        return selection;
    }

    Hdf5Handle file_;
    Hdf5Handle dataset_;
    std::string name_;
    Hdf5Handle collective_;
    Hdf5Handle memory_type_;
    FileArray array_;
};

} // namespace

Result<std::unique_ptr<SlabFile>> open_hdf5(Comm const& comm, std::string const& path, std::string const& dataset,
                                            StorageOrder order) {
    QuietHdf5 const quiet;
    auto const inspected = together(comm, [&]() -> Result<void> {
        if (comm.rank() != 0) return {};
        return inspect(path, dataset, order);
    });
    if (!inspected) return forward_error(inspected);
    std::string const name = fmt::format("{}:{}", path, dataset);
    Hdf5Handle file;
    all_or_none(comm, [&] {
        file = Hdf5Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, parallel_access(comm).get()), fmt::format("opening '{}'", path));
    });
    std::unique_ptr<SlabFile> result;
    all_or_none(comm, [&] {
        Hdf5Handle set(H5Dopen2(file.get(), dataset.c_str(), H5P_DEFAULT), fmt::format("opening '{}'", name));
        result = std::make_unique<Hdf5Dataset>(std::move(file), std::move(set), order, name);
    });
    return result;
}

} // namespace tessera
