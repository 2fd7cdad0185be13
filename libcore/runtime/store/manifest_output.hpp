// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the manifest of local array files that are there already, put in place.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/store/manifest.hpp"
#include "libcore/runtime/store/output_place.hpp"

#include <string>
#include <vector>

namespace tessera {

/// The files of a mapping by their names of a generation, in the standard layout with this permutation; their checksums are not
/// known yet.
[[nodiscard]] std::vector<LocalFile> local_files(std::string const& manifest, Index generation, Mapping const& mapping,
                                                 std::vector<int> const& permutation);

/// Removes a file that a manifest lists, if its name is one that this program gives to parts of the manifest: "A.0000.bin",
/// "A.2.0000.bin", "A.raw". A manifest may be a stranger's, and list anything that lies beside it.
void remove_part(std::string const& manifest, std::string const& name) noexcept;

/// One rank. The manifest under the provisional name takes its final one; then the files of a manifest that it replaces are
/// removed, but for those that it names again.
void publish_manifest(ProvisionalFile const& manifest);

/// Collective. Writes the manifest, with each rank's size and checksum from `mine`, and publishes it. `file` and `manifest` matter
/// on rank 0 only.
void commit_manifest(Comm const& comm, ProvisionalFile const& file, Manifest manifest, LocalFile const& mine);

} // namespace tessera
