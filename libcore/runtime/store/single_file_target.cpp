// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what targets of one file have in common.
#include "libcore/runtime/store/single_file_target.hpp"

#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/store/staged_output.hpp"
#include "libcore/runtime/store/stored_checksum.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <system_error>

namespace tessera {

namespace fs = std::filesystem;

std::string TargetPlace::provisional() const {
    fs::path const whole(path);
    return (whole.parent_path() / fmt::format(".{}.iocopy", whole.filename().string())).string();
}

std::string TargetPlace::journal() const {
    return provisional() + "-journal";
}

bool SingleFileTarget::is_begun() const {
    std::error_code ignored;
    return fs::exists(place_.provisional(), ignored);
}

std::string SingleFileTarget::provisional_checksum() const {
    return checksum_file(place_.provisional());
}

void SingleFileTarget::finish(Comm const& comm, std::uint64_t checksum) {
    all_or_none(comm, [&] {
        if (comm.rank() != 0) return;
        PosixFile::open_to_read(place_.provisional()).sync();
        std::error_code not_there;
        fs::remove(provisional_checksum(), not_there);
        std::string const text = checksum_document({fs::path(place_.path).filename().string(), array_name(), checksum});
        PosixFile file = PosixFile::create(provisional_checksum());
        file.write(0, std::as_bytes(std::span(text)));
        file.sync();
        file.close();
    });
}

void SingleFileTarget::publish() {
    std::error_code not_there;
    fs::remove(checksum_file(place_.path), not_there);
    sync_directory(directory_of(place_.path));
    fs::rename(place_.provisional(), place_.path);
    sync_directory(directory_of(place_.path));
    fs::rename(provisional_checksum(), checksum_file(place_.path));
}

void SingleFileTarget::discard() noexcept {
    std::error_code ignored;
    fs::remove(place_.provisional(), ignored);
    fs::remove(provisional_checksum(), ignored);
}

std::string describe(TargetArray const& array) {
    return fmt::format("{} ({}) {} {} chunk ({}) filters {}", array.type.name, fmt::join(array.extents, ","),
                       array.order == StorageOrder::C ? "C" : "Fortran", array.big_endian ? "big-endian" : "little-endian",
                       fmt::join(array.chunk.value_or(Extents{}), ","), describe(array.filters));
}

} // namespace tessera
