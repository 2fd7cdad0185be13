// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how many random cases a property is tried on.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <sstream>
#include <string>

namespace tessera::oracle {

/// The number of cases for a tier of tests: `cases`, or TESSERA_CASES percent of them where that is set; at least one.
inline long cases_of_tier(long cases) {
    char const* const percent = std::getenv("TESSERA_CASES");
    return percent == nullptr ? cases : std::max(1L, cases * std::max(1L, std::atol(percent)) / 100);
}

/// Call first in main(): RapidCheck's hundred cases are few. Every run tries the same ones, so that a failure is due to a change.
/// The caller's RC_PARAMS win; without a seed, as in "max_success=20000", they try new cases each time. RapidCheck prints the
/// parameters that repeat a failure.
inline void try_many_cases(std::string const& params = "max_success=5000") {
    std::istringstream words(params);
    std::string chosen = params.find("seed=") == std::string::npos ? "seed=1" : "";
    for (std::string word; words >> word;) {
        std::string const count = "max_success=";
        if (word.starts_with(count)) word = count + std::to_string(cases_of_tier(std::stol(word.substr(count.size()))));
        chosen += (chosen.empty() ? "" : " ") + word;
    }
    setenv("RC_PARAMS", chosen.c_str(), 0);
}

/// The exit code of a program of properties: 0 only where all hold.
inline int exit_code(std::initializer_list<bool> passed) {
    return std::ranges::all_of(passed, std::identity()) ? 0 : 1;
}

} // namespace tessera::oracle
