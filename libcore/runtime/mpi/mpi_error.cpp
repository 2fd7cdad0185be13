// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a failed MPI call as an exception.
#include "libcore/runtime/mpi/mpi_error.hpp"

#include "libcore/base/index.hpp"

#include <array>
#include <mpi.h>

namespace tessera {

std::string mpi_error_text(int code) {
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    return {text.data(), as_size(length)};
}

MpiError::MpiError(int code, std::string const& call) : std::runtime_error(call + ": " + mpi_error_text(code)), code_(code) {}

void check_mpi(int code, char const* call) {
    if (code != MPI_SUCCESS) throw MpiError(code, call);
}

} // namespace tessera
