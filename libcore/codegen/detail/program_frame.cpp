// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common frame of generated programs: heading, arguments, and main.
#include "libcore/codegen/detail/program_frame.hpp"

#include "libcore/codegen/detail/joined_pieces.hpp"
#include "libcore/codegen/detail/program_text.hpp"
#include "libcore/spec/write.hpp"

#include <fmt/format.h>

namespace tessera::detail {

namespace {

constexpr std::string_view cpp_frame = R"(
// @summary@, and checks that every element arrives.
// Made by: distplan codegen @source@ --kind @kind@
//   @about@
// @paper@
// mpicxx -std=c++17 -O2 program.cpp -o program && mpirun -n @ranks@ ./program@values@
#define OMPI_SKIP_MPICXX 1 // MPI's C interface alone
@includes@

namespace {

@declared_arguments@

/// What a rank compared.
struct Outcome {
    long elements = 0;
    long wrong = 0;
};

/// As MPI counts the elements of a message.
int message_length(std::size_t elements) {
    if (elements > INT_MAX) {
        fprintf(stderr, "a message of %zu elements is longer than MPI counts: take more ranks\n", elements);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return static_cast<int>(elements);
}

@body@

} // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks < @ranks@) {
        if (rank == 0) fprintf(stderr, "start this program on @ranks@ ranks or more\n");
        MPI_Finalize();
        return 2;
    }
    @read_arguments@
    Outcome const mine = run(rank);
    long sums[] = {mine.elements, mine.wrong};
    MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    long const wrong = sums[1] + std::labs(expected_elements() - sums[0]);
    if (rank == 0) printf("@kind@: %ld elements, %ld wrong\n", sums[0], wrong);
    MPI_Finalize();
    return wrong == 0 ? 0 : 1;
}
)";

constexpr std::string_view fortran_frame = R"(
! @summary@, and checks that every element arrives.
! Made by: distplan codegen @source@ --kind @kind@ --language fortran
!   @about@
! @paper@
! mpif90 -O2 program.f90 -o program && mpirun -n @ranks@ ./program@values@
program generated
  use mpi
  implicit none
  integer, parameter :: long = selected_int_kind(18)
  @declared_arguments@
  integer :: rank, ranks, error
  integer(long) :: sums(2)
  @declarations@

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  if (ranks < @ranks@) then
    if (rank == 0) print '(a)', 'start this program on @ranks@ ranks or more'
    call MPI_Finalize(error)
    stop 2
  end if
  @read_arguments@
  call run(sums(1), sums(2))
  call MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD, error)
  sums(2) = sums(2) + abs(expected_elements() - sums(1))
  if (rank == 0) print '(a, i0, a, i0, a)', '@kind@: ', sums(1), ' elements, ', sums(2), ' wrong'
  call MPI_Finalize(error)
  if (sums(2) /= 0) stop 1

contains

  @argument_reader@
  @message_length@

  @procedures@
end program
)";

constexpr std::string_view fortran_message_length = R"(
! As MPI counts the elements of a message.
integer function message_length(elements)
  integer(long), intent(in) :: elements
  if (elements > huge(message_length)) then
    print '(a, i0, a)', 'a message of ', elements, ' elements is longer than MPI counts: take more ranks'
    call MPI_Abort(MPI_COMM_WORLD, 1, error)
  end if
  message_length = int(elements)
end function
)";

constexpr std::string_view fortran_argument_reader = R"(
subroutine read_argument(place, value)
  integer, intent(in) :: place
  integer(long), intent(inout) :: value
  character(len=32) :: text
  if (command_argument_count() < place) return
  call get_command_argument(place, text)
  read (text, *) value
end subroutine
)";

std::string include_lines() {
    std::vector<std::string> lines;
    for (char const* header :
         {"algorithm", "array", "climits", "complex", "cstddef", "cstdint", "cstdlib", "mpi.h", "numeric", "stdio.h", "vector"})
        lines.push_back(fmt::format("#include <{}>", header));
    return stacked(lines);
}

/// Adds the words for the program's arguments.
void add_arguments(ProgramFrame const& frame, bool cpp, ProgramWords& words) {
    std::vector<std::string> declared;
    std::vector<std::string> read;
    std::string values;
    int place = 0;
    for (auto const& [name, value] : frame.arguments) {
        ++place;
        declared.push_back(cpp ? fmt::format("long {} = {}; // argument {} of the program", name, value, place)
                               : fmt::format("integer(long) :: {} = {} ! argument {} of the program", name, value, place));
        read.push_back(cpp ? fmt::format("if (argc > {0}) {1} = std::atol(argv[{0}]);", place, name)
                           : fmt::format("call read_argument({}, {})", place, name));
        values += fmt::format(" {}", value);
    }
    words["declared_arguments"] = stacked(declared);
    words["read_arguments"] = stacked(read);
    words["values"] = values;
    words["argument_reader"] = cpp || declared.empty() ? "" : filled(fortran_argument_reader, {}) + "\n";
}

} // namespace

std::vector<std::string_view> frame_patterns() {
    std::vector<std::string_view> all = joining_patterns();
    all.insert(all.end(), {cpp_frame, fortran_frame, fortran_message_length, fortran_argument_reader});
    return all;
}

std::string framed(std::vector<ProgramPiece> const& pieces, ProgramOptions const& options) {
    bool const cpp = options.language == ProgramLanguage::Cpp;
    ProgramFrame const frame = common_frame(pieces);
    ProgramBody const body = pieces.size() == 1 ? pieces.front().body : joined(pieces, cpp);
    ProgramWords words{{"summary", frame.summary},     {"source", options.source},
                       {"kind", frame.kind},           {"about", stacked(frame.about)},
                       {"paper", frame.paper},         {"ranks", fmt::to_string(frame.ranks)},
                       {"body", body.procedures},      {"declarations", body.declarations},
                       {"procedures", body.procedures}};
    words["includes"] = include_lines();
    words["message_length"] = filled(fortran_message_length, {});
    add_arguments(frame, cpp, words);
    if (pieces.size() > 1 && !cpp) return continued(several_modules(pieces, words));
    return cpp ? filled(cpp_frame, words) : continued(filled(fortran_frame, words));
}

std::string heading_of(MappingSpec const& mapping) {
    std::string const align = describe_alignment(mapping);
    return describe(mapping) + (align.empty() ? "" : ", align " + align);
}

} // namespace tessera::detail
