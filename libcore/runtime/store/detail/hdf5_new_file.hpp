// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a new HDF5 file with a dataset whose elements are written past HDF5.
#pragma once

#include "libcore/runtime/store/copy_target.hpp"
#include "libcore/runtime/store/detail/hdf5_driver.hpp"
#include "libcore/runtime/store/detail/hdf5_handle.hpp"

#include <memory>
#include <string>

namespace tessera {

/// HDF5 lays the file out; it is made to believe that it has written the dataset, and keeps its own settings (when to allocate,
/// when to fill) for those who will go on with the file. One rank's.
class Hdf5NewFile {
  public:
    struct Wanted {
        TargetArray const& array;
        std::string const& dataset;
        std::optional<Hdf5Original> const& like;
    };
    /// `keeps_bytes`: the file is there already, and what is in it stays.
    Hdf5NewFile(std::string path, Wanted const& wanted, bool keeps_bytes);

    /// Every element has its place now. Not where there are filters.
    void place_all();
    /// The first byte of each.
    [[nodiscard]] std::vector<Index> place(std::vector<EncodedChunk> const& chunks);
    /// Throws where anything could not be written.
    void close();

  private:
    void make_dataset(Wanted const& wanted);
    void lay_out_like(Wanted const& wanted);
    void take_settings(hid_t settings) const;
    [[nodiscard]] Hdf5Handle creation_settings(Wanted const& wanted) const;
    [[nodiscard]] Hdf5Handle element_type(Wanted const& wanted) const;
    [[nodiscard]] Hdf5Handle space(Wanted const& wanted) const;
    void place_contiguous();
    [[nodiscard]] Index place_chunk(Extents const& chunk, Index bytes);

    std::string path_;
    std::string doing_;
    TargetArray array_;
    std::vector<int> permutation_;
    Hdf5Handle old_file_; // the original's
    Hdf5Handle old_set_;
    std::unique_ptr<Hdf5Traffic> traffic_;
    Hdf5Handle file_;
    Hdf5Handle set_;
};

} // namespace tessera
