// SPDX-License-Identifier: BSD-3-Clause
// Tessera: elements that are structures, as compounds of HDF5.
#pragma once

#include "libcore/io/element_fields.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"

#include <string>
#include <vector>

namespace tessera {

/// The fields of a compound, in the order of their places; enumerations are their integers. Empty: it is none, it is a complex
/// number, or a part of it is nothing that other formats have (bit fields, numbers of odd lengths).
[[nodiscard]] ElementFields hdf5_fields(hid_t type);

/// The compound of these fields, in elements of so many bytes. Precondition: the types are numpy's.
[[nodiscard]] Hdf5Handle hdf5_compound(ElementFields const& fields, Index bytes);

/// Error: HDF5 cannot describe a compound of so many fields: the description has to fit into 64 KiB.
[[nodiscard]] Result<void> check_hdf5_compound(ElementFields const& fields, Index bytes);

/// What formats of numpy's types cannot say of elements of this type, in a few words each: the names of values of enumerations,
/// what a compound without hdf5_fields(), an array or a bit field is made of.
[[nodiscard]] std::vector<std::string> lost_of_type(hid_t type);

/// "M8[s]" or "m8[s]" of opaque elements that h5py's tag "NUMPY:<M8[s]" calls dates or spans of time; empty: they are none.
[[nodiscard]] std::string times_of(hid_t type);
/// Of such.
[[nodiscard]] bool is_big_endian_time(hid_t type);

} // namespace tessera
