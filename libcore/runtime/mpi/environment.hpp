// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the lifetime of MPI within a program.
#pragma once

#include <string_view>

namespace tessera {

/// Initializes MPI and finalizes it at the end of main. One per program; a library that is given a communicator needs none.
/// MPI errors come back as codes from here on. A write beyond the file size limit fails instead of killing the process.
/// A process that no launcher started stands alone: it cannot spawn others by MPI, nor connect to them, unless the parameters of
/// Open MPI in its environment say otherwise (ess_singleton_isolated, btl, pml). Other threads may run beside the one that calls
/// MPI (MPI_THREAD_FUNNELED).
class Environment {
  public:
    Environment(int& argc, char**& argv);
    Environment(Environment const&) = delete;
    Environment& operator=(Environment const&) = delete;
    ~Environment();

    /// Ends every rank of the job at once, for a failure that cannot be agreed on.
    [[noreturn]] static void abort(int exit_code) noexcept;

    /// Every rank calls it last, with its exit code and nothing left to tidy up. Where one of them is not 0, a job of mpirun ends
    /// here with the largest: a process that returned it from main would make Open MPI's mpirun add ten lines of its own after the
    /// message that says what went wrong. Slurm's srun says one line of a code, and three of a job that is aborted.
    static void end_job(int exit_code) noexcept;
};

/// Throws std::runtime_error where MPI was started without support for threads. To be called before a thread is started, even for
/// one that never calls MPI; programs that initialize MPI themselves may not have asked for it. `purpose`: "reading ahead".
void require_thread_support(std::string_view purpose);

} // namespace tessera
