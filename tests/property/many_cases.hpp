// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how many random cases a property is tried on.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <string>

namespace tessera::oracle {

/// Call first in main(): RapidCheck's hundred cases are few. Every run tries the same ones, so that what fails is the fault of a
/// change. A RC_PARAMS of the caller's wins; one without a seed, such as "max_success=20000", tries new cases each time.
inline void try_many_cases(std::string const& params = "max_success=5000") {
    setenv("RC_PARAMS", (params.find("seed=") != std::string::npos ? params : params + " seed=1").c_str(), 0);
}

/// The exit code of a program of properties: 0 only where all hold.
inline int exit_code(std::initializer_list<bool> passed) {
    return std::ranges::all_of(passed, std::identity()) ? 0 : 1;
}

} // namespace tessera::oracle
