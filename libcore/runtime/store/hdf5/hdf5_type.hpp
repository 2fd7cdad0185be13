// SPDX-License-Identifier: BSD-3-Clause
// Tessera: element types in HDF5 files.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"

namespace tessera {

/// The type of elements in memory, and of those in files we write. Complex numbers are compounds {r, i}, bool is the enumeration
/// h5py makes, S<n> a null-padded string, V<n> opaque bytes. Error: a type HDF5 has no equal for.
[[nodiscard]] Result<Hdf5Handle> hdf5_type_of(ElementType const& type);

/// The same type by its numpy name, whatever its byte order; compounds other than {r, i} and opaque types are V<n>.
/// A type without equal (strings of variable length, references, ...) has a name in words and 0 bytes.
[[nodiscard]] ElementType element_type_of(hid_t file_type);

} // namespace tessera
