// SPDX-License-Identifier: BSD-3-Clause
// Tessera: initializes MPI for a program and finalizes it.
#pragma once

#include <string_view>

namespace tessera {

/// Initializes MPI and finalizes it at the end of main. One per program; a library that gets a communicator needs none. From
/// then on MPI errors come back as codes. A write beyond the file size limit fails and does not kill the process. A process
/// without a launcher cannot spawn processes by MPI or connect to them. The parameters of Open MPI in its environment can
/// change this (ess_singleton_isolated, btl, pml). Only one thread may call MPI; other threads may run beside it
/// (MPI_THREAD_FUNNELED).
class Environment {
  public:
    Environment(int& argc, char**& argv);
    Environment(Environment const&) = delete;
    Environment& operator=(Environment const&) = delete;
    ~Environment();

    /// Ends all ranks of the job at once, for a failure that the ranks cannot agree on.
    [[noreturn]] static void abort(int exit_code) noexcept;

    /// Every rank calls this last, with its exit code and nothing left to clean up. If a code is not 0, a job under mpirun
    /// ends here with the largest code. If a process returned that code from main, Open MPI's mpirun would print ten lines
    /// after our error message. Under Slurm's srun the function returns: srun prints one line for an exit code and three for
    /// an aborted job.
    static void end_job(int exit_code) noexcept;
};

/// Throws std::runtime_error if MPI was started without thread support. Call it before starting any thread, even one that
/// never calls MPI, because a program that initializes MPI itself may not have asked for threads. `purpose`: "reading ahead".
void require_thread_support(std::string_view purpose);

} // namespace tessera
