// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the check of a public function's precondition, in every build.
#pragma once

#include <stdexcept>

namespace tessera {

/// The caller broke a precondition: a bug in the calling program.
class BrokenPrecondition : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

[[noreturn]] void throw_broken_precondition(char const* message);

/// Use it where a broken precondition would give a wrong result or touch foreign memory. `message` names the function and says
/// what it expects. An assertion is enough for what only the function itself can break.
constexpr void require(bool kept, char const* message) {
    if (!kept) [[unlikely]]
        throw_broken_precondition(message);
}

} // namespace tessera
