// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a dataset of a new HDF5 file, whose elements are written past HDF5.
#pragma once

#include "libcore/runtime/store/hdf5/hdf5_companions.hpp"
#include "libcore/runtime/store/hdf5/hdf5_driver.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"
#include "libcore/runtime/store/hdf5/hdf5_pipeline.hpp"
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
    Hdf5NewSet(NewArray array, std::string doing, MakingWatch watch = unwatched);

    /// What a new file takes from the original's.
    [[nodiscard]] Hdf5Handle file_settings() const;
    /// The filters that its chunks pass through; it has chunks. Error: HDF5 does not have them, or not for such chunks.
    [[nodiscard]] Result<Hdf5Pipeline> pipeline() const;
    /// Is it no dataset, but the rest of a file that has none to be made here?
    [[nodiscard]] bool is_no_set() const { return is_rest(array_); }
    /// Is everything else of the original's file copied with it?
    [[nodiscard]] bool comes_with_all() const { return array_.like && array_.like->all; }
    [[nodiscard]] hid_t old_file() const { return old_file_.get(); }
    [[nodiscard]] std::vector<std::string> const& left_out() const { return array_.like->left_out; }
    /// Makes the dataset in the file, with all that comes with it. Not where that is the whole file.
    void lay_out(hid_t file);
    /// How it is made while the whole file is copied. As long as this lives, and stays where it is.
    [[nodiscard]] RemadeSet remade(hid_t file);
    /// Gives it its companions (NewArray::beside), where it has no original here; the file's other datasets are laid out.
    void join(hid_t file) const;
    /// Every element has its place now. Not where chunks pass through filters. `traffic`: the file's.
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
    MakingWatch watch_;
    std::vector<int> permutation_;
    Hdf5Handle old_file_; // the original's
    Hdf5Handle old_set_;
    Hdf5Handle set_;
};

} // namespace tessera
