// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the exit codes of a command.
#pragma once

namespace tessera::cli {

enum class ExitCode {
    Done = 0,         ///< everything asked for was done
    Failed = 1,       ///< the machine failed: MPI, HDF5, the disk
    BadInput = 2,     ///< the user's input is wrong; the message says where and what to do
    Mismatch = 3,     ///< a verification found data that is not what it should be
    Incomplete = 4,   ///< the copy is made, but its target does not keep everything of its source
    RankLost = 69,    ///< another rank, its node or the network is lost; run again, or use --resume (EX_UNAVAILABLE of sysexits.h)
    Stopped = 75,     ///< a signal stopped it; --resume continues (EX_TEMPFAIL of sysexits.h)
    Interrupted = 130 ///< Ctrl+C stopped it: 128 + SIGINT, as in shells
};

} // namespace tessera::cli
