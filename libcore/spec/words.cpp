// SPDX-License-Identifier: BSD-3-Clause
// Tessera: case-insensitive words.
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::notation {

std::string lower(std::string_view word) {
    std::string result(word);
    std::ranges::transform(result, result.begin(), to_lower);
    return result;
}

bool same_word(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, to_lower, to_lower);
}

std::string counted(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string dimension_mismatch(std::string_view name, std::size_t dims, std::size_t given, std::string_view thing) {
    return fmt::format("{} has {}, but {} {} given", name, counted(dims, "dimension"), counted(given, thing),
                       given == 1 ? "is" : "are");
}

} // namespace tessera::notation
