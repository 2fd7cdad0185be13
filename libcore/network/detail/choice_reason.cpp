// SPDX-License-Identifier: BSD-3-Clause
// Tessera: why an algorithm was chosen, in one sentence.
#include "libcore/network/detail/choice_reason.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace tessera::detail {

namespace {

/// Something two algorithms differ in. `advantage`: the second's figure over the first's, above 1 where the first is better.
struct Difference {
    double advantage = 1;
    std::string text;
};

double ratio(double a, double b) {
    return b > 0 ? a / b : 1;
}

std::array<Difference, 3> differences(Candidate const& chosen, Candidate const& other) {
    auto const times = [](double factor) { return fmt::format("{:.2g} times", factor); };
    double const starts = ratio(static_cast<double>(other.starts), static_cast<double>(chosen.starts));
    double const bytes = ratio(other.sent_bytes, chosen.sent_bytes);
    double const impact = ratio(other.impact, chosen.impact);
    return {{
        {starts, fmt::format("a rank starts {} messages instead of {}", chosen.starts, other.starts)},
        {bytes, bytes >= 1 ? fmt::format("{} makes a rank send {} the bytes", other.algorithm, times(bytes))
                           : fmt::format("it makes a rank send {} the bytes", times(1 / bytes))},
        {impact, fmt::format("contention for links costs a factor of {:.2g} instead of {:.2g}", chosen.impact, other.impact)},
    }};
}

std::string comparison(Candidate const& chosen, Candidate const& other) {
    constexpr double worth_saying = 1.1;
    auto const all = differences(chosen, other);
    auto const& best = *std::ranges::max_element(all, {}, &Difference::advantage);
    auto const& worst = *std::ranges::min_element(all, {}, &Difference::advantage);
    double const share = ratio(chosen.cost(), other.cost());
    std::string text =
        chosen.time ? fmt::format("{} is predicted to take {:.2g} of the time of {}", chosen.algorithm, share, other.algorithm)
                    : fmt::format("{} puts {:.2g} of the bytes of {} through the busiest ports and links", chosen.algorithm, share,
                                  other.algorithm);
    if (best.advantage > worth_saying) text += ": " + best.text;
    if (worst.advantage < 1 / worth_saying) text += ", although " + worst.text;
    return text;
}

/// Another one is cheaper, but by too little for what it needs.
std::string fewer_starts(Candidate const& chosen, Candidate const& cheapest) {
    return fmt::format("{} makes a rank start {} messages instead of {} with {}, for {:.2f} times the bytes through the busiest "
                       "ports and links",
                       chosen.algorithm, chosen.starts, cheapest.starts, cheapest.algorithm, ratio(chosen.cost(), cheapest.cost()));
}

/// "gen, staged, hybrid and 3 more".
std::string listed(std::vector<std::string> const& names) {
    constexpr std::ptrdiff_t most = 3;
    std::string const list = fmt::format("{}", fmt::join(names.begin(), names.begin() + std::min(most, std::ssize(names)), ", "));
    return std::ssize(names) <= most ? list : fmt::format("{} and {} more", list, std::ssize(names) - most);
}

} // namespace

std::string choice_reason(std::span<Candidate const> candidates) {
    constexpr double equal = 1.001;
    Candidate const& chosen = candidates.front();
    if (chosen.starts == 0) return "there is nothing to send";
    Candidate const* next = nullptr;
    std::vector<std::string> same;
    for (Candidate const& each : candidates.subspan(1)) {
        if (!each.refusal.empty() || each.at_least) continue;
        if (each.cost() * equal < chosen.cost()) return fewer_starts(chosen, each);
        if (each.cost() <= chosen.cost() * equal)
            same.push_back(each.algorithm);
        else if (next == nullptr)
            next = &each;
    }
    if (next != nullptr && same.empty()) return comparison(chosen, *next);
    if (next != nullptr) return fmt::format("{} ({} would do as well)", comparison(chosen, *next), listed(same));
    if (same.empty()) return fmt::format("{} is better than the others could be without any contention", chosen.algorithm);
    return fmt::format("{} costs no more than any other ({} would do as well)", chosen.algorithm, listed(same));
}

} // namespace tessera::detail
