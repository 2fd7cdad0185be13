// SPDX-License-Identifier: BSD-3-Clause
// Tessera: outside programs end with the message of the first error.
#pragma once

#include <libcore/base/result.hpp>

#include <cstdlib>
#include <iostream>
#include <utility>

/// The value, or the end of the program.
template <typename T>
T demand(tessera::Result<T> result) {
    if (!result) {
        std::cerr << to_string(result.error()) << '\n';
        std::exit(EXIT_FAILURE);
    }
    return *std::move(result);
}
