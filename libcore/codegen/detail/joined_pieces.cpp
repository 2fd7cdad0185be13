// SPDX-License-Identifier: BSD-3-Clause
// Tessera: joins several pieces into one program.
#include "libcore/codegen/detail/joined_pieces.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::detail {

namespace {

constexpr std::string_view namespace_pattern = R"(
// @about@
namespace part_@number@ {

@procedures@

} // namespace part_@number@
)";

constexpr std::string_view all_parts_cpp = R"(
/// What all ranks compared of one part is as much as it should be, or rank 0 counts what is missing as wrong.
void add(Outcome& sum, int rank, Outcome const& part, long expected) {
    long elements = part.elements;
    MPI_Allreduce(MPI_IN_PLACE, &elements, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    sum.elements += part.elements;
    sum.wrong += part.wrong + (rank == 0 ? std::labs(expected - elements) : 0);
}

Outcome run(int rank) {
    Outcome sum;
    @runs@
    return sum;
}

long expected_elements() { return @expected@; }
)";

constexpr std::string_view module_pattern = R"(
! @about@
module part_@number@
  use shared_by_parts
  implicit none
  @declarations@

contains

  @procedures@
end module
)";

constexpr std::string_view modules_frame = R"(
! @summary@, and checks that every element arrives.
! Made by: distplan codegen @source@ --kind @kind@ --language fortran
!   @about@
! @paper@
! mpif90 -O2 program.f90 -o program && mpirun -n @ranks@ ./program@values@
module shared_by_parts
  use mpi
  implicit none
  integer, parameter :: long = selected_int_kind(18)
  @declared_arguments@
  integer :: rank, ranks, error

contains

  @message_length@
end module

@modules@

program generated
  use shared_by_parts
  @uses@
  implicit none
  integer(long) :: sums(2), elements, wrong

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  if (ranks < @ranks@) then
    if (rank == 0) print '(a)', 'start this program on @ranks@ ranks or more'
    call MPI_Finalize(error)
    stop 2
  end if
  @read_arguments@
  sums = 0
  @runs@
  if (rank == 0) print '(a, i0, a, i0, a)', '@kind@: ', sums(1), ' elements, ', sums(2), ' wrong'
  call MPI_Finalize(error)
  if (sums(2) /= 0) stop 1

contains

  @argument_reader@
  ! What all ranks compared of one part; what is missing of it is wrong.
  subroutine add(expected)
    integer(long), intent(in) :: expected
    integer(long) :: part(2)
    part = [elements, wrong]
    call MPI_Allreduce(MPI_IN_PLACE, part, 2, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD, error)
    sums = sums + part
    sums(2) = sums(2) + abs(expected - part(1))
  end subroutine
end program
)";

/// Returns the pattern filled for every piece in turn, separated by empty lines.
std::string for_each_piece(std::vector<ProgramPiece> const& pieces, std::string_view pattern) {
    std::string text;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        std::string const one = filled(pattern, {{"number", fmt::to_string(i + 1)},
                                                 {"about", stacked(pieces[i].frame.about)},
                                                 {"declarations", pieces[i].body.declarations},
                                                 {"procedures", pieces[i].body.procedures}});
        text += (i > 0 ? "\n" : "") + one;
    }
    return text;
}

/// Returns one line per piece; `{0}` is the number of the piece.
std::string numbered_lines(std::vector<ProgramPiece> const& pieces, std::string_view line) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < pieces.size(); ++i) lines.push_back(fmt::format(fmt::runtime(line), i + 1));
    return stacked(lines);
}

} // namespace

std::vector<std::string_view> joining_patterns() {
    return {namespace_pattern, all_parts_cpp, module_pattern, modules_frame};
}

ProgramFrame common_frame(std::vector<ProgramPiece> const& pieces) {
    ProgramFrame common = pieces.front().frame;
    if (pieces.size() > 1) common.summary = common.summary_of_several;
    for (std::size_t i = 1; i < pieces.size(); ++i) {
        ProgramFrame const& frame = pieces[i].frame;
        common.about.insert(common.about.end(), frame.about.begin(), frame.about.end());
        common.ranks = std::max(common.ranks, frame.ranks);
        for (auto const& argument : frame.arguments)
            if (std::ranges::find(common.arguments, argument.first, &std::pair<std::string, Index>::first) ==
                common.arguments.end())
                common.arguments.push_back(argument);
    }
    return common;
}

ProgramBody joined(std::vector<ProgramPiece> const& pieces, bool cpp) {
    if (!cpp) return {};
    std::string const all = filled(
        all_parts_cpp, {{"runs", numbered_lines(pieces, "add(sum, rank, part_{0}::run(rank), part_{0}::expected_elements());")},
                        {"expected", [&] {
                             std::string sum;
                             for (std::size_t i = 0; i < pieces.size(); ++i)
                                 sum += fmt::format("{}part_{}::expected_elements()", i > 0 ? " + " : "", i + 1);
                             return sum;
                         }()}});
    return {"", for_each_piece(pieces, namespace_pattern) + "\n" + all};
}

std::string several_modules(std::vector<ProgramPiece> const& pieces, ProgramWords words) {
    words["modules"] = for_each_piece(pieces, module_pattern);
    words["uses"] = numbered_lines(pieces, "use part_{0}, only: run_{0} => run, expected_{0} => expected_elements");
    words["runs"] = numbered_lines(pieces, "call run_{0}(elements, wrong)\ncall add(expected_{0}())");
    return filled(modules_frame, words);
}

} // namespace tessera::detail
