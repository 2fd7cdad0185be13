// SPDX-License-Identifier: BSD-3-Clause
// Tessera: new HDF5 files, laid out by one rank and filled by all.
#include "libcore/runtime/store/hdf5_file.hpp"

#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/store/detail/hdf5_attributes.hpp"
#include "libcore/runtime/store/detail/hdf5_handle.hpp"
#include "libcore/runtime/store/detail/hdf5_keeping.hpp"
#include "libcore/runtime/store/detail/hdf5_space.hpp"
#include "libcore/runtime/store/detail/hdf5_type.hpp"
#include "libcore/runtime/store/flat_file.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <mpi.h>
#include <utility>

namespace tessera {

namespace {

/// Lays out one dataset and says where its bytes go; nothing where it has none.
std::optional<Index> lay_out(hid_t file, std::string const& path, NewDataset const& wanted) {
    std::string const doing = fmt::format("creating dataset '{}' in '{}'", wanted.name, path);
    Hdf5Handle const links(H5Pcreate(H5P_LINK_CREATE), doing);
    check_hdf5(H5Pset_create_intermediate_group(links.get(), 1), doing);
    Hdf5Handle const settings(H5Pcreate(H5P_DATASET_CREATE), doing);
    check_hdf5(H5Pset_alloc_time(settings.get(), H5D_ALLOC_TIME_EARLY), doing);
    check_hdf5(H5Pset_fill_time(settings.get(), H5D_FILL_TIME_NEVER), doing); // every element will be written
    Hdf5Handle const type = std::move(*hdf5_type_of(wanted.array.type));
    Hdf5Handle const space = hdf5_space(hdf5_sizes(wanted.array));
    Hdf5Handle const set(H5Dcreate2(file, wanted.name.c_str(), type.get(), space.get(), links.get(), settings.get(), H5P_DEFAULT),
                         doing);
    if (wanted.like) copy_attributes(wanted.like->path, wanted.like->dataset, set.get());
    haddr_t const address = H5Dget_offset(set.get());
    if (address == HADDR_UNDEF) return std::nullopt;
    return narrow<Index>(address);
}

Result<void> check(NewDataset const& dataset) {
    if (auto const type = hdf5_type_of(dataset.array.type); !type) return forward_error(type);
    return dataset.like ? check_attributes_kept(dataset.like->path, dataset.like->dataset) : Result<void>{};
}

/// HDF5 does not recover from a failed write of its own (it tries again until the program ends). So a file of the same name and
/// size is made first, with room for what HDF5 itself will write, and removed again.
void expect_room(std::string const& path, std::span<NewDataset const> datasets) {
    std::vector<std::byte> const own_data(256 * 1024);
    Index bytes = std::ssize(own_data);
    for (NewDataset const& dataset : datasets) bytes += dataset.array.bytes();
    PosixFile file = PosixFile::create(path);
    file.remove_at_end();
    file.resize(bytes);
    file.write(0, own_data);
    file.sync();
}

/// Where each dataset's bytes begin in the new file. On rank 0 alone.
std::vector<Index> lay_out_file(std::string const& path, std::span<NewDataset const> datasets) {
    QuietHdf5 const quiet;
    expect_room(path, datasets);
    Hdf5Handle file(H5Fcreate(path.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT), fmt::format("creating '{}'", path));
    std::vector<Index> offsets;
    for (NewDataset const& dataset : datasets) offsets.push_back(lay_out(file.get(), path, dataset).value_or(0));
    file.close(fmt::format("writing '{}'", path));
    return offsets;
}

} // namespace

Result<std::vector<std::unique_ptr<SlabFile>>> create_hdf5(Comm const& comm, std::string const& path,
                                                           std::span<NewDataset const> datasets) {
    std::vector<Index> offsets(datasets.size(), 0);
    auto const laid_out = together(comm, [&]() -> Result<void> {
        if (comm.rank() != 0) return {};
        for (NewDataset const& dataset : datasets)
            if (auto const possible = check(dataset); !possible) return possible;
        offsets = lay_out_file(path, datasets);
        return {};
    });
    if (!laid_out) return forward_error(laid_out);
    check_mpi(MPI_Bcast(offsets.data(), narrow<int>(offsets.size()), MPI_INT64_T, 0, comm.handle()), "MPI_Bcast");
    std::vector<std::unique_ptr<SlabFile>> files;
    all_or_none(comm, [&] {
        for (std::size_t i = 0; i < datasets.size(); ++i) files.push_back(fill_flat(path, datasets[i].array, offsets[i]));
    });
    return files;
}

} // namespace tessera
