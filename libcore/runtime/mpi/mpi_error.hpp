// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a failed MPI call as an exception.
#pragma once

#include <stdexcept>
#include <string>

namespace tessera {

/// Returns MPI's text for an error code.
[[nodiscard]] std::string mpi_error_text(int code);

/// MPI refused a call; the text is MPI's own. Ranks cannot agree over a communicator that fails, so the job must end.
class MpiError : public std::runtime_error {
  public:
    MpiError(int code, std::string const& call);
    [[nodiscard]] int code() const { return code_; }

  private:
    int code_;
};

/// Throws MpiError if `code` is not MPI_SUCCESS. `call`: the name of the MPI function.
void check_mpi(int code, char const* call);

} // namespace tessera
