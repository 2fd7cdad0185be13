// SPDX-License-Identifier: BSD-3-Clause
// Tessera: files of one array with at most a header: the common part of npy and raw.
#pragma once

#include "libcore/files/store/array_format.hpp"

#include <memory>
#include <string>

namespace tessera {

/// Opens the array of an existing file. Error: the file size does not match the array.
[[nodiscard]] Result<StoredArray> open_flat(std::string const& path, RawArray const& array);

/// Prepares a file of this header and the elements. `format`: the format of the file. Error: chunks are requested.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> flat_output(ArrayFormat const& format, OutputPath const& place, NewArray array,
                                                              std::string header);

} // namespace tessera
