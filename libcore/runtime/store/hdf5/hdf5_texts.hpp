// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of any length in datasets of HDF5 files.
#pragma once

#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"
#include "libcore/runtime/store/making_watch.hpp"
#include "libcore/runtime/store/text_source.hpp"

#include <hdf5.h>
#include <memory>
#include <string>

namespace tessera {

/// Is a whole element such a text?
[[nodiscard]] bool is_text_of_any_length(hid_t type);
/// Or a sequence of bytes (uint8)?
[[nodiscard]] bool is_sequence_of_bytes(hid_t type);
/// That of new ones, in UTF-8, or of new sequences of bytes.
[[nodiscard]] Hdf5Handle type_of_texts(bool of_bytes = false);

/// Those of a dataset, whose file is opened when they are read first; what was never written is empty.
[[nodiscard]] std::shared_ptr<TextSource> hdf5_texts(std::string path, std::string dataset, bool of_bytes);

/// Fills a new dataset with the texts of an array of the same extents. One rank's. Throws Hdf5Error, also where a text has a zero
/// byte, which would end it; sequences of bytes have any.
void write_texts(hid_t set, TextSource& texts, MakingWatch const& watch);

} // namespace tessera
