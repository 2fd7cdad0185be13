// SPDX-License-Identifier: BSD-3-Clause
// Tessera: helper functions of generated programs, included if they are called.
#include "libcore/codegen/detail/helper_patterns.hpp"

namespace tessera::detail {

std::string_view const cpp_floor_div = R"(
/// Division that rounds down, and what it leaves.
[[maybe_unused]] long floor_div(long a, long b) { return a / b - (a % b != 0 && (a % b < 0) != (b < 0) ? 1 : 0); }
[[maybe_unused]] long modulo(long a, long b) { return a - floor_div(a, b) * b; }

)";

std::string_view const fortran_floor_div = R"(
! Division that rounds down.
pure integer(long) function floor_div(a, b)
  integer(long), intent(in) :: a, b
  floor_div = (a - modulo(a, b)) / b
end function

)";

std::string_view const fortran_add_column = R"(
! One more point of a list, which grows where it is full.
subroutine add(list, n, point)
  integer(long), allocatable, intent(inout) :: list(:,:)
  integer(long), intent(inout) :: n
  integer(long), intent(in) :: point(:)
  integer(long), allocatable :: larger(:,:)
  if (n == size(list, 2)) then
    allocate (larger(size(list, 1), 2 * n + 8))
    larger(:, 1:n) = list(:, 1:n)
    call move_alloc(larger, list)
  end if
  n = n + 1
  list(:, n) = point
end subroutine

)";

} // namespace tessera::detail
