// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how many random cases a property is tried on.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <initializer_list>

namespace tessera::oracle {

/// Call first in main(): RapidCheck's hundred cases are few. A RC_PARAMS of the caller's (seed, number of cases) wins.
inline void try_many_cases(char const* params = "max_success=5000") {
    setenv("RC_PARAMS", params, 0);
}

/// The exit code of a program of properties: 0 only where all hold.
inline int exit_code(std::initializer_list<bool> passed) {
    return std::ranges::all_of(passed, std::identity()) ? 0 : 1;
}

} // namespace tessera::oracle
