// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a new HDF5 file with datasets whose elements are written past HDF5.
#pragma once

#include "libcore/runtime/store/hdf5/hdf5_new_set.hpp"

#include <memory>
#include <string>
#include <vector>

namespace tessera {

/// HDF5 lays the file out; then every element has a place, and its bytes are others' to write. One rank's; failures throw.
class Hdf5NewFile {
  public:
    /// `keeps_bytes`: the file is there already, and what is in it stays.
    Hdf5NewFile(std::string path, std::vector<NewArray> const& arrays, bool keeps_bytes);

    /// Every element of every array has its place now. Not where there are filters.
    void place_all();
    /// The first byte of each of these chunks of the first array.
    [[nodiscard]] std::vector<Index> place(std::vector<EncodedChunk> const& chunks);
    /// Throws where anything could not be written.
    void close();

  private:
    std::string path_;
    std::string doing_;
    std::unique_ptr<Hdf5Traffic> traffic_;
    Hdf5Handle file_;
    std::vector<Hdf5NewSet> sets_;
};

} // namespace tessera
