// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a dataset of a new HDF5 file, whose elements are written past HDF5.
#pragma once

#include "libcore/runtime/store/hdf5/hdf5_companions.hpp"
#include "libcore/runtime/store/hdf5/hdf5_driver.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"
#include "libcore/runtime/store/hdf5/hdf5_space.hpp"
#include "libcore/runtime/store/new_array.hpp"
#include "libcore/runtime/store/output_file.hpp"

#include <string>
#include <vector>

namespace tessera {

/// HDF5 is made to believe that it has written the elements, and keeps its own settings (when to allocate, when to fill) for those
/// who will go on with the file. One rank's; failures throw Hdf5Error.
class Hdf5NewSet {
  public:
    /// Opens the original, where there is one. `doing`: for messages.
    Hdf5NewSet(NewArray array, std::string doing);

    /// What a new file takes from the original's.
    [[nodiscard]] Hdf5Handle file_settings() const;
    /// Makes the dataset in the file, with all that comes with it.
    void lay_out(hid_t file);
    /// Every element has its place now. Not where there are filters. `traffic`: the file's.
    void place_all(Hdf5Traffic& traffic);
    [[nodiscard]] Index place(EncodedChunk const& chunk, Hdf5Traffic& traffic);
    void close() { set_.close(doing_); }

  private:
    void make(hid_t file, Hdf5Names const* names);
    void set_values(Hdf5Names const* names) const;
    [[nodiscard]] SameDims same_dims() const;
    [[nodiscard]] Hdf5Handle creation_settings(hid_t type) const;
    [[nodiscard]] Hdf5Handle element_type(Hdf5Names const* names) const;
    [[nodiscard]] Hdf5Handle space() const;
    void place_contiguous();

    NewArray array_;
    std::string doing_;
    std::vector<int> permutation_;
    Hdf5Handle old_file_; // the original's
    Hdf5Handle old_set_;
    Hdf5Handle set_;
};

} // namespace tessera
