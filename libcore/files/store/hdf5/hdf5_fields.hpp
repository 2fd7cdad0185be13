// SPDX-License-Identifier: BSD-3-Clause
// Tessera: structured elements as HDF5 compounds.
#pragma once

#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/io/element_fields.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Returns the fields of a compound, by offset; enumerations become integers. Empty if the type is no compound, is a complex
/// number, or has a part that other formats lack (bit fields, numbers of unusual lengths).
[[nodiscard]] ElementFields hdf5_fields(hid_t type);

/// Returns a compound of these fields and this element size in bytes. Precondition: the types are numpy's.
[[nodiscard]] Hdf5Handle hdf5_compound(ElementFields const& fields, Index bytes);

/// Error: the description of the compound exceeds HDF5's limit of 64 KiB.
[[nodiscard]] Result<void> check_hdf5_compound(ElementFields const& fields, Index bytes);

/// Describes parts of an element type that formats with numpy's types cannot store, a few words each: value names of enumerations,
/// members of a compound without hdf5_fields(), arrays and bit fields.
[[nodiscard]] std::vector<std::string> lost_of_type(hid_t type);

/// Returns "M8[s]" or "m8[s]" for opaque elements that h5py's tag "NUMPY:<M8[s]" marks as dates or time spans; otherwise "".
[[nodiscard]] std::string times_of(hid_t type);
/// Returns whether elements with times_of() are big-endian.
[[nodiscard]] bool is_big_endian_time(hid_t type);

} // namespace tessera
