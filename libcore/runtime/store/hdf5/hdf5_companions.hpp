// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what belongs to a dataset in its HDF5 file, or stands beside it, copied along with it.
#pragma once

#include "libcore/runtime/store/hdf5/hdf5_names.hpp"
#include "libcore/runtime/store/making_watch.hpp"

#include <functional>
#include <hdf5.h>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// For each dimension of the new dataset, as HDF5 counts: the dimension of the old one that it is, whole and unchanged.
using SameDims = std::vector<std::optional<unsigned>>;

/// A dataset that is not copied like everything else, but made by somebody else.
struct RemadeSet {
    hid_t old_set;
    std::string old_path; ///< one of its own names, not a link's that leads to it
    std::string new_path;
    SameDims dims;
    std::function<void(Hdf5Names const&)> make;       ///< makes it, without attributes; named types have been made
    std::function<void(Hdf5Names const&)> set_values; ///< all objects have been made
};

/// Are these the dimensions of the original, all and in their order?
[[nodiscard]] bool in_same_order(SameDims const& dims, hid_t old_set);

/// Does a path lead to a link in the file?
[[nodiscard]] bool is_in(hid_t file, std::string const& path);
/// Takes a dataset out of a file, and out of the lists of its dimension scales. Its room is HDF5's again.
void remove_set(hid_t file, std::string const& path);

/// An attribute that says how datasets and dimension scales belong together, and refers to the others.
[[nodiscard]] bool joins_scales(std::string const& attribute);
/// netCDF's own note of which dimensions a variable has, in the order of the original; without it the scales tell.
inline constexpr char const* netcdf_coordinates = "_Netcdf4Coordinates";

// None of these is collective; failures throw Hdf5Error.

/// Gives the new dataset the dimension scales of the old one; those that the new file does not have yet are copied to it, under
/// the same names.
void copy_scales(hid_t old_file, hid_t old_set, hid_t new_file, hid_t new_set, SameDims const& dims);

/// Makes everything of a file again in a new one, as h5repack does: groups and their order, all names of every object, links of any
/// kind, named types, attributes and elements with references to what they refer to. `left_out`: paths of datasets that are not
/// made; references to them become null.
void copy_file_around(hid_t old_file, hid_t new_file, std::vector<RemadeSet> const& remade,
                      std::vector<std::string> const& left_out, MakingWatch const& watch);

} // namespace tessera
