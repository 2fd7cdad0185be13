// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a dataset of a new HDF5 file whose elements are written without HDF5.
#pragma once

#include "libcore/files/store/hdf5/hdf5_driver.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/hdf5/hdf5_metadata.hpp"
#include "libcore/files/store/hdf5/hdf5_pipeline.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/files/store/new_array.hpp"
#include "libcore/files/store/output_file.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Makes HDF5 allocate space as if it had written the elements. The dataset's own settings (when to allocate, when to fill) are
/// kept for later users of the file. One rank; failures throw Hdf5Error.
class Hdf5NewDataset {
  public:
    /// Opens the original, if there is one. `doing`: for messages.
    Hdf5NewDataset(NewArray array, std::string doing, CreationCallback watch = ignore_progress);

    /// Returns the file creation properties taken from the original's file.
    [[nodiscard]] Hdf5Handle file_settings() const;
    /// Returns the filters of its chunks. Requires chunks. Error: HDF5 lacks the filters or cannot apply them to such chunks.
    [[nodiscard]] Result<Hdf5Pipeline> pipeline() const;
    /// Returns whether this stands for the remaining objects of a file and is no dataset.
    [[nodiscard]] bool is_no_set() const { return is_rest(array_); }
    /// Returns whether all other objects of the original's file are copied too.
    [[nodiscard]] bool comes_with_all() const { return array_.copied_from && array_.copied_from->all; }
    [[nodiscard]] hid_t old_file() const { return old_file_.get(); }
    [[nodiscard]] std::vector<std::string> const& left_out() const { return array_.copied_from->left_out; }
    /// Makes the dataset in the file with its metadata and scales. Do not call it if comes_with_all().
    void lay_out(hid_t file);
    /// Returns the callbacks that make it while the whole file is copied. They refer to this object, which must outlive them and
    /// must not move.
    [[nodiscard]] RemadeDataset remade(hid_t file);
    /// Writes its metadata (NewArray::metadata) if it has no original in HDF5. Call it after all datasets of the file are laid out.
    void join(hid_t file) const;
    /// Allocates space for all elements. Not for datasets with filters. `traffic`: the file's.
    void place_all(Hdf5Traffic& traffic);
    [[nodiscard]] Index place(EncodedChunk const& chunk, Hdf5Traffic& traffic);
    void close() { set_.close(doing_); }

  private:
    void make(hid_t file, Hdf5Names const* names);
    void set_values(Hdf5Names const* names) const;
    [[nodiscard]] SameDims same_dims() const;
    [[nodiscard]] Hdf5Handle creation_settings(hid_t type) const;
    [[nodiscard]] Hdf5Handle settings_before_filters(hid_t type) const;
    [[nodiscard]] Hdf5Handle element_type(Hdf5Names const* names) const;
    [[nodiscard]] Hdf5Handle space() const;
    void place_contiguous();

    NewArray array_;
    std::string doing_;
    CreationCallback watch_;
    std::vector<int> permutation_;
    Hdf5Handle old_file_; // the original's file
    Hdf5Handle old_set_;
    Hdf5Handle set_;
};

} // namespace tessera
