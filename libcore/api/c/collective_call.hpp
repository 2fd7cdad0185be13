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

/// Ends what the caller began with a handle of two halves. `nothing`: the error if nothing is under way.
template <class Handle>
int end_call(char const* function, Handle* handle, char const* name, char const* nothing) noexcept {
    return guarded(function, {{handle, name}}, [&]() -> Result<void> {
        if (!handle->under_way) return fail(nothing);
        handle->finish();
        return {};
    });
}

/// Frees a handle whose destructor calls MPI. A handle of two halves ends first. After MPI_Finalize the handle is left as it is.
template <class Handle>
void free_handle(Handle* handle) noexcept {
    if (handle == nullptr || !mpi_is_active()) return;
    try {
        if constexpr (requires { handle->finish(); }) handle->finish();
    } catch (...) {
        note_exception();
    }
    delete handle;
}

} // namespace tessera::api
