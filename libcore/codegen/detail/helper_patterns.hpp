// SPDX-License-Identifier: BSD-3-Clause
// Tessera: small functions that generated programs have where they call them.
#pragma once

#include <string_view>

namespace tessera::detail {

/// floor_div(a, b), and in C++ modulo(a, b), which Fortran has: the divisor may be negative.
extern std::string_view const cpp_floor_div;
extern std::string_view const fortran_floor_div;
/// add(list, n, point): one more column of a list.
extern std::string_view const fortran_add_column;

} // namespace tessera::detail
