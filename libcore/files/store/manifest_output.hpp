// SPDX-License-Identifier: BSD-3-Clause
// Tessera: publication of the manifest of existing local array files.
#pragma once

#include "libcore/files/store/manifest.hpp"
#include "libcore/files/store/output_path.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Returns the entries of all files of a mapping: names of this generation, standard layout with this permutation. Checksums are
/// not set.
[[nodiscard]] std::vector<LocalFile> local_files(std::string const& manifest, Index generation, Mapping const& mapping,
                                                 std::vector<int> const& permutation);

/// Removes a file that a manifest lists, if the name is one that this program gives to parts: "A.0000.bin", "A.2.0000.bin",
/// "A.raw". Foreign manifests may list any file; those are kept.
void remove_part(std::string const& manifest, std::string const& name) noexcept;

/// Renames the provisional manifest to its final name, then removes the files of the replaced manifest that the new one does not
/// list. One rank.
void publish_manifest(ProvisionalFile const& manifest);

/// Writes the manifest with each rank's size and checksum from `mine`, and publishes it. Collective. `file` and `manifest` are used
/// on rank 0 only.
void commit_manifest(Communicator const& comm, ProvisionalFile const& file, Manifest manifest, LocalFile const& mine);

} // namespace tessera
