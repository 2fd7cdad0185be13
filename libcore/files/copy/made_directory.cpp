// SPDX-License-Identifier: BSD-3-Clause
// Tessera: makes the directory of a target before its files.
#include "libcore/files/copy/made_directory.hpp"

#include "libcore/runtime/mpi/agreement.hpp"

namespace tessera {

std::optional<MadeDirectory> made_directory(Communicator const& comm, FileName const& target) {
    std::optional<MadeDirectory> directory;
    all_or_none(comm, [&] {
        if (comm.rank() == 0) directory.emplace(target);
    });
    return directory;
}

} // namespace tessera
