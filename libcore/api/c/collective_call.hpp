// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the boundary of collective functions of the C interface.
#pragma once

#include "libcore/api/c/failure.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <initializer_list>
#include <mpi.h>

namespace tessera::api {

/// Error: MPI is not initialized, or no longer; the communicator is null or connects two groups.
[[nodiscard]] Result<void> check_communicator(MPI_Comm comm);

/// Checks the pointers, prepares and makes something on all ranks. `prepare(comm)` is local; its error becomes the error of all
/// ranks. `make()` is collective and fails on all ranks or none. Both return Result<void>.
template <class Prepare, class Make>
int guarded_together(char const* function, MPI_Comm comm, std::initializer_list<RequiredPointer> pointers, Prepare const& prepare,
                     Make const& make) noexcept {
    return guarded(function, {}, [&]() -> Result<void> {
        if (auto const usable = check_communicator(comm); !usable) return usable;
        auto const prepared = [&] {
            Communicator const all = Communicator::duplicate(comm);
            return together(all, [&]() -> Result<void> {
                if (auto const given = check_pointers(function, pointers); !given) return given;
                return prepare(all);
            });
        }();
        if (!prepared) return prepared;
        return make();
    });
}

/// Frees a handle whose destructor calls MPI. After MPI_Finalize the handle is left as it is.
template <class Handle>
void free_handle(Handle* handle) noexcept {
    if (handle == nullptr || !mpi_is_active()) return;
    try {
        handle->finish();
    } catch (...) {
        note_exception();
    }
    delete handle;
}

} // namespace tessera::api
