// SPDX-License-Identifier: BSD-3-Clause
// Tessera: elements that HDF5 itself has to read and write: those with parts elsewhere in the file.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"
#include "libcore/runtime/store/hdf5/hdf5_names.hpp"
#include "libcore/runtime/store/making_watch.hpp"
#include "libcore/runtime/store/new_array.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// Elements in memory, zero at first. What HDF5 has allocated for them (texts and sequences of any length) is given back.
class Hdf5Values {
  public:
    /// Both outlive it. `space`: how many elements.
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

/// A dimension of a dataset, in the order in which HDF5 counts them, as a copy takes it.
struct Hdf5Line {
    std::optional<std::size_t> dim; ///< of the copy; none: one index is taken
    Index start = 0;
    Index step = 1; ///< positive
};
/// One for each dimension of the original; those of the copy come in the same order.
using Hdf5Section = std::vector<Hdf5Line>;

/// Error: dimensions are exchanged or run backwards, or are counted the other way round.
[[nodiscard]] Result<Hdf5Section> section_in_order(NewArray const& array);
/// All of a dataset.
[[nodiscard]] Hdf5Section whole_section(hid_t set);

/// Cuts a dataset into boxes of some megabytes in memory, of whole chunks where that is possible. `visit` gets the ranges of
/// indices per dimension and the space of so many elements in memory. `type`: of an element.
using BoxVisitor = std::function<void(std::vector<Run> const& box, hid_t space)>;
void for_each_box(hid_t set, hid_t type, BoxVisitor const& visit);

/// Reads the elements that a box of the copy takes.
void read_values(hid_t set, Hdf5Section const& section, std::vector<Run> const& box, Hdf5Values& values);
/// Writes elements of this type in memory to a box of the dataset. `space`: how many.
void write_values(hid_t set, hid_t type, std::vector<Run> const& box, hid_t space, void const* values);

/// Throws Hdf5Error where HDF5 would lose parts of elements of this type, so many of which it writes together.
void check_can_write(hid_t type, std::size_t together, std::string const& doing);

/// Copies the elements through memory, some megabytes at a time. `names`: takes references over; null: there are none. Throws
/// Hdf5Error.
void copy_values(hid_t from, hid_t to, Hdf5Section const& section, Hdf5Names const* names, MakingWatch const& watch);

} // namespace tessera
