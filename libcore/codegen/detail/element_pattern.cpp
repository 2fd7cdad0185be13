// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the part of generated programs for the type of the elements.
#include "libcore/codegen/detail/box_patterns.hpp"

namespace tessera::detail {

namespace {

constexpr std::string_view element_cpp = R"(
using Element = @element_type@; // @type_name@
Element const untouched = @untouched_value@;

/// An element's value is its number in the array, as far as its type tells numbers apart.
Element element(std::size_t number) {
    @element_value@
}

MPI_Datatype element_type() {
    @mpi_type@
}
)";

constexpr std::string_view element_declarations = R"(
@element_type@, parameter :: untouched = @untouched_value@ ! elements are @type_name@
@mpi_type@
)";

constexpr std::string_view element_procedures = R"(
! An element's value is its number in the array, as far as its type tells numbers apart.
elemental function element(number)
  integer(long), intent(in) :: number
  @element_type@ :: element
  @declare_value@
  @element_value@
end function

subroutine make_element_type()
  @make_type@
end subroutine
)";

} // namespace

PartPattern const element_pattern{element_cpp, element_declarations, element_procedures};

} // namespace tessera::detail
