// SPDX-License-Identifier: BSD-3-Clause
// Tessera: families of blocks with their places on two sides: the closed loops of generated programs.
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

/// FALLS on two sides at once: `count` blocks of `length` neighbours. The first lies at `from` on one side and at `to` on the
/// other, each next one from_step and to_step further. Where count is 1 the steps are 0.
struct BlockFamily {
    Index count = 0;
    Index length = 0;
    Index from = 0;
    Index from_step = 0;
    Index to = 0;
    Index to_step = 0;
    friend auto operator<=>(BlockFamily const&, BlockFamily const&) = default;
};

/// The elements of `set` with their positions in `from` and in `to`, which both hold them. Cost: the FALLS of the set, times the
/// periods of the two sides in one of its own. Independent of the extent where the periods are.
[[nodiscard]] std::vector<BlockFamily> block_families(PeriodicSet const& set, PeriodicSet const& from, PeriodicSet const& to);

/// A table of a program: lists of families per dimension, each found by two numbers.
class FamilyTable {
  public:
    /// `level`: which dimension, 0 the slowest in memory.
    void add(std::size_t level, Index row, Index column, std::vector<BlockFamily> const& families);
    [[nodiscard]] std::size_t size() const { return rows_.size(); }

    /// One row of the table in each line of the program.
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

/// "{{0, 1}, ...}" of C++ and "name(1) = type(...)" of Fortran: a list of plain structures, each given by its values.
[[nodiscard]] std::string structures(ProgramLanguage language, std::string_view name, std::string_view type,
                                     std::vector<std::string> const& values);

/// "{30, 1}" of C++ and "[integer(long) :: 30, 1]" of Fortran.
[[nodiscard]] std::string array_text(ProgramLanguage language, std::span<Index const> values);

/// A number as the language writes it: Fortran marks those that are no default integers.
[[nodiscard]] std::string number_text(ProgramLanguage language, Index value);

} // namespace tessera::detail
