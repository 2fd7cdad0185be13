// SPDX-License-Identifier: BSD-3-Clause
// Tessera: elements that only HDF5 can read and write, because they refer to data elsewhere in the file.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/creation_callback.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/hdf5/hdf5_names.hpp"
#include "libcore/files/store/new_array.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// A buffer of elements in memory, initially zero. The destructor frees what HDF5 allocated for them (texts and sequences of any
/// length).
class Hdf5Values {
  public:
    /// Both identifiers must outlive it. `space`: number of elements.
    Hdf5Values(hid_t type, hid_t space);
    Hdf5Values(Hdf5Values const&) = delete;
    Hdf5Values& operator=(Hdf5Values const&) = delete;
    ~Hdf5Values();

    [[nodiscard]] hid_t type() const { return type_; }
    [[nodiscard]] hid_t space() const { return space_; }
    [[nodiscard]] std::byte* data() { return bytes_.data(); }
    [[nodiscard]] std::size_t count() const { return count_; }

  private:
    hid_t type_;
    hid_t space_;
    std::size_t count_;
    std::vector<std::byte> bytes_;
};

/// A dimension of the original, in HDF5's order, and the part that a copy takes.
struct Hdf5Line {
    std::optional<std::size_t> dim; ///< dimension of the copy; none: a single index is taken
    Index start = 0;
    Index step = 1; ///< positive
};
/// One entry per dimension of the original. Dimensions of the copy have the same order.
using Hdf5Section = std::vector<Hdf5Line>;

/// Returns the section of the original that the array copies. Error: dimensions are exchanged, reversed or counted in the other
/// order.
[[nodiscard]] Result<Hdf5Section> section_in_order(NewArray const& array);
/// Returns the section of a whole dataset.
[[nodiscard]] Hdf5Section whole_section(hid_t set);

/// Divides a dataset into boxes of a few megabytes, of whole chunks if possible. `visit` gets the index ranges per dimension and a
/// memory dataspace of that size. `type`: element type.
using BoxVisitor = std::function<void(std::vector<Run> const& box, hid_t space)>;
void for_each_box(hid_t set, hid_t type, BoxVisitor const& visit);

/// Reads the elements of `section` that belong to a box of the copy.
void read_values(hid_t set, Hdf5Section const& section, std::vector<Run> const& box, Hdf5Values& values);
/// Writes elements of this memory type to a box of the dataset. `space`: number of elements.
void write_values(hid_t set, hid_t type, std::vector<Run> const& box, hid_t space, void const* values);

/// Throws Hdf5Error if HDF5 would lose data of such elements when it writes `together` of them at once.
void check_can_write(hid_t type, std::size_t together, std::string const& doing);

/// Copies the elements through memory, a few megabytes at a time. `names`: redirects references; null: there are none. Throws
/// Hdf5Error.
void copy_values(hid_t from, hid_t to, Hdf5Section const& section, Hdf5Names const* names, CreationCallback const& watch);

} // namespace tessera
