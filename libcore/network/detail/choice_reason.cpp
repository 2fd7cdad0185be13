// SPDX-License-Identifier: BSD-3-Clause
// Tessera: why an algorithm was chosen, in one sentence.
#include "libcore/network/detail/choice_reason.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

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
    double const faster = ratio(other.cost(), chosen.cost());
    auto const all = differences(chosen, other);
    auto const& best = *std::ranges::max_element(all, {}, &Difference::advantage);
    auto const& worst = *std::ranges::min_element(all, {}, &Difference::advantage);
    std::string text =
        fmt::format("{} {} {}", chosen.algorithm, chosen.time ? "is predicted to take" : "puts through its busiest ports and links",
                    fmt::format("{:.3g} of what {} does", 1 / faster, other.algorithm));
    if (best.advantage > worth_saying) text += ": " + best.text;
    if (worst.advantage < 1 / worth_saying) text += ", although " + worst.text;
    return text;
}

} // namespace

std::string choice_reason(std::span<Candidate const> candidates) {
    constexpr double equal = 1.001;
    Candidate const& chosen = candidates.front();
    if (chosen.starts == 0) return "there is nothing to send";
    auto const usable = [](Candidate const& each) { return each.refusal.empty() && !each.at_least; };
    auto const next = std::ranges::find_if(
        candidates.subspan(1), [&](Candidate const& each) { return usable(each) && each.cost() > chosen.cost() * equal; });
    std::string others; // that cost the same
    for (Candidate const& each : candidates.subspan(1))
        if (usable(each) && each.cost() <= chosen.cost() * equal) others += (others.empty() ? "" : ", ") + each.algorithm;
    if (next == candidates.end()) {
        return others.empty() ? fmt::format("{} is the only one that can be used here", chosen.algorithm)
                              : fmt::format("{} costs no more than the others that can be used here: {}", chosen.algorithm, others);
    }
    std::string const tie = others.empty() ? "" : fmt::format(" ({} come to the same)", others);
    return comparison(chosen, *next) + tie;
}

} // namespace tessera::detail
