// SPDX-License-Identifier: BSD-3-Clause
// Tessera: properties of HDF5 element types that decide whether other formats can use them.
#pragma once

#include "libcore/files/store/hdf5/hdf5_handle.hpp"

#include <hdf5.h>

namespace tessera {

/// Returns whether elements refer to data elsewhere in the file: texts or sequences of any length, or references, at any depth. The
/// bytes of such elements are addresses, which have no meaning in another file.
[[nodiscard]] bool has_parts_elsewhere(hid_t type);
/// Returns whether elements hold references to objects or regions.
[[nodiscard]] bool has_references(hid_t type);

/// Returns whether HDF5 1.10 must write such elements one by one. In arrays of compounds with data elsewhere, it takes the data of
/// the previous element for old data of the next one, and frees them.
[[nodiscard]] bool is_written_alone(hid_t type);
/// Returns whether the type has sequences of such elements. HDF5 always writes a sequence at once, and therefore wrongly.
[[nodiscard]] bool is_written_wrongly(hid_t type);

/// Returns whether other formats can interpret the bytes: numbers have no unused bits and a common format, and one byte order
/// applies to all of them.
[[nodiscard]] bool is_known_outside_hdf5(hid_t type);

/// Returns whether the type has fixed-length texts that end at their first zero. Other formats lack these: their readers would take
/// bytes after the zero for text.
[[nodiscard]] bool has_terminated_texts(hid_t type);
/// Returns the type with texts padded by zeros. HDF5 then reads the texts without the bytes after the first zero.
[[nodiscard]] Hdf5Handle with_padded_texts(hid_t type);

/// Returns the type to which HDF5 converts a number in memory: the next larger native one. An empty handle if the type is no
/// number.
[[nodiscard]] Hdf5Handle number_in_memory(hid_t type);

} // namespace tessera
