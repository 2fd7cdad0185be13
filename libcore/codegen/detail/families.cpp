// SPDX-License-Identifier: BSD-3-Clause
// Tessera: families of blocks with their places on two sides.
#include "libcore/codegen/detail/families.hpp"

#include "libcore/codegen/detail/program_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace tessera::detail {

namespace {

/// Returns the number of the FALLS' blocks after which both sides repeat, or all blocks. A step of that many blocks is constant.
Index blocks_per_period(Falls const& falls, PeriodicSet const& from, PeriodicSet const& to) {
    Index parts = 1;
    for (Index const period : {from.period(), to.period()}) {
        Index const more = period / std::gcd(period, parts * falls.s);
        if (more > falls.n / parts) return falls.n;
        parts *= more;
    }
    return parts;
}

} // namespace

std::vector<BlockFamily> block_families(PeriodicSet const& set, PeriodicSet const& from, PeriodicSet const& to) {
    std::vector<BlockFamily> families;
    for (Falls const& falls : set.falls()) {
        Index const parts = blocks_per_period(falls, from, to);
        for (Index i = 0; i < parts; ++i) {
            Index const first = falls.block(i).begin;
            BlockFamily family{(falls.n - 1 - i) / parts + 1, falls.length(), from.position(first), 0, to.position(first), 0};
            if (family.count > 1) {
                Index const next = first + parts * falls.s;
                family.from_step = from.position(next) - family.from;
                family.to_step = to.position(next) - family.to;
            }
            families.push_back(family);
        }
    }
    return families;
}

void FamilyTable::add(std::size_t level, Index row, Index column, std::vector<BlockFamily> const& families) {
    for (BlockFamily const& family : families) rows_.push_back({level, row, column, family});
}

std::string FamilyTable::text(ProgramLanguage language, std::string_view name) const {
    bool const cpp = language == ProgramLanguage::Cpp;
    std::vector<std::string> rows;
    for (TableRow const& row : rows_) {
        BlockFamily const& f = row.family;
        std::vector<std::string> numbers;
        for (Index const number : {f.count, f.length, f.from, f.from_step, f.to, f.to_step})
            numbers.push_back(number_text(language, number));
        rows.push_back(fmt::format("{}, {}, {}, {}{}{}", row.level + (cpp ? 0 : 1), row.row, row.column, cpp ? "{" : "family(",
                                   listed(numbers), cpp ? "}" : ")"));
    }
    return structures(language, name, "table_row", rows);
}

std::string structures(ProgramLanguage language, std::string_view name, std::string_view type,
                       std::vector<std::string> const& values) {
    std::string text = language == ProgramLanguage::Cpp ? "" : fmt::format("allocate ({}({}))", name, values.size());
    std::size_t number = 0;
    for (std::string const& value : values) {
        text += text.empty() ? "" : "\n";
        text += language == ProgramLanguage::Cpp ? fmt::format("{{{}}},", value)
                                                 : fmt::format("{}({}) = {}({})", name, ++number, type, value);
    }
    return text;
}

std::string array_text(ProgramLanguage language, std::span<Index const> values) {
    return language == ProgramLanguage::Cpp ? fmt::format("{{{}}}", listed(values))
                                            : fmt::format("[integer(long) :: {}]", listed(values));
}

std::string number_text(ProgramLanguage language, Index value) {
    bool const default_integer =
        value <= std::numeric_limits<std::int32_t>::max() && value >= -std::numeric_limits<std::int32_t>::max();
    return fmt::format("{}{}", value, language == ProgramLanguage::Fortran && !default_integer ? "_long" : "");
}

} // namespace tessera::detail
