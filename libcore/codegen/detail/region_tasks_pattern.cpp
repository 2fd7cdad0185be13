// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the tasks that Fortran programs perform on the elements of a scan.
#include "libcore/codegen/detail/region_patterns.hpp"

namespace tessera::detail {

std::string_view const fortran_visit_element = R"(
subroutine visit_element(@a@)
  integer(long), intent(in) :: @a@
  next = next + 1
  select case (task)
  case (covering)
    times(number(@a@)) = times(number(@a@)) + 1
  @element_cases@
  end select
end subroutine

)";

std::string_view const fortran_visit_touched = R"(
subroutine visit_touched(@a@)
  integer(long), intent(in) :: @a@
  next = next + 1
  select case (task)
  case (covering)
    times(number(@a@)) = times(number(@a@)) - 1
  @touched_cases@
  end select
end subroutine

)";

std::string_view const fortran_gather_cases = R"(
case (numbering)
  local(place(@a@)) = element(number(@a@))
case (packing)
  own(next) = local(place(@a@))
case (unpacking)
  array(number(@a@)) = message(next)
)";

std::string_view const fortran_collect_cases = R"(
case (expecting)
  expected(number(@a@)) = element(number(@a@))
)";

std::string_view const fortran_update_cases = R"(
case (sending)
  buffer(used + next) = array(number(@a@))
case (placing)
  local(place(@a@)) = message(next)
case (checking)
  if (local(place(@a@)) /= @value@) differing = differing + 1
)";

} // namespace tessera::detail
