// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a generated program that redistributes an array, by families of blocks.
#include "libcore/codegen/redist_program.hpp"

#include "libcore/base/try.hpp"
#include "libcore/codegen/detail/redistribution.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace detail {

namespace {

constexpr std::string_view listed_cpp = R"(
Strides source_strides{}, target_strides{}; // of this rank's local arrays, before and after: each is as large as what it owns

// Who has a part of the array, before and after.
std::vector<Holder> const sources = {
    @sources@
};
std::vector<Holder> const targets = {
    @targets@
};

// What a coordinate before and one after share: dimension, both coordinates, and a family of their local places.
std::vector<TableRow> const shared_rows = {
    @shared_rows@
};
// What a coordinate owns before: dimension, 0, coordinate, and a family of indices and local places.
std::vector<TableRow> const source_rows = {
    @source_rows@
};
// And after.
std::vector<TableRow> const target_rows = {
    @target_rows@
};

Families shared(std::size_t d, long from, long to) { return find(shared_rows, d, from, to); }
Families source_owned(std::size_t d, long at) { return find(source_rows, d, 0, at); }
Families target_owned(std::size_t d, long at) { return find(target_rows, d, 0, at); }
)";

constexpr std::string_view listed_declarations = R"(
! How far neighbours lie apart in this rank's local arrays before and after: each is as large as what it owns.
integer(long) :: source_strides(dims) = 0, target_strides(dims) = 0

type(holder), allocatable :: sources(:), targets(:) ! who has a part of the array, before and after
type(table_row), allocatable :: shared_rows(:), source_rows(:), target_rows(:)
)";

constexpr std::string_view listed_procedures = R"(
subroutine make_lists()
  @sources@

  @targets@

  ! What a coordinate before and one after share: dimension, both coordinates, and a family of their local places.
  @shared_rows@

  ! What a coordinate owns before: dimension, 0, coordinate, and a family of indices and local places.
  @source_rows@

  ! And after.
  @target_rows@
end subroutine

type(families) function shared(d, from, to)
  integer, intent(in) :: d
  integer(long), intent(in) :: from, to
  shared = find(shared_rows, d, from, to)
end function

type(families) function source_owned(d, at)
  integer, intent(in) :: d
  integer(long), intent(in) :: at
  source_owned = find(source_rows, d, 0_long, at)
end function

type(families) function target_owned(d, at)
  integer, intent(in) :: d
  integer(long), intent(in) :: at
  target_owned = find(target_rows, d, 0_long, at)
end function
)";

constexpr PartPattern listed_pattern{listed_cpp, listed_declarations, listed_procedures};

/// Returns the families that each pair of coordinates shares, from source places to target places.
FamilyTable shared_table(RedistPlan const& plan) {
    FamilyTable table;
    std::size_t level = 0;
    for (int const d : levels_of(plan.source().array())) {
        DimTransfer const& factor = plan.factors()[as_size(d)];
        for (Index s = 0; s < factor.source().coords(); ++s) {
            PeriodicSet const before = factor.source().owned(s);
            for (DimTransfer::Entry const& entry : factor.row(s))
                table.add(level, s, entry.coord,
                          block_families(factor.set(s, entry.coord), before, factor.target().owned(entry.coord)));
        }
        ++level;
    }
    return table;
}

Result<ProgramPiece> redist_piece(RedistPlan const& plan, ProgramLanguage language) {
    TRY(check_remapping(plan));
    FamilyTable const shared = shared_table(plan);
    FamilyTable const source = owned_table(plan.source());
    FamilyTable const target = owned_table(plan.target());
    TRY(check_listable({&shared, &source, &target}));
    ProgramWords words = redistribution_words(plan, language);
    words["sources"] = holders_text(plan.source(), language, "sources");
    words["targets"] = holders_text(plan.target(), language, "targets");
    words["shared_rows"] = shared.text(language, "shared_rows");
    words["source_rows"] = source.text(language, "source_rows");
    words["target_rows"] = target.text(language, "target_rows");
    ProgramBody body = assembled(language,
                                 {&element_pattern, &families_pattern, &boxes_pattern, &tables_pattern, &listed_pattern,
                                  &exchange_pattern, &redistribution_pattern},
                                 words);
    return ProgramPiece{redistribution_frame(plan, "redist",
                                             "Families of blocks as in Ramaswamy and Banerjee, Automatic Generation of Efficient "
                                             "Array Redistribution Routines (1994)."),
                        std::move(body)};
}

} // namespace

} // namespace detail

Result<std::string> redist_program(std::span<RedistPlan const> plans, ProgramOptions const& options) {
    return detail::program_of(plans, options, detail::redist_piece);
}

} // namespace tessera
