// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a failed MPI call as an exception.
#pragma once

#include <stdexcept>
#include <string>

namespace tessera {

/// What MPI calls an error code.
[[nodiscard]] std::string mpi_error_text(int code);

/// MPI refused a call; the text is MPI's own. Nothing can be agreed on over a communicator that fails: the job has to end.
class MpiError : public std::runtime_error {
  public:
    MpiError(int code, std::string const& call);
    [[nodiscard]] int code() const { return code_; }

  private:
    int code_;
};

/// Throws MpiError where `code` is not MPI_SUCCESS. `call`: the function's name.
void check_mpi(int code, char const* call);

} // namespace tessera
