// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the way of a call that replaces a routine of ScaLAPACK.
#pragma once

#include "libcore/api/scalapack/move_request.hpp"

#include <functional>
#include <string_view>

namespace tessera::scalapack {

/// A call of a routine that moves a submatrix of A into one of B.
struct Call {
    char const* routine; ///< ScaLAPACK's name
    MoveRequest request;
    void const* a;
    void* b;
    int context;                                          ///< of all processes that call
    std::function<void(void* routine, void* b)> original; ///< calls ScaLAPACK's routine at this address, with another B
    std::string_view refusal = "";                        ///< reason to leave the call to ScaLAPACK, or empty
};

/// Moves the data as TESSERA_SCALAPACK says. ScaLAPACK gets the calls that Tessera refuses, and reports illegal arguments.
/// Collective over the processes of the context. Nothing is thrown into a caller's C or Fortran: a failure ends the job.
void replace(Call const& call) noexcept;

} // namespace tessera::scalapack
