// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of any length in datasets of HDF5 files.
#pragma once

#include "libcore/files/store/creation_callback.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/text_source.hpp"

#include <hdf5.h>
#include <memory>
#include <string>

namespace tessera {

/// Returns whether an element is a text of any length.
[[nodiscard]] bool is_text_of_any_length(hid_t type);
/// Returns whether an element is a sequence of bytes (uint8) of any length.
[[nodiscard]] bool is_sequence_of_bytes(hid_t type);
/// Returns the type of new texts of any length in UTF-8, or of new byte sequences.
[[nodiscard]] Hdf5Handle type_of_texts(bool of_bytes = false);

/// Returns a reader of a dataset's texts. It opens the file on the first read. Elements that were never written are empty.
[[nodiscard]] std::shared_ptr<TextSource> hdf5_texts(std::string path, std::string dataset, bool of_bytes);

/// Writes the texts of an array of the same extents to a new dataset. One rank. Throws Hdf5Error, also if a text has a zero byte,
/// which would end it. Byte sequences may have zeros.
void write_texts(hid_t set, TextSource& texts, CreationCallback const& watch);

} // namespace tessera
