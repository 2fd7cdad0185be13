// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how a command ends.
#pragma once

namespace tessera::cli {

enum class ExitCode {
    Done = 0,         ///< everything asked for was done
    Failed = 1,       ///< the machine failed: MPI, HDF5, the disk, a closed pipe
    BadInput = 2,     ///< the user's input is wrong; the message says where and what to do
    Mismatch = 3,     ///< a verification found data that is not what it should be
    Incomplete = 4,   ///< whole files were copied, but not everything they hold has a place in the target
    RankLost = 69,    ///< another rank, its node or the network between is gone; again, or --resume (EX_UNAVAILABLE of sysexits.h)
    Stopped = 75,     ///< a signal asked it to stop, and --resume goes on (EX_TEMPFAIL of sysexits.h)
    Interrupted = 130 ///< Ctrl+C stopped the work, as shells count signals: 128 and SIGINT
};

} // namespace tessera::cli
