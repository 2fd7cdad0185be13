// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the out-of-core array descriptor.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/store/manifest.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Where the elements of an out-of-core array lie (Thakur 5.3.2).
enum class PlacementModel {
    Local, ///< each rank's part in a file of its own, overlap areas included (LPM)
    Global ///< the array in one file that all ranks reach (GPM; PIM, where partitions of it are brought into core)
};

[[nodiscard]] std::string_view name_of(PlacementModel placement);

/// What the runtime has to know of an out-of-core array (Thakur, figure 5.5). The mapping says the sizes of the global and of the
/// local arrays, processors, distribution and overlap areas (shadow). As a document it is a manifest of local array files with an
/// entry `out_of_core` (share/doc/formats.md), so that whatever reads local array files reads these.
struct Ocad {
    MappingSpec mapping;
    std::vector<int> permutation = {}; ///< dimensions from fastest to slowest in the files; empty: the array's own order
    PlacementModel placement = PlacementModel::Local;
    Index icla_bytes = 0; ///< what an in-core local array may take
};

/// Dimensions from fastest to slowest, as the array is declared where the descriptor does not say.
[[nodiscard]] std::vector<int> file_permutation(Ocad const& ocad);

/// A name that is free beside the manifest: "A.raw" for "A.json", or "A.2.raw".
[[nodiscard]] std::string free_global_name(std::string const& manifest);

[[nodiscard]] Ocad ocad_of(Manifest const& manifest);
/// Without the names of files.
[[nodiscard]] Manifest manifest_of(Ocad const& ocad);

/// Errors: elements have several copies, or an overlap area surrounds indices that are no neighbours.
[[nodiscard]] Result<void> check_out_of_core(Mapping const& mapping);

} // namespace tessera
