// SPDX-License-Identifier: BSD-3-Clause
// Tessera: suggests the name that the user probably meant.
#include "libcore/base/suggest.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace tessera {

namespace {

constexpr std::size_t longest_slip = 64; // longer words are not misspelled names, and the cost is quadratic

std::string lower(std::string_view word) {
    std::string result(word);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

} // namespace

// Optimal string alignment. Only three rows of its table are stored at a time.
int edit_distance(std::string_view first, std::string_view second) {
    std::string const a = lower(first);
    std::string const b = lower(second);
    std::vector<int> two_up(b.size() + 1);
    std::vector<int> one_up(b.size() + 1);
    std::vector<int> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) one_up[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            int const change = a[i - 1] == b[j - 1] ? 0 : 1;
            row[j] = std::min({one_up[j] + 1, row[j - 1] + 1, one_up[j - 1] + change});
            bool const swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], two_up[j - 2] + 1);
        }
        std::swap(two_up, one_up);
        std::swap(one_up, row);
    }
    return one_up[b.size()];
}

std::vector<std::string> near_names(std::string_view word, std::span<std::string const> names) {
    if (word.size() <= 1 || word.size() > longest_slip) return {};
    std::string const start = lower(word);
    auto const begins = [&](std::string const& name) { return lower(name).starts_with(start); };
    if (std::ranges::count_if(names, begins) == 1) return {*std::ranges::find_if(names, begins)};

    int const tolerance = std::max(1, static_cast<int>(word.size()) / 3);
    std::string const* nearest = nullptr;
    int smallest = tolerance + 1;
    for (std::string const& name : names) {
        if (name.size() > longest_slip) continue;
        int const distance = edit_distance(word, name);
        if (distance < smallest) {
            smallest = distance;
            nearest = &name;
        }
    }
    if (nearest == nullptr) return {};
    return {*nearest};
}

std::string suggestion(std::string_view word, std::span<std::string const> names) {
    auto const near = near_names(word, names);
    return near.empty() ? std::string{} : fmt::format("; did you mean '{}'?", near.front());
}

} // namespace tessera
