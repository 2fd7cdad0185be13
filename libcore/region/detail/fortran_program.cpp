// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the program of a region in Fortran.
#include "libcore/region/detail/program_parts.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::detail {

namespace {

/// Lines of at most 132 columns: long ones are cut at a blank.
std::string wrapped(std::string const& text) {
    constexpr std::size_t longest_line = 120;
    std::string result;
    std::size_t at = 0;
    while (at < text.size()) {
        std::size_t const end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        while (line.size() > longest_line && !line.starts_with('!')) {
            std::size_t const blank = line.rfind(' ', longest_line);
            if (blank == std::string::npos || line.find_first_not_of(' ') >= blank) break;
            result += line.substr(0, blank) + " &\n";
            line = "          " + line.substr(blank + 1);
        }
        result += line + "\n";
        at = end + 1;
    }
    return result;
}

class FortranWriter {
  public:
    explicit FortranWriter(ProgramParts const& parts)
        : parts_(parts), a_(parts.numbered("a", parts.dims())), l_(parts.numbered("l", parts.dims())),
          p_(parts.numbered("p", parts.polyhedra.coordinates().size())) {}

    std::string run() {
        heading();
        main_program();
        put("contains\n\n");
        helpers();
        lists();
        parts_.what.collects ? collect() : update();
        put("end program region\n");
        return wrapped(text_);
    }

  private:
    void put(std::string const& more) { text_ += more; }
    [[nodiscard]] std::string joined(std::vector<std::string> const& names) const {
        return fmt::format("{}", fmt::join(names, ", "));
    }
    /// "point(1, k), point(2, k)": coordinates first + 1, first + 2, ... of a list.
    [[nodiscard]] std::string columns(std::string const& list, std::size_t first, std::size_t count, std::string const& k) const {
        std::vector<std::string> parts;
        for (std::size_t i = 0; i < count; ++i) parts.push_back(fmt::format("{}({}, {})", list, first + i + 1, k));
        return joined(parts);
    }

    void heading() {
        std::string const align = describe_alignment(parts_.mapping.spec());
        put(fmt::format(
            "! {} a region, and checks that every element arrives. Made by: distplan codegen {} --kind {} --language fortran\n"
            "!   {}\n!   {}{}\n!   {}\n"
            "! Host and node code as in F. Coelho, Compilation of I/O Communications for HPF (1995), Figs. 8 to 10.\n"
            "! mpif90 -O2 program.f90 -o program && mpirun -n {} ./program{}\n"
            "program region\n  use mpi\n  implicit none\n",
            parts_.what.collects ? "Collects" : "Updates", parts_.what.source, parts_.what.collects ? "collect" : "update",
            describe(parts_.region.array()), describe(parts_.mapping.spec()), align.empty() ? "" : ", align " + align,
            describe(parts_.region.statement(), parts_.region.array()), parts_.mapping.grid().max_rank() + 1,
            parts_.values.empty() ? "" : fmt::format(" {}", fmt::join(parts_.values, " "))));
        put("  integer, parameter :: long = selected_int_kind(18)\n");
        for (std::size_t i = 0; i < parts_.parameters().size(); ++i)
            put(fmt::format("  integer(long) :: {} = {} ! argument {} of the program\n", parts_.parameters()[i], parts_.values[i],
                            i + 1));
        put(fmt::format("  integer(long), parameter :: array_size = {}_long\n"
                        "  integer(long), parameter :: local_size = {}_long ! what a node allocates: {}\n"
                        "  integer, parameter :: processors = {}, host = 0\n"
                        "  integer, parameter :: rank_of(0:processors-1) = [{}] ! by coordinates, the last one fastest\n"
                        "  double precision, parameter :: untouched = -1\n"
                        "  integer :: rank, ranks, error\n  integer(long) :: wrong\n"
                        "  integer(long), allocatable :: touched(:,:), owners(:,:)\n\n",
                        parts_.mapping.volume(), parts_.local_size(), fmt::join(parts_.polyhedra.allocation(), " x "),
                        parts_.mapping.grid().size(), parts_.ranks_list()));
    }

    void main_program() {
        put("  call MPI_Init(error)\n  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)\n"
            "  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)\n");
        put(fmt::format("  if (ranks < {0}) then\n    if (rank == 0) print *, 'start this program on {0} ranks or more'\n"
                        "    call MPI_Finalize(error)\n    stop 2\n  end if\n",
                        parts_.mapping.grid().max_rank() + 1));
        for (std::size_t i = 0; i < parts_.parameters().size(); ++i)
            put(fmt::format("  call read_argument({}, {})\n", i + 1, parts_.parameters()[i]));
        put("  touched = touched_elements()\n  owners = owner_list()\n  wrong = 0\n"
            "  if (is_touched()) call move(wrong)\n  if (rank == host) wrong = wrong + check_cover()\n"
            "  call MPI_Allreduce(MPI_IN_PLACE, wrong, 1, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD, error)\n");
        put(fmt::format("  if (rank == 0) print '(a, i0, a, i0, a)', '{}: ', size(touched, 2), ' elements, ', wrong, ' wrong'\n"
                        "  call MPI_Finalize(error)\n  if (wrong /= 0) stop 1\n\n",
                        parts_.what.collects ? "collect" : "update"));
    }

    void helpers() {
        put("  subroutine read_argument(number, value)\n    integer, intent(in) :: number\n    integer(long), intent(inout) :: "
            "value\n"
            "    character(len=32) :: text\n    if (command_argument_count() < number) return\n"
            "    call get_command_argument(number, text)\n    read (text, *) value\n  end subroutine\n\n"
            "  ! Division that rounds down.\n  pure integer(long) function floor_div(a, b)\n    integer(long), intent(in) :: a\n"
            "    integer, intent(in) :: b\n    floor_div = (a - modulo(a, int(b, long))) / b\n  end function\n\n"
            "  ! One more point of a list, which grows where it is full.\n  subroutine add(list, n, point)\n"
            "    integer(long), allocatable, intent(inout) :: list(:,:)\n    integer(long), intent(inout) :: n\n"
            "    integer(long), intent(in) :: point(:)\n    integer(long), allocatable :: larger(:,:)\n"
            "    if (n == size(list, 2)) then\n      allocate (larger(size(list, 1), 2 * n + 8))\n      larger(:, 1:n) = list(:, "
            "1:n)\n"
            "      call move_alloc(larger, list)\n    end if\n    n = n + 1\n    list(:, n) = point\n  end subroutine\n\n");
        put(fmt::format("  ! An element's number in storage order, and where a node keeps it; both from 1.\n"
                        "  pure integer(long) function number({0})\n    integer(long), intent(in) :: {0}\n    number = {1} + 1\n  "
                        "end function\n\n"
                        "  pure integer(long) function place({2})\n    integer(long), intent(in) :: {2}\n    place = {3} + 1\n  "
                        "end function\n\n",
                        joined(a_), parts_.number_expression(), joined(l_), parts_.place_expression()));
        put(fmt::format(
            "  ! The rank at these coordinates.\n  pure integer function rank_at({0})\n    integer(long), intent(in) :: {0}\n"
            "    rank_at = rank_of({1})\n  end function\n\n",
            joined(p_), parts_.position_expression()));
    }

    /// A function that returns the points of loops, one per column.
    void list(std::string const& comment, std::string const& name, std::vector<std::string> const& given, ScanLoops const& loops,
              std::vector<std::string> const& names, std::size_t coordinates) {
        put(fmt::format("  ! {}\n  function {}({}) result(list)\n", comment, name, joined(given)));
        if (!given.empty()) put(fmt::format("    integer(long), intent(in) :: {}\n", joined(given)));
        put("    integer(long), allocatable :: list(:,:)\n    integer(long) :: n\n");
        std::string const body = loop_text(loops, names, ProgramLanguage::Fortran, 4, [&](std::vector<std::string> const& point) {
            std::vector<std::string> const numbers(point.begin(), point.begin() + static_cast<std::ptrdiff_t>(coordinates));
            return fmt::format("call add(list, n, [integer(long) :: {}])", joined(numbers));
        });
        std::vector<std::string> variables; // those of loops that are written
        for (std::size_t i = loops.parameters(); i < names.size(); ++i)
            if (body.find(" " + names[i] + " = ") != std::string::npos) variables.push_back(names[i]);
        if (!variables.empty()) put(fmt::format("    integer(long) :: {}\n", joined(variables)));
        put(fmt::format("    allocate (list({}, 0))\n    n = 0\n", coordinates));
        put(body);
        put("    list = list(:, 1:n)\n  end function\n\n");
    }

    void lists() {
        put("  ! C: is anything touched?\n  pure logical function is_touched()\n    is_touched = .false.\n");
        put(loop_text(parts_.polyhedra.condition(), parts_.parameters(), ProgramLanguage::Fortran, 4,
                      [](std::vector<std::string> const&) { return std::string("is_touched = .true."); }));
        put("  end function\n\n");
        list("P1: the coordinates of those that have some of it; of several with the same elements, the first.", "owner_list", {},
             parts_.polyhedra.owners(), parts_.owner_names(), p_.size());
        list("E: the elements of one of them, and their local addresses, in the order of memory.", "elements", p_,
             parts_.polyhedra.elements(), parts_.element_names(), 2 * parts_.dims());
        list("The region itself, made without the mapping: what the others are checked against.", "touched_elements", {},
             parts_.region.loops(), parts_.region_names(), parts_.dims());
        std::string const owner = columns("owners", 0, p_.size(), "o");
        put(fmt::format(
            "  ! How many elements have no owner, or several.\n  integer(long) function check_cover()\n"
            "    integer, allocatable :: times(:)\n    integer(long), allocatable :: e(:,:)\n    integer(long) :: o, k\n"
            "    allocate (times(array_size), source=0)\n    do o = 1, size(owners, 2)\n      e = elements({0})\n"
            "      do k = 1, size(e, 2)\n        times(number({1})) = times(number({1})) + 1\n      end do\n    end do\n"
            "    do k = 1, size(touched, 2)\n      times(number({2})) = times(number({2})) - 1\n    end do\n"
            "    check_cover = count(times /= 0)\n  end function\n\n",
            owner, columns("e", 0, parts_.dims(), "k"), columns("touched", 0, parts_.dims(), "k")));
    }

    void collect() {
        std::size_t const n = parts_.dims();
        std::string const owner = columns("owners", 0, p_.size(), "o");
        put(fmt::format(
            "  ! Nodes pack what they have and send it (Fig. 8); the host unpacks in the same order.\n  subroutine move(wrong)\n"
            "    integer(long), intent(inout) :: wrong\n    integer(long), allocatable :: e(:,:)\n"
            "    double precision, allocatable :: local(:), array(:), expected(:), message(:), received(:)\n"
            "    integer(long) :: o, k\n    integer :: request\n    request = MPI_REQUEST_NULL\n"
            "    do o = 1, size(owners, 2)\n      if (rank_at({0}) /= rank) cycle\n      e = elements({0})\n"
            "      allocate (local(local_size), source=untouched)\n      allocate (message(size(e, 2)))\n"
            "      do k = 1, size(e, 2)\n        local(place({2})) = dble(number({1}))\n      end do\n"
            "      do k = 1, size(e, 2)\n        message(k) = local(place({2}))\n      end do\n"
            "      call MPI_Isend(message, size(message), MPI_DOUBLE_PRECISION, host, 0, MPI_COMM_WORLD, request, error)\n    end "
            "do\n"
            "    if (rank == host) then\n      allocate (array(array_size), source=untouched)\n"
            "      do o = 1, size(owners, 2)\n        e = elements({0})\n        allocate (received(size(e, 2)))\n"
            "        call MPI_Recv(received, size(received), MPI_DOUBLE_PRECISION, rank_at({0}), 0, MPI_COMM_WORLD, &\n"
            "          MPI_STATUS_IGNORE, error)\n"
            "        do k = 1, size(e, 2)\n          array(number({1})) = received(k)\n        end do\n        deallocate "
            "(received)\n"
            "      end do\n      allocate (expected(array_size), source=untouched)\n"
            "      do k = 1, size(touched, 2)\n        expected(number({3})) = dble(number({3}))\n      end do\n"
            "      wrong = wrong + count(array /= expected)\n    end if\n"
            "    call MPI_Wait(request, MPI_STATUS_IGNORE, error)\n  end subroutine\n\n",
            owner, columns("e", 0, n, "k"), columns("e", n, n, "k"), columns("touched", 0, n, "k")));
    }

    void update() {
        std::size_t const n = parts_.dims();
        std::string loops;
        std::string ends;
        std::string own;
        std::string own_ends;
        std::vector<std::string> to;
        for (std::size_t p = 0; p < p_.size(); ++p) {
            bool const copies = parts_.polyhedra.replicated()[p];
            to.push_back(copies ? p_[p] : fmt::format("owners({}, o)", p + 1));
            own += fmt::format("    do {} = 1, {}\n", p_[p], parts_.polyhedra.coordinates()[p]);
            own_ends += "    end do\n";
            if (copies) {
                loops += fmt::format("        do {} = 1, {}\n", p_[p], parts_.polyhedra.coordinates()[p]);
                ends += "        end do\n";
            }
        }
        std::string const receiver = joined(to);
        put(fmt::format(
            "  ! The host packs for every owner and sends to all with the same elements (Fig. 9); they unpack in the same order.\n"
            "  subroutine move(wrong)\n    integer(long), intent(inout) :: wrong\n    integer(long), allocatable :: e(:,:), "
            "there(:,:)\n"
            "    double precision, allocatable :: local(:), array(:), message(:), buffer(:)\n"
            "    integer(long) :: o, k, used, {0}\n    integer :: requests(processors), sent\n    sent = 0\n    used = 0\n"
            "    if (rank == host) then\n      allocate (array(array_size), source=untouched)\n      allocate "
            "(buffer(size(touched, 2)))\n"
            "      do k = 1, size(touched, 2)\n        array(number({1})) = dble(number({1}))\n      end do\n"
            "      do o = 1, size(owners, 2)\n        e = elements({2})\n"
            "        do k = 1, size(e, 2)\n          buffer(used + k) = array(number({3}))\n        end do\n{4}"
            "          there = elements({5})\n          if (size(there, 2) > 0) then\n            sent = sent + 1\n"
            "            call MPI_Isend(buffer(used + 1), size(e, 2), MPI_DOUBLE_PRECISION, rank_at({5}), 0, MPI_COMM_WORLD, &\n"
            "              requests(sent), error)\n          end if\n{6}"
            "        used = used + size(e, 2)\n      end do\n    end if\n",
            joined(p_), columns("touched", 0, n, "k"), columns("owners", 0, p_.size(), "o"), columns("e", 0, n, "k"), loops,
            receiver, ends));
        put(fmt::format(
            "{0}      if (rank_at({1}) /= rank) cycle\n      e = elements({1})\n      if (size(e, 2) == 0) cycle\n"
            "      allocate (message(size(e, 2)))\n      allocate (local(local_size), source=untouched)\n"
            "      call MPI_Recv(message, size(message), MPI_DOUBLE_PRECISION, host, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)\n"
            "      do k = 1, size(e, 2)\n        local(place({2})) = message(k)\n      end do\n"
            "      do k = 1, size(e, 2)\n        if (local(place({2})) /= dble(number({3}))) wrong = wrong + 1\n      end do\n"
            "{4}    call MPI_Waitall(sent, requests, MPI_STATUSES_IGNORE, error)\n  end subroutine\n\n",
            own, joined(p_), columns("e", n, n, "k"), columns("e", 0, n, "k"), own_ends));
    }

    ProgramParts const& parts_;
    std::vector<std::string> a_;
    std::vector<std::string> l_;
    std::vector<std::string> p_;
    std::string text_;
};

} // namespace

std::string fortran_region_program(ProgramParts const& parts) {
    return FortranWriter(parts).run();
}

} // namespace tessera::detail
