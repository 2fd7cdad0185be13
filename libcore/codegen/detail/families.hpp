// SPDX-License-Identifier: BSD-3-Clause
// Tessera: families of blocks with their places on two sides, for the loops of generated programs.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/codegen/program_options.hpp"
#include "libcore/sets/periodic_set.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera::detail {

/// FALLS on two sides at once: `count` blocks of `length` adjacent elements. The first block is at `from` on one side and at `to`
/// on the other; each next one is from_step and to_step further. If count is 1 the steps are 0.
struct BlockFamily {
    Index count = 0;
    Index length = 0;
    Index from = 0;
    Index from_step = 0;
    Index to = 0;
    Index to_step = 0;
    friend auto operator<=>(BlockFamily const&, BlockFamily const&) = default;
};

/// Returns the elements of `set` with their positions in `from` and in `to`. Precondition: both contain the set. Cost: the FALLS of
/// the set, times the periods of the two sides in one of its own. It does not depend on the extent if the periods do not.
[[nodiscard]] std::vector<BlockFamily> block_families(PeriodicSet const& set, PeriodicSet const& from, PeriodicSet const& to);

/// A table of a program: lists of families per dimension, each identified by two numbers.
class FamilyTable {
  public:
    /// `level`: number of the dimension; 0 is the slowest in memory.
    void add(std::size_t level, Index row, Index column, std::vector<BlockFamily> const& families);
    [[nodiscard]] std::size_t size() const { return rows_.size(); }

    /// Returns the text of the table, one row per line of the program.
    [[nodiscard]] std::string text(ProgramLanguage language, std::string_view name) const;

  private:
    struct TableRow {
        std::size_t level;
        Index row;
        Index column;
        BlockFamily family;
    };
    std::vector<TableRow> rows_;
};

/// Returns a list of plain structures, each given by its values: "{{0, 1}, ...}" in C++, "name(1) = type(...)" in Fortran.
[[nodiscard]] std::string structures(ProgramLanguage language, std::string_view name, std::string_view type,
                                     std::vector<std::string> const& values);

/// Returns "{30, 1}" in C++ and "[integer(long) :: 30, 1]" in Fortran.
[[nodiscard]] std::string array_text(ProgramLanguage language, std::span<Index const> values);

/// Returns a number in the language's notation. Fortran marks numbers that are not default integers.
[[nodiscard]] std::string number_text(ProgramLanguage language, Index value);

} // namespace tessera::detail
