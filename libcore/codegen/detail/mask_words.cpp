// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the condition of a context in generated programs.
#include "libcore/codegen/detail/mask_words.hpp"

#include "libcore/codegen/detail/box_program.hpp"
#include "libcore/codegen/detail/families.hpp"
#include "libcore/codegen/detail/helper_patterns.hpp"
#include "libcore/codegen/loop_text.hpp"

#include <fmt/format.h>
#include <string>
#include <utility>

namespace tessera::detail {

namespace {

using Op = ScanExpression::Kind;
using Term = MaskTerm::Kind;

constexpr std::string_view active_cpp = R"(
/// Is an element computed? Only what such elements read is in their halo.
bool is_active(long number) {
    @subscripts@
    return @condition@;
}

/// How many neighbours they read, of one copy of the array.
long count_reads() {
    long count = 0;
    for (long number = 0; number < @array_size@; ++number) {
        if (!is_active(number)) continue;
        for (Offsets const& offsets : stencil) {
            long reads = 1;
            for (std::size_t d = 0; d < dims; ++d) {
                long const index = number / array_strides[d] % extents[d];
                long const first = periodic[d] ? offsets.low[d] : std::max(offsets.low[d], -index);
                long const last = periodic[d] ? offsets.high[d] : std::min(offsets.high[d], extents[d] - 1 - index);
                reads *= std::max(last - first + 1, 0L);
            }
            count += reads;
        }
    }
    return count;
}

)";

constexpr std::string_view active_fortran = R"(
! Is an element computed? Only what such elements read is in their halo.
pure logical function is_active(number)
  integer(long), intent(in) :: number
  @declare_subscripts@
  @subscripts@
  is_active = @condition@
end function

! How many neighbours they read, of one copy of the array.
integer(long) function count_reads()
  integer(long) :: number, index(dims), first(dims), last(dims)
  integer :: s
  count_reads = 0
  do number = 0, @array_size@_long - 1
    if (.not. is_active(number)) cycle
    index = mod(number / array_strides, extents)
    do s = 1, size(stencil)
      first = merge(stencil(s)%low, max(stencil(s)%low, -index), periodic)
      last = merge(stencil(s)%high, min(stencil(s)%high, extents - 1 - index), periodic)
      count_reads = count_reads + product(max(last - first + 1, 0_long))
    end do
  end do
end function

)";

ScanExpression expression_of(MaskTerm const& term);

ScanExpression number(Index value) {
    return {Op::Constant, value, {}};
}

ScanExpression joined(Op kind, MaskTerm const& a, MaskTerm const& b) {
    bool const compares = kind == Op::Below || kind == Op::AtMost || kind == Op::Equal;
    if (compares && a == b) return {kind, 0, {number(0), number(0)}}; // compilers warn about i == i
    return {kind, 0, {expression_of(a), expression_of(b)}};
}

/// Returns the negation of a condition by comparisons, because the languages write `not` differently, but comparisons in the same
/// way.
ScanExpression negated(MaskTerm const& term) {
    auto const part = [&](std::size_t i) -> MaskTerm const& { return term.parts[i]; };
    switch (term.kind) {
    case Term::Less:
        return joined(Op::AtMost, part(1), part(0));
    case Term::LessEqual:
        return joined(Op::Below, part(1), part(0));
    case Term::Equal:
        return {Op::Or, 0, {joined(Op::Below, part(0), part(1)), joined(Op::Below, part(1), part(0))}};
    case Term::Not:
        return expression_of(part(0));
    default:
        return {term.kind == Term::And ? Op::Or : Op::And, 0, {negated(part(0)), negated(part(1))}};
    }
}

Op op_of(Term kind) {
    switch (kind) {
    case Term::Add:
        return Op::Sum;
    case Term::Subtract:
        return Op::Difference;
    case Term::Multiply:
        return Op::Product;
    case Term::Divide:
        return Op::Quotient;
    case Term::Remainder:
        return Op::Remainder;
    case Term::Less:
        return Op::Below;
    case Term::LessEqual:
        return Op::AtMost;
    case Term::Equal:
        return Op::Equal;
    case Term::And:
        return Op::And;
    default:
        return Op::Or;
    }
}

ScanExpression expression_of(MaskTerm const& term) {
    switch (term.kind) {
    case Term::Number:
        return number(term.number);
    case Term::Subscript:
        return {Op::Name, term.number, {}};
    case Term::Negate:
        return {Op::Negated, 0, {expression_of(term.parts[0])}};
    case Term::Not:
        return negated(term.parts[0]);
    default:
        return joined(op_of(term.kind), term.parts[0], term.parts[1]);
    }
}

std::string active_text(HaloPlan const& plan, ProgramLanguage language) {
    bool const cpp = language == ProgramLanguage::Cpp;
    ArraySpec const& array = plan.mapping().array();
    ScanExpression const condition = expression_of(plan.where()->term().value());
    std::vector<std::string> const names = numbered("i", array.extents.size());
    std::vector<int> const levels = levels_of(array);
    std::vector<std::string> used;
    std::vector<std::string> lines;
    for (std::size_t level = 0; level < levels.size(); ++level) {
        auto const d = as_size(levels[level]);
        if (!condition.mentions(levels[level])) continue;
        used.push_back(names[d]);
        Index const bound = array.lower[d];
        std::string const lower = fmt::format(fmt::runtime(bound < 0 ? "({})" : "{}"), number_text(language, bound));
        lines.push_back(
            cpp ? fmt::format("long const {0} = number / array_strides[{1}] % extents[{1}] + {2};", names[d], level, lower)
                : fmt::format("{0} = mod(number / array_strides({1}), extents({1})) + {2}", names[d], level + 1, lower));
    }
    if (used.empty()) // the compiler would warn about an unused argument
        lines.emplace_back(cpp ? "static_cast<void>(number);" : "associate (needless => number); end associate");
    std::string const text = expression_text(condition, names, language);
    auto const calls = [&](std::string_view function) { return text.find(function) != std::string::npos; };
    bool const divides = calls("floor_div(") || (cpp && calls("modulo("));
    return (divides ? filled(cpp ? cpp_floor_div : fortran_floor_div, {}) : "") +
           filled(cpp ? active_cpp : active_fortran,
                  {{"subscripts", stacked(lines)},
                   {"declare_subscripts", used.empty() ? "" : "integer(long) :: " + listed(used)},
                   {"condition", text},
                   {"array_size", fmt::to_string(plan.mapping().volume())}});
}

} // namespace

void add_context_words(ProgramWords& words, HaloPlan const& plan, Index reads, ProgramLanguage language) {
    bool const cpp = language == ProgramLanguage::Cpp;
    std::string const suffix = cpp ? "" : "_long";
    if (!plan.where()) {
        words["active"] = words["skip_inactive"] = "";
        words["expected"] = fmt::format("{}{}", reads, suffix);
        return;
    }
    words["active"] = active_text(plan, language);
    words["skip_inactive"] = cpp ? "if (!is_active(number)) return;" : "if (.not. is_active(number)) return";
    words["expected"] = fmt::format("{}{} * count_reads()", plan.mapping().replicas(), suffix);
}

} // namespace tessera::detail
