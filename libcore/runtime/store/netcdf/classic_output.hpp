// SPDX-License-Identifier: BSD-3-Clause
// Tessera: netCDF's classic files that are being made.
#pragma once

#include "libcore/runtime/store/new_array.hpp"
#include "libcore/runtime/store/output_file.hpp"

#include <memory>
#include <vector>

namespace tessera {

/// The format's ArrayFormat::limit(): one dimension at most counts records, which is the first, as C counts, wherever it is.
void limit_classic(std::vector<NewArray>& arrays);

/// A file of these variables, in the oldest version that can hold them, or the one that NewArray::edition says (cdf1, cdf2, cdf5).
/// Errors: types, names and lengths that the version does not have; chunks.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> classic_output(OutputPlace const& place, std::vector<NewArray> arrays);

} // namespace tessera
