// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `!dist$ phase` and `!dist$ repeat`: what a program does with its arrays, and how many times.
#include "libcore/spec/phase_statement.hpp"

#include "libcore/spec/words.hpp"

#include <algorithm>

namespace tessera {

PhaseArray const* PhaseStatement::find(std::string_view array) const {
    auto const found =
        std::ranges::find_if(arrays, [array](PhaseArray const& each) { return notation::same_word(each.array, array); });
    return found == arrays.end() ? nullptr : &*found;
}

} // namespace tessera
