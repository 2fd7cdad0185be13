// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the reason for a choice of algorithm, in one sentence.
#include "libcore/network/detail/choice_reason.hpp"

#include "libcore/base/units.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace tessera::detail {

namespace {

/// Returns "in 64 steps".
std::string in_steps(Candidate const& candidate) {
    return "in " + counted(candidate.steps, "step");
}

/// Returns "1.2 ms" or "6.2 KiB", with "about" before an estimate.
std::string figure(Candidate const& candidate) {
    std::string const text = candidate.time ? short_seconds(*candidate.time) : short_bytes(candidate.bytes);
    return candidate.exact ? text : "about " + text;
}

/// Returns "coloured takes 1.2 ms in 64 steps", "coloured sends 6.2 KiB through the busiest rank or link in 64 steps".
std::string statement(Candidate const& candidate) {
    if (candidate.time) return fmt::format("{} takes {} {}", candidate.algorithm, figure(candidate), in_steps(candidate));
    return fmt::format("{} sends {} through the busiest rank or link {}", candidate.algorithm, figure(candidate),
                       in_steps(candidate));
}

/// Returns "rex (15.5 KiB in 10 steps)".
std::string mention(Candidate const& candidate) {
    return fmt::format("{} ({} {})", candidate.algorithm, figure(candidate), in_steps(candidate));
}

/// Returns the reason if another algorithm is cheaper, but not by enough to justify its forwarding or its message starts.
std::string despite_cheaper(Candidate const& chosen, Candidate const& cheapest) {
    double const more = cheapest.cost() > 0 ? 100 * (chosen.cost() / cheapest.cost() - 1) : 0;
    std::string const text = fmt::format("{}, {:.2g} % more than {}, ", statement(chosen), more, mention(cheapest));
    if (find_algorithm(cheapest.algorithm)->forwards) return text + "which forwards messages, and these must arrive first";
    return text + fmt::format("but a rank starts {} instead of {}", counted(chosen.starts, "message"), cheapest.starts);
}

/// Returns "gen, staged, hybrid and 3 more".
std::string listed(std::vector<std::string> const& names) {
    constexpr std::ptrdiff_t most = 3;
    std::string const list = fmt::format("{}", fmt::join(names.begin(), names.begin() + std::min(most, std::ssize(names)), ", "));
    return std::ssize(names) <= most ? list : fmt::format("{} and {} more", list, std::ssize(names) - most);
}

/// The other candidates, by cost relative to the chosen one. Lower bounds are left out, because their real cost is not known.
struct Others {
    Candidate const* cheaper = nullptr;
    Candidate const* next = nullptr;
    std::vector<std::string> same;
};

Others others_than(Candidate const& chosen, std::span<Candidate const> candidates) {
    constexpr double equal = 1.001;
    Others others;
    for (Candidate const& each : candidates) {
        if (!each.refusal.empty() || each.at_least) continue;
        if (each.cost() * equal < chosen.cost()) {
            if (others.cheaper == nullptr) others.cheaper = &each;
        } else if (each.cost() <= chosen.cost() * equal) {
            others.same.push_back(each.algorithm);
        } else if (others.next == nullptr) {
            others.next = &each;
        }
    }
    return others;
}

} // namespace

std::string choice_reason(std::span<Candidate const> candidates) {
    Candidate const& chosen = candidates.front();
    if (chosen.starts == 0) return "there is nothing to send";
    Others const others = others_than(chosen, candidates.subspan(1));
    if (others.cheaper != nullptr) return despite_cheaper(chosen, *others.cheaper);
    std::string text = statement(chosen) + ", the least of all";
    if (others.next != nullptr) text += "; next is " + mention(*others.next);
    if (!others.same.empty()) text += fmt::format("; equally good: {}", listed(others.same));
    return text;
}

} // namespace tessera::detail
