// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what iocopy says.
#pragma once

#include "cli/iocopy/settings.hpp"
#include "libcore/io/copy_plan.hpp"
#include "libcore/report/sink.hpp"

namespace tessera::cli {

/// What libraries (MPI, HDF5, zlib) and the program may take of each rank's memory beside the accounted buffers.
inline constexpr Index library_allowance = Index{24} << 20;

/// Of all ranks together.
struct MemoryUse {
    Index growth = 0;  ///< of the resident memory since the command began
    Index allowed = 0; ///< the bound on buffers, and library_allowance for each rank
};

void iocopy_outcome_text(IocopySettings const& settings, CopyOutcome const& outcome, MemoryUse const& memory, int ranks,
                         Sink const& sink);
void iocopy_outcome_json(IocopySettings const& settings, CopyOutcome const& outcome, MemoryUse const& memory, int ranks,
                         Sink const& sink);

/// "uint32 A[100][200], chunk {10,20}, shuffle, deflate 4".
[[nodiscard]] std::string source_text(IocopySettings const& settings);
[[nodiscard]] std::string target_text(IocopySettings const& settings);
/// "512x4096".
[[nodiscard]] std::string extents_text(Extents const& extents);
/// The same of a part, no longer than the array.
[[nodiscard]] std::string part_text(IocopySettings const& settings, Extents const& part);

} // namespace tessera::cli
