// SPDX-License-Identifier: BSD-3-Clause
// Tessera: common part of single-file outputs: provisional name and checksum file.
#include "libcore/files/store/single_output.hpp"

#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace tessera {

namespace fs = std::filesystem;

void forget_checksum(std::string const& path) {
    std::error_code not_there;
    if (fs::remove(checksum_file(path), not_there)) sync_directory(directory_of(path));
}

SingleOutput::SingleOutput(OutputPath place)
    : place_(std::move(place)), file_(place_),
      note_(OutputPath{checksum_file(place_.path), place_.tag, place_.original, place_.synced_by_caller}) {}

void SingleOutput::finish(Communicator const& comm, ArrayChecksums checksums) {
    all_or_none(comm, [&] {
        if (comm.rank() != 0) return;
        if (!place_.synced_by_caller) file_.sync();
        auto const names = array_names();
        std::string text = keeps_rest() ? other_checksums(place_.path, names) : "";
        if (checksums.size() == 1 && checksums.front())
            text += checksum_document({fs::path(place_.path).filename().string(), names.front(), order(), *checksums.front()});
        if (!text.empty()) note_.write(text);
    });
}

void SingleOutput::discard() noexcept {
    file_.discard();
    note_.discard();
}

} // namespace tessera
