// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 files that are being made: laid out by HDF5, filled by us.
#pragma once

#include "libcore/runtime/store/new_array.hpp"
#include "libcore/runtime/store/output_file.hpp"

#include <memory>
#include <vector>

namespace tessera {

/// Errors: a type HDF5 has no equal for; chunks that do not fit the array; filters without chunks; something of an original that
/// would be lost.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> hdf5_output(OutputPlace const& place, std::vector<NewArray> arrays);

} // namespace tessera
