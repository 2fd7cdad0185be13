// SPDX-License-Identifier: BSD-3-Clause
// Tessera: files that are one array behind a header or none: what npy and raw have in common.
#pragma once

#include "libcore/runtime/store/array_format.hpp"

#include <memory>
#include <string>

namespace tessera {

/// The array of a file that is there. Error: the file has another size than the array needs.
[[nodiscard]] Result<StoredArray> open_flat(std::string const& path, RawArray const& array);

/// A file of this header and the array's elements. `format`: its own. Error: a chunk is asked for.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> flat_output(ArrayFormat const& format, OutputPlace const& place, NewArray array,
                                                              std::string header);

} // namespace tessera
