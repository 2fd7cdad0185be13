// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common part of generated programs that redistribute an array.
#include "libcore/codegen/detail/redistribution.hpp"

#include "libcore/spec/write.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::detail {

namespace {

constexpr std::string_view choice_cpp = R"(
/// Does this one of several copies send? The receiver's own does, where it has one; else they take turns.
bool is_sender(Holder const& from, Holder const& to) {
    std::vector<int> copies;
    for (Holder const& each : sources) {
        if (each.at != from.at) continue;
        if (each.rank == to.rank) return from.rank == to.rank;
        copies.push_back(each.rank);
    }
    return from.rank == copies[static_cast<std::size_t>(to.rank) % copies.size()];
}

)";

constexpr std::string_view choice_fortran = R"(
! Does this one of several copies send? The receiver's own does, where it has one; else they take turns.
logical function is_sender(from, to)
  type(holder), intent(in) :: from, to
  integer :: copies(size(sources)), n, i
  n = 0
  do i = 1, size(sources)
    if (any(sources(i)%at /= from%at)) cycle
    if (sources(i)%rank == to%rank) then
      is_sender = from%rank == to%rank
      return
    end if
    n = n + 1
    copies(n) = sources(i)%rank
  end do
  is_sender = from%rank == copies(1 + mod(to%rank, n))
end function

)";

} // namespace

Result<void> check_remapping(RedistPlan const& plan) {
    if (plan.map() != CopyMap::identity(plan.source().array().extents))
        return fail("such a program is written for whole arrays that are redistributed, not for copies of sections or transposes");
    for (Mapping const* mapping : {&plan.source(), &plan.target()})
        if (auto const can = check_listable(*mapping); !can) return can;
    return {};
}

ProgramWords redistribution_words(RedistPlan const& plan, ProgramLanguage language) {
    bool const cpp = language == ProgramLanguage::Cpp;
    bool const copies = plan.source().replicas() > 1;
    ProgramWords words = words_of(plan.source().array(), language);
    words["from_strides"] = "source_strides";
    words["to_strides"] = "target_strides";
    words["choice_of_copies"] = copies ? filled(cpp ? choice_cpp : choice_fortran, {}) : "";
    words["skip_copies"] = !copies ? ""
                           : cpp   ? "if (!is_sender(from, to)) continue;"
                                   : "if (.not. is_sender(sources(s), targets(t))) cycle";
    words["expected"] = fmt::format("{}{}", plan.totals().elements, cpp ? "" : "_long");
    return words;
}

ProgramFrame redistribution_frame(RedistPlan const& plan, std::string kind, std::string paper) {
    return {.kind = std::move(kind),
            .summary = "Redistributes an array",
            .summary_of_several = "Redistributes several arrays",
            .about = {describe(plan.source().array()), "from " + heading_of(plan.source().spec()),
                      "to " + heading_of(plan.target().spec())},
            .paper = std::move(paper),
            .ranks = plan.ranks(),
            .arguments = {{"repeats", 1}}};
}

} // namespace tessera::detail
