// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distributed arrays written as one file per rank.
#include "libcore/runtime/store/local_files.hpp"

#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/store/manifest.hpp"
#include "libcore/runtime/store/manifest_output.hpp"
#include "libcore/runtime/store/staged_output.hpp"

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <mpi.h>
#include <optional>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tessera {

namespace {

namespace fs = std::filesystem;

/// One rank's file: written under a temporary name, then renamed; removed again unless it is kept.
class PartOutput {
  public:
    explicit PartOutput(std::string path) : path_(std::move(path)), temporary_(temporary_name(path_, getpid())) {}
    PartOutput(PartOutput const&) = delete;
    PartOutput& operator=(PartOutput const&) = delete;
    ~PartOutput() {
        std::error_code ignored;
        if (!kept_) fs::remove(named_ ? path_ : temporary_, ignored);
    }

    void write(std::span<std::byte const> data) const {
        PosixFile file = PosixFile::create(temporary_);
        file.write(0, data);
        file.sync();
        file.close();
    }
    void take_name() {
        fs::rename(temporary_, path_);
        sync_directory(directory_of(path_));
        named_ = true;
    }
    void keep() { kept_ = true; }

  private:
    std::string path_;
    std::string temporary_;
    bool named_ = false;
    bool kept_ = false;
};

} // namespace

Result<void> write_local_files(Comm const& comm, std::string const& manifest, Mapping const& mapping, std::byte const* local,
                               bool force) {
    auto staged = StagedOutput::make(comm, manifest, force);
    if (!staged) return forward_error(staged);
    auto const position = mapping.grid().position(comm.rank());
    std::optional<LocalLayout> layout;
    if (position && mapping.holds(*position)) layout.emplace(mapping, *position);
    Index generation = comm.rank() == 0 ? free_generation(manifest, mapping) : 0;
    check_mpi(MPI_Bcast(&generation, 1, MPI_INT64_T, 0, comm.handle()), "MPI_Bcast");

    std::optional<PartOutput> part;
    LocalFile mine{comm.rank(), part_name(manifest, generation, comm.rank()), 0, 0};
    all_or_none(comm, [&] {
        if (!layout) return;
        mine.bytes = layout->allocation_size() * mapping.array().type.bytes;
        std::span const data(local, static_cast<std::size_t>(mine.bytes));
        mine.checksum = checksum_of(data);
        part.emplace(beside(manifest, mine.name));
        part->write(data);
    });
    all_or_none(comm, [&] {
        if (part) part->take_name();
    });
    Manifest all{mapping.spec(), LocalLayout(mapping, 0).permutation(), std::endian::native == std::endian::big,
                 local_files(manifest, generation, mapping)};
    commit_manifest(comm, *staged, std::move(all), mine);
    if (part) part->keep();
    return {};
}

} // namespace tessera
