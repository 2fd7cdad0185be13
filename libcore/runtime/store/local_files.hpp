// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distributed arrays kept as one file per rank beside a manifest.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace tessera {

/// Collective. Reads what any number of ranks wrote, in any mapping, into `mapping`: file f is read by rank f mod size(), in as
/// many rounds as that takes. Copies beyond the first are not read. `local`: this rank's allocation in its standard layout.
/// Errors: no manifest, or none of the array `mapping` maps; a file that is missing or is not what the manifest says.
[[nodiscard]] Result<void> read_local_files(Comm const& comm, std::string const& manifest, Mapping const& mapping, std::byte* local,
                                            std::function<void(Index)> const& progress = nullptr);

/// Collective. Each rank that holds a part writes it to "<name>.<rank>.bin" beside the manifest "<name>.json", which comes last:
/// without it nothing was written. Where the names are taken another generation of names is used, so that an old manifest keeps
/// its files until the new one replaces it; then the old files go.
/// Errors: the directory is missing; the manifest exists and `force` is false.
[[nodiscard]] Result<void> write_local_files(Comm const& comm, std::string const& manifest, Mapping const& mapping,
                                             std::byte const* local, bool force);

} // namespace tessera
