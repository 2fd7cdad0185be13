// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the examples do with an error: they end with it.
#pragma once

#include "libcore/base/result.hpp"

#include <stdexcept>
#include <utility>

namespace tessera::examples {

/// The value of a result; its error ends the program.
template <class T>
T demand(Result<T> result) {
    if (!result) throw std::runtime_error(to_string(result.error()));
    return *std::move(result);
}

} // namespace tessera::examples
