// SPDX-License-Identifier: BSD-3-Clause
// Tessera: index sets as readable text.
#include "libcore/report/set_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {
namespace {

constexpr Index most_listed_blocks = 3; // more blocks become a tuple

/// Returns "7", "1:8", or with a stride "1:29:4".
std::string range_text(Index first, Index last, Index stride, StorageOrder order) {
    if (first == last) return fmt::format("{}", first);
    Index const end = order == StorageOrder::C ? last + 1 : last;
    return stride == 1 ? fmt::format("{}:{}", first, end) : fmt::format("{}:{}:{}", first, end, stride);
}

std::vector<std::string> falls_texts(Falls const& falls, Index lower, StorageOrder order) {
    Index const first = lower + falls.l;
    Index const last = lower + falls.r;
    if (falls.n == 1) return {range_text(first, last, 1, order)};
    if (falls.length() == 1) return {range_text(first, first + (falls.n - 1) * falls.s, falls.s, order)};
    if (falls.n > most_listed_blocks) return {fmt::format("({},{},{},{})", first, last, falls.s, falls.n)};
    std::vector<std::string> texts;
    for (Index i = 0; i < falls.n; ++i) texts.push_back(range_text(first + i * falls.s, last + i * falls.s, 1, order));
    return texts;
}

std::string subscripted(ArraySpec const& array, std::vector<std::string> const& subscripts, std::string_view separator) {
    if (array.order == StorageOrder::C) return fmt::format("{}[{}]", array.name, fmt::join(subscripts, "]["));
    return fmt::format("{}({})", array.name, fmt::join(subscripts, separator));
}

} // namespace

std::string set_text(PeriodicSet const& set, Index lower, StorageOrder order, std::size_t most) {
    std::vector<std::string> texts;
    for (Falls const& falls : set.falls()) {
        for (std::string& text : falls_texts(falls, lower, order)) texts.push_back(std::move(text));
        if (texts.size() > most) break;
    }
    if (texts.empty()) return "none";
    if (texts.size() > most) {
        texts.resize(most);
        texts.emplace_back("...");
    }
    return fmt::format("{}", fmt::join(texts, " "));
}

std::string box_text(BoxSet const& box, ArraySpec const& array, std::size_t most) {
    if (box.empty()) return "none";
    std::vector<std::string> sets;
    for (std::size_t d = 0; d < box.dims().size(); ++d) sets.push_back(set_text(box.dims()[d], array.lower[d], array.order, most));
    return subscripted(array, sets, ", ");
}

bool has_tuple(std::string_view text) {
    // The parenthesis of an array follows its name; that of a tuple follows a blank or another parenthesis.
    return text.find(" (") != text.npos || text.find("((") != text.npos || text.find("[(") != text.npos || text.starts_with('(');
}

std::string tuple_text(std::span<Index const> numbers) {
    return fmt::format("({})", fmt::join(numbers, ","));
}

std::string element_text(ArraySpec const& array, std::span<Index const> index) {
    std::vector<std::string> subscripts;
    for (std::size_t d = 0; d < index.size(); ++d) subscripts.push_back(fmt::format("{}", array.lower[d] + index[d]));
    return subscripted(array, subscripts, ",");
}

} // namespace tessera
