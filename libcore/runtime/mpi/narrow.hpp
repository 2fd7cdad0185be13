// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the one conversion from 64-bit numbers to the smaller integers of MPI and the system.
#pragma once

#include "libcore/base/require.hpp"

#include <utility>

namespace tessera {

/// Returns the same number as another integer type. Precondition: it fits.
template <class To, class From>
[[nodiscard]] constexpr To narrow(From value) {
    require(std::in_range<To>(value), "a number does not fit in the integer type that MPI or the system expects");
    return static_cast<To>(value);
}

} // namespace tessera
