// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the lifetime of MPI within a program.
#pragma once

namespace tessera {

/// Initializes MPI and finalizes it at the end of main. One per program; a library that is given a communicator needs none.
/// MPI errors come back as codes from here on. A write beyond the file size limit fails instead of killing the process.
class Environment {
  public:
    Environment(int& argc, char**& argv);
    Environment(Environment const&) = delete;
    Environment& operator=(Environment const&) = delete;
    ~Environment();

    /// Ends every rank of the job at once, for a failure that cannot be agreed on.
    [[noreturn]] static void abort(int exit_code) noexcept;
};

} // namespace tessera
