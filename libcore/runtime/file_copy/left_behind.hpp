// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what interrupted copies in two passes have left of their first passes.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/file_copy/file_copy.hpp"
#include "libcore/runtime/file_copy/scratch_file.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/store/output_place.hpp"

#include <span>
#include <string>
#include <vector>

namespace tessera {

/// Of an array's scratch file in this folder; "": the target's.
[[nodiscard]] OutputPlace scratch_place(CopyJob const& job, std::string const& folder);

/// The names that a first pass has left there: of the scratch file, finished or not, and of its journal.
[[nodiscard]] std::vector<std::string> names_left(CopyJob const& job, std::string const& folder);

/// The scratch file of one array.
struct LeftBehind {
    enum class State : Index { Nothing, Begun, Made };
    State state = State::Nothing;
    ScratchHeader header = {}; ///< its chunk and, when it is made, its checksum
};

/// Those of all arrays of a file.
struct FirstsLeft {
    std::string folder; ///< where they lie, and those shall lie that are not there yet
    std::vector<LeftBehind> arrays;
};

/// What there is to go on with, on all ranks as rank 0 finds it: in the folder that the journal beside the target names, in the one
/// that is asked for, or beside the target. Collective. Errors: the interrupted copy was another one, its source has changed, or
/// the folder that the journal names is not there.
[[nodiscard]] Result<FirstsLeft> find_left(Comm const& comm, std::span<CopyJob const> jobs);

/// One rank. Error: an earlier first pass is there, and nobody says what shall become of it. With CopyOptions::force it is removed,
/// wherever it lies; error: another process is at work on it.
[[nodiscard]] Result<void> make_way(std::span<CopyJob const> jobs);

} // namespace tessera
