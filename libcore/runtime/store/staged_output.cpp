// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an output that appears complete under its name, or not at all.
#include "libcore/runtime/store/staged_output.hpp"

#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <mpi.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace tessera {

Result<void> check_output_place(std::string const& path, bool force) {
    std::error_code ignored;
    std::string const directory = directory_of(path);
    if (!std::filesystem::is_directory(directory, ignored))
        return fail(fmt::format("cannot write '{}': there is no directory '{}'", path, directory));
    if (std::filesystem::is_directory(path, ignored)) return fail(fmt::format("cannot write '{}': it is a directory", path));
    if (std::filesystem::exists(path, ignored) && !force) return fail(fmt::format("'{}' exists; --force overwrites it", path));
    return {};
}

std::string directory_of(std::string const& path) {
    std::string const parent = std::filesystem::path(path).parent_path().string();
    return parent.empty() ? "." : parent;
}

std::string temporary_name(std::string const& path, long tag) {
    std::filesystem::path const whole(path);
    return (whole.parent_path() / fmt::format(".{}.tmp-{}", whole.filename().string(), tag)).string();
}

Result<StagedOutput> StagedOutput::make(Comm const& comm, std::string path, bool force) {
    auto const place = together(comm, [&]() -> Result<void> {
        if (comm.rank() != 0) return {};
        return check_output_place(path, force);
    });
    if (!place) return forward_error(place);
    long tag = getpid();
    check_mpi(MPI_Bcast(&tag, 1, MPI_LONG, 0, comm.handle()), "MPI_Bcast");
    std::string temporary = temporary_name(path, tag);
    return StagedOutput(comm, std::move(path), std::move(temporary));
}

StagedOutput::StagedOutput(Comm const& comm, std::string path, std::string temporary)
    : comm_(&comm), path_(std::move(path)), temporary_(std::move(temporary)) {}

StagedOutput::StagedOutput(StagedOutput&& other) noexcept
    : comm_(other.comm_), path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})) {}

StagedOutput::~StagedOutput() {
    std::error_code ignored;
    if (!temporary_.empty() && comm_->rank() == 0) std::filesystem::remove(temporary_, ignored);
}

void StagedOutput::commit() {
    all_or_none(*comm_, [&] {
        if (comm_->rank() != 0) return;
        PosixFile::open_to_read(temporary_).sync();
        std::filesystem::rename(temporary_, path_);
        sync_directory(directory_of(path_));
    });
    temporary_.clear();
}

} // namespace tessera
