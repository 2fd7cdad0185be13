// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the bytes of an HDF5 element mean outside HDF5.
#pragma once

#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"

#include <hdf5.h>

namespace tessera {

/// Do parts of an element lie elsewhere in the file: texts or sequences of any length, references, wherever they stand in it?
/// The bytes of such elements are addresses, and mean nothing in another file.
[[nodiscard]] bool has_parts_elsewhere(hid_t type);
/// Does it hold references to objects or regions?
[[nodiscard]] bool has_references(hid_t type);

/// Has HDF5 (1.10) to write such elements one by one? Where arrays of compounds have parts elsewhere, it takes those of the element
/// before for old data of the next one, and frees them.
[[nodiscard]] bool is_written_alone(hid_t type);
/// Are there sequences of such elements, which HDF5 always writes at one time, and so wrongly?
[[nodiscard]] bool is_written_wrongly(hid_t type);

/// Are the numbers in it whole (no unused bits) and of a format that others than HDF5 know, and if they have a byte order, is it
/// told once for all of them? Else only HDF5 knows what the bytes mean.
[[nodiscard]] bool is_known_outside_hdf5(hid_t type);

/// Are there texts of fixed length in it that end with their first zero? Other formats have none: a reader of theirs would take
/// what stands behind the zero for part of the text.
[[nodiscard]] bool has_terminated_texts(hid_t type);
/// The same type, with zeros up to the length of each text, so that HDF5 reads the texts into it without what stands behind them.
[[nodiscard]] Hdf5Handle with_padded_texts(hid_t type);

/// What HDF5 makes of such a number in memory: the next larger one of the processor's own. No handle where the type is no number.
[[nodiscard]] Hdf5Handle number_in_memory(hid_t type);

} // namespace tessera
