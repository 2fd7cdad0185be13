// SPDX-License-Identifier: BSD-3-Clause
// Tessera: datasets of HDF5 files, read and written by all ranks together.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/comm.hpp"
#include "libcore/runtime/files/file_array.hpp"

#include <memory>
#include <string>

namespace tessera {

// HDF5 lists dimensions as C does: a Fortran array A(n1,n2) is a dataset {n2,n1}. `order` says how the array's dimensions are
// counted; the bytes in the file are the same either way.

/// Collective. `dataset`: "/group/name". Errors: no such file, no HDF5 file, no such dataset (it says which there are), a type or
/// shape that no array has. Chunked and compressed datasets are read like others.
[[nodiscard]] Result<std::unique_ptr<SlabFile>> open_hdf5(Comm const& comm, std::string const& path, std::string const& dataset,
                                                          StorageOrder order);

/// A new file with new datasets in it. Collective throughout.
class Hdf5Writer {
  public:
    /// The file does not exist yet.
    Hdf5Writer(Comm const& comm, std::string const& path);
    Hdf5Writer(Hdf5Writer&&) noexcept;
    Hdf5Writer& operator=(Hdf5Writer&&) noexcept;
    ~Hdf5Writer();

    /// Groups on the way to the dataset are made. Errors: a type HDF5 has no equal for, a name that is taken.
    /// The SlabFile is closed, and gone, before the next is made.
    [[nodiscard]] Result<std::unique_ptr<SlabFile>> create(std::string const& dataset, FileArray const& array);
    /// Writes what HDF5 still holds back. Throws AgreedFailure where that fails on any rank.
    void close();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace tessera
