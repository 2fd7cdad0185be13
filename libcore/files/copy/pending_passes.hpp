// SPDX-License-Identifier: BSD-3-Clause
// Tessera: scratch files that interrupted copies in two passes have left.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/file_copy.hpp"
#include "libcore/files/copy/scratch_file.hpp"
#include "libcore/files/store/output_path.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <span>
#include <string>
#include <vector>

namespace tessera {

/// Returns the place of an array's scratch file in this folder. "": the target's folder.
[[nodiscard]] OutputPath scratch_place(CopyJob const& job, std::string const& folder);

/// Returns the names that a first pass has left in the folder: the scratch file, complete or not, and its journal.
[[nodiscard]] std::vector<std::string> leftover_names(CopyJob const& job, std::string const& folder);

/// State of the scratch file of one array.
struct ScratchFileState {
    enum class State : Index { Nothing, Begun, Made };
    State state = State::Nothing;
    ScratchHeader header = {}; ///< its chunk; also its checksum if the file is complete
};

/// The scratch files of all arrays of a file.
struct PendingFirstPasses {
    std::string folder; ///< folder of the existing and the new scratch files
    std::vector<ScratchFileState> arrays;
};

/// Collective. Finds the scratch files to resume with; all ranks get rank 0's answer. Searches the folder that the target's journal
/// names, the folder that the options name, and the target's folder. Errors: the interrupted copy was another one; its source has
/// changed; the folder that the journal names does not exist.
[[nodiscard]] Result<PendingFirstPasses> find_pending_passes(Communicator const& comm, std::span<CopyJob const> jobs);

/// Called by one rank. Error: an earlier first pass has left files, and neither CopyOptions::resume nor force is set. With force
/// the files are removed from all these folders; error: another process uses the journal.
[[nodiscard]] Result<void> clear_leftovers(std::span<CopyJob const> jobs);

} // namespace tessera
