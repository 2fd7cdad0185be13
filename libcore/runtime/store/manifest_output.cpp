// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the manifest of local array files that are there already, put in place.
#include "libcore/runtime/store/manifest_output.hpp"

#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <algorithm>
#include <filesystem>
#include <mpi.h>
#include <system_error>

namespace tessera {

namespace {

namespace fs = std::filesystem;

/// Each rank's bytes and checksum, at rank 0.
void gather_files(Comm const& comm, std::vector<LocalFile>& files, LocalFile const& mine) {
    std::vector<Index> bytes(static_cast<std::size_t>(comm.size()));
    std::vector<std::uint64_t> checksums(bytes.size());
    check_mpi(MPI_Gather(&mine.bytes, 1, MPI_INT64_T, bytes.data(), 1, MPI_INT64_T, 0, comm.handle()), "MPI_Gather");
    check_mpi(MPI_Gather(&mine.checksum, 1, MPI_UINT64_T, checksums.data(), 1, MPI_UINT64_T, 0, comm.handle()), "MPI_Gather");
    for (LocalFile& file : files) {
        auto const r = static_cast<std::size_t>(file.rank);
        file.bytes = bytes[r];
        file.checksum = checksums[r];
    }
}

/// The names of all files of a manifest.
std::vector<std::string> names_in(Manifest const& manifest) {
    std::vector<std::string> names;
    for (LocalFile const& file : manifest.files) names.push_back(file.name);
    if (manifest.out_of_core && !manifest.out_of_core->global_file.empty()) names.push_back(manifest.out_of_core->global_file);
    return names;
}

/// Those of the manifest that is about to be replaced; none where there is no (readable) one.
std::vector<std::string> old_names(std::string const& manifest) {
    std::error_code ignored;
    if (!fs::exists(manifest, ignored)) return {};
    auto const old = load_manifest(manifest);
    return old ? names_in(*old) : std::vector<std::string>{};
}

} // namespace

std::vector<LocalFile> local_files(std::string const& manifest, Index generation, Mapping const& mapping) {
    std::vector<LocalFile> files;
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        if (!mapping.holds(position)) continue;
        Rank const rank = mapping.grid().rank(position);
        files.push_back({rank, part_name(manifest, generation, rank), 0, 0});
    }
    return files;
}

void commit_manifest(Comm const& comm, StagedOutput& staged, Manifest manifest, LocalFile const& mine) {
    gather_files(comm, manifest.files, mine);
    auto const replaced = comm.rank() == 0 ? old_names(staged.path()) : std::vector<std::string>{};
    all_or_none(comm, [&] {
        if (comm.rank() != 0) return;
        std::string const text = write_manifest(manifest);
        PosixFile file = PosixFile::create(staged.temporary());
        file.write(0, std::as_bytes(std::span(text)));
        file.close();
    });
    staged.commit();
    auto const names = names_in(manifest);
    std::error_code ignored;
    for (std::string const& name : replaced)
        if (std::ranges::find(names, name) == names.end()) fs::remove(beside(staged.path(), name), ignored);
}

} // namespace tessera
