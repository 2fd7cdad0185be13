// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies an array or a whole file by its names, with the defaults of iocopy.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/file_copy.hpp"
#include "libcore/files/copy/option_values.hpp"
#include "libcore/files/store/output_file.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct CopyCallbacks {
    std::optional<CopyProgress> progress = std::nullopt; ///< called on rank 0
    std::function<bool()> stop = nullptr;                ///< called on every rank; the copy stops if it returns true on any
};

/// Result of copy_files(), equal on all ranks.
struct CopiedFile {
    bool stopped = false;                            ///< it was asked to stop; the same call with "resume" continues it
    std::optional<std::string> wrong = std::nullopt; ///< why the target did not get its name: a verification found a difference
    std::string damage = {};                         ///< the boxes of the target that the source could not give; empty: none
    std::vector<Loss> losses = {};                   ///< what the target does not keep of the source
    std::vector<std::string> notes = {};             ///< sentences for the user
    Index bytes_copied = 0;                          ///< bytes of elements; 0 if the format copied the file by itself
    double seconds = 0;
};

/// Copies the source to the target. Without names of datasets the whole file is copied. Chunks, filters, order, metadata and the
/// ranks that work are chosen as by iocopy; `request.options` are its options. Collective.
///
/// Errors: an option is unknown or does not fit; the source cannot be opened; the target exists and "force" is not given; it would
/// be the source; it does not keep everything and "strict" is given. Failures of disks throw AgreedFailure.
[[nodiscard]] Result<CopiedFile> copy_files(Communicator const& world, CopyRequest const& request,
                                            CopyCallbacks const& callbacks = {});

} // namespace tessera
