// SPDX-License-Identifier: BSD-3-Clause
// Tessera: helper functions of generated programs, included if they are called.
#pragma once

#include <string_view>

namespace tessera::detail {

/// The functions floor_div(a, b) and, in C++, modulo(a, b), which Fortran has built in. The divisor may be negative.
extern std::string_view const cpp_floor_div;
extern std::string_view const fortran_floor_div;
/// The subroutine add(list, n, point), which appends a column to a list.
extern std::string_view const fortran_add_column;

} // namespace tessera::detail
