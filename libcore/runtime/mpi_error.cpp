// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a failed MPI call as an exception.
#include "libcore/runtime/mpi_error.hpp"

#include <array>
#include <mpi.h>

namespace tessera {

namespace {

std::string text_of(int code, std::string const& call) {
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    return call + ": " + std::string(text.data(), static_cast<std::size_t>(length));
}

} // namespace

MpiError::MpiError(int code, std::string const& call) : std::runtime_error(text_of(code, call)), code_(code) {}

void check_mpi(int code, char const* call) {
    if (code != MPI_SUCCESS) throw MpiError(code, call);
}

} // namespace tessera
