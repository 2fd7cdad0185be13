// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 files in the making: HDF5 lays them out, Tessera writes the elements.
#pragma once

#include "libcore/files/store/new_array.hpp"
#include "libcore/files/store/output_file.hpp"

#include <memory>
#include <vector>

namespace tessera {

/// Prepares a file of these arrays. Errors: a type that HDF5 lacks; chunks that do not fit the array; filters without chunks; a
/// part of an original that would be lost.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> hdf5_output(OutputPath const& place, std::vector<NewArray> arrays);

} // namespace tessera
