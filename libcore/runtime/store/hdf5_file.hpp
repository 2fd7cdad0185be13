// SPDX-License-Identifier: BSD-3-Clause
// Tessera: datasets of HDF5 files, read and written by all ranks together.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/store/file_array.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

// HDF5 lists dimensions as C does: a Fortran array A(n1,n2) is a dataset {n2,n1}. `order` says how the array's dimensions are
// counted; the bytes in the file are the same either way.

/// Collective. `dataset`: "/group/name". Errors: no such file, no HDF5 file, no such dataset (it says which there are), a type or
/// shape that no array has. Chunked and compressed datasets are read like others.
[[nodiscard]] Result<std::unique_ptr<SlabFile>> open_hdf5(Comm const& comm, std::string const& path, std::string const& dataset,
                                                          StorageOrder order);

/// A dataset to be made. Groups on its way are made too.
struct NewDataset {
    std::string name; ///< "/group/name"
    FileArray array;
    /// A dataset whose attributes it gets, e.g. the one its data come from.
    struct Original {
        std::string path;
        std::string dataset;
    };
    std::optional<Original> like = std::nullopt;
};

/// Collective. A new file, to be filled slab by slab. One rank lets HDF5 lay it out, then all ranks write their slabs straight to
/// where the contiguous datasets lie: through MPI-IO a full disk would be no error (Open MPI 4.1's ompio) or a hang (romio).
/// One SlabFile per dataset. The file must not exist yet. Error: a type HDF5 has no equal for, a name that cannot be.
[[nodiscard]] Result<std::vector<std::unique_ptr<SlabFile>>> create_hdf5(Comm const& comm, std::string const& path,
                                                                         std::span<NewDataset const> datasets);

} // namespace tessera
