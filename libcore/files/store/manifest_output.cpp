// SPDX-License-Identifier: BSD-3-Clause
// Tessera: publication of the manifest of existing local array files.
#include "libcore/files/store/manifest_output.hpp"

#include "libcore/files/store/manifest_layout.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <algorithm>
#include <filesystem>
#include <mpi.h>
#include <string_view>
#include <system_error>

namespace tessera {

namespace {

namespace fs = std::filesystem;

/// Sets the bytes and the checksum of every file on rank 0.
void gather_files(Communicator const& comm, std::vector<LocalFile>& files, LocalFile const& mine) {
    std::vector<Index> bytes(as_size(comm.size()));
    std::vector<std::uint64_t> checksums(bytes.size());
    check_mpi(MPI_Gather(&mine.bytes, 1, MPI_INT64_T, bytes.data(), 1, MPI_INT64_T, 0, comm.handle()), "MPI_Gather");
    check_mpi(MPI_Gather(&mine.checksum, 1, MPI_UINT64_T, checksums.data(), 1, MPI_UINT64_T, 0, comm.handle()), "MPI_Gather");
    for (LocalFile& file : files) {
        auto const r = as_size(file.rank);
        file.bytes = bytes[r];
        file.checksum = checksums[r];
    }
}

/// Returns the names of all files of a manifest.
std::vector<std::string> names_in(Manifest const& manifest) {
    std::vector<std::string> names;
    for (LocalFile const& file : manifest.files) names.push_back(file.name);
    if (manifest.out_of_core && !manifest.out_of_core->global_file.empty()) names.push_back(manifest.out_of_core->global_file);
    return names;
}

/// Like names_in(), for a file. Empty if there is no readable manifest.
std::vector<std::string> names_in_file(std::string const& manifest) {
    std::error_code ignored;
    if (!fs::exists(manifest, ignored)) return {};
    auto const read = load_manifest(manifest);
    return read ? names_in(*read) : std::vector<std::string>{};
}

} // namespace

std::vector<LocalFile> local_files(std::string const& manifest, Index generation, Mapping const& mapping,
                                   std::vector<int> const& permutation) {
    std::vector<LocalFile> files;
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        if (!mapping.holds(position)) continue;
        Rank const rank = mapping.grid().rank(position);
        files.push_back(local_file_entry(rank, part_name(manifest, generation, rank), LocalLayout(mapping, position, permutation),
                                         mapping.array().type.bytes));
    }
    return files;
}

void remove_part(std::string const& manifest, std::string const& name) noexcept {
    std::string_view const whole = name;
    std::string const beginning = fs::path(manifest).stem().string() + '.';
    if (!whole.starts_with(beginning) || !(whole.ends_with("bin") || whole.ends_with("raw"))) return;
    std::string_view const numbers = whole.substr(beginning.size(), whole.size() - beginning.size() - 3);
    std::error_code ignored;
    if (numbers.find_first_not_of("0123456789.") == std::string_view::npos) fs::remove(beside(manifest, name), ignored);
}

void publish_manifest(ProvisionalFile const& manifest) {
    OutputPath const& place = manifest.place();
    auto const replaced = names_in_file(place.path);
    auto const kept = names_in_file(place.provisional());
    manifest.publish();
    for (std::string const& name : replaced)
        if (std::ranges::find(kept, name) == kept.end()) remove_part(place.path, name);
}

void commit_manifest(Communicator const& comm, ProvisionalFile const& file, Manifest manifest, LocalFile const& mine) {
    gather_files(comm, manifest.files, mine);
    all_or_none(comm, [&] {
        if (comm.rank() != 0) return;
        try {
            file.write(write_manifest(manifest));
            publish_manifest(file);
        } catch (std::exception const&) {
            file.discard();
            throw;
        }
    });
}

} // namespace tessera
