// SPDX-License-Identifier: BSD-3-Clause
// Tessera: local array files in the making.
#pragma once

#include "libcore/files/store/new_array.hpp"
#include "libcore/files/store/output_file.hpp"

#include <memory>

namespace tessera {

/// Prepares the files of the ranks of the array's mapping and their manifest at place.path. Errors: chunks are requested; the
/// mapping is missing or belongs to another array.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> local_output(OutputPath const& place, NewArray array);

} // namespace tessera
