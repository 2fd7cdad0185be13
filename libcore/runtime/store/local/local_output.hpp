// SPDX-License-Identifier: BSD-3-Clause
// Tessera: local array files that are being made.
#pragma once

#include "libcore/runtime/store/new_array.hpp"
#include "libcore/runtime/store/output_file.hpp"

#include <memory>

namespace tessera {

/// Files of the ranks of the array's mapping, and their manifest; place.path is the manifest's. Errors: a chunk; no mapping, or
/// that of another array.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> local_output(OutputPlace const& place, NewArray array);

} // namespace tessera
