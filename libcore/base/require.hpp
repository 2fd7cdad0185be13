// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the check of a public function's precondition, in every build.
#pragma once

#include <stdexcept>

namespace tessera {

/// Thrown if the caller broke a precondition: a bug in the calling program.
class BrokenPrecondition : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

[[noreturn]] void throw_broken_precondition(char const* message);

/// Checks a precondition whose violation would give a wrong result or access foreign memory. `message` names the function and what
/// it expects. For conditions that only the function itself can break, an assertion is enough.
constexpr void require(bool kept, char const* message) {
    if (!kept) [[unlikely]]
        throw_broken_precondition(message);
}

} // namespace tessera
