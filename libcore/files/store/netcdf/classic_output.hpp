// SPDX-License-Identifier: BSD-3-Clause
// Tessera: classic netCDF files in the making.
#pragma once

#include "libcore/files/store/new_array.hpp"
#include "libcore/files/store/output_file.hpp"

#include <memory>
#include <vector>

namespace tessera {

/// Implements ArrayFormat::limit(). At most one dimension counts records. It must be the first, in C order, of every array that has
/// it.
void limit_classic(std::vector<NewArray>& arrays);

/// Prepares a file of these variables, in the oldest version that can hold them or the one in NewArray::format_version (cdf1, cdf2,
/// cdf5). Errors: types, names or lengths that the version lacks; chunks.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> classic_output(OutputPath const& place, std::vector<NewArray> arrays);

} // namespace tessera
