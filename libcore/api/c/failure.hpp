// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the boundary of the C interface: checks pointers, and turns errors and exceptions into a status.
#pragma once

#include "libcore/api/c/tessera.h"
#include "libcore/base/result.hpp"

#include <initializer_list>
#include <string>

extern "C" {
/// Stores the failure of this thread. Only libtessera_mpi and libtessera_io of the same version call it from outside.
TESSERA_API void tessera_private_set_error(char const* text, char const* message, int64_t line, int64_t column, int64_t length);
}

namespace tessera::api {

/// A pointer that a caller must give.
struct RequiredPointer {
    void const* pointer;
    char const* name; ///< name of the parameter
};

/// Error: one of the pointers is null.
[[nodiscard]] Result<void> check_pointers(char const* function, std::initializer_list<RequiredPointer> pointers);

/// Stores an error of the caller in the words of the library. Returns TESSERA_INVALID.
int note_invalid(Error const& error) noexcept;
/// Stores the exception in flight and returns its status. Call it inside a catch block.
int note_exception() noexcept;

/// Checks the pointers, does the work and returns the status of the outcome. `work` returns Result<void>.
template <class Work>
int guarded(char const* function, std::initializer_list<RequiredPointer> pointers, Work const& work) noexcept {
    try {
        if (auto const given = check_pointers(function, pointers); !given) return note_invalid(given.error());
        Result<void> const done = work();
        return done ? TESSERA_OK : note_invalid(done.error());
    } catch (...) {
        return note_exception();
    }
}

/// Returns a structure of the caller's, or the defaults if it is null. `what`, `begin_with`: its name, and that of the macro of its
/// defaults. Error: its size is of another version.
template <class Struct>
Result<Struct> given_or(Struct const* given, Struct const& defaults, char const* what, char const* begin_with) {
    if (given == nullptr) return defaults;
    if (given->size == sizeof(Struct)) return *given;
    return fail(std::string("the ") + what + " have size " + std::to_string(given->size) + ", but this version has " +
                std::to_string(sizeof(Struct)) + "; begin with " + begin_with);
}

} // namespace tessera::api
