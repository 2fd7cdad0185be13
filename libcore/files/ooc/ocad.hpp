// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the out-of-core array descriptor.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/manifest.hpp"
#include "libcore/mapping/mapping.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Storage of an out-of-core array (Thakur 5.3.2).
enum class PlacementModel {
    Local, ///< each rank's part in its own file, overlap areas included (LPM)
    Global ///< the array in one file that all ranks access (GPM; PIM when partitions are brought into core)
};

[[nodiscard]] std::string_view name_of(PlacementModel placement);

/// Descriptor of an out-of-core array (Thakur, figure 5.5). The mapping determines the sizes of the global and local arrays,
/// processors, distribution and overlap areas (shadow). In a file it is a manifest of local array files with an entry
/// `out_of_core` (share/doc/formats.md). So programs that read local array files can read these.
struct Ocad {
    MappingSpec mapping;
    std::vector<int> permutation = {}; ///< dimensions from fastest to slowest in the files; empty: the array's own order
    PlacementModel placement = PlacementModel::Local;
    Index icla_bytes = 0; ///< size of an in-core local array
};

/// Returns the dimensions from fastest to slowest. The default is the array's declared order.
[[nodiscard]] std::vector<int> file_permutation(Ocad const& ocad);

/// Returns a file name that is free in the manifest's folder: "A.raw" for "A.json", or "A.2.raw".
[[nodiscard]] std::string free_global_name(std::string const& manifest);

[[nodiscard]] Ocad ocad_of(Manifest const& manifest);
/// Returns a manifest without the names of files.
[[nodiscard]] Manifest manifest_of(Ocad const& ocad);

/// Errors: elements have several copies; an overlap area surrounds indices that are not consecutive.
[[nodiscard]] Result<void> check_out_of_core(Mapping const& mapping);

} // namespace tessera
