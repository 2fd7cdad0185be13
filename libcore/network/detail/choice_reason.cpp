// SPDX-License-Identifier: BSD-3-Clause
// Tessera: why an algorithm was chosen, in one sentence.
#include "libcore/network/detail/choice_reason.hpp"

#include "libcore/base/units.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace tessera::detail {

namespace {

/// "in 64 steps".
std::string in_steps(Candidate const& candidate) {
    return "in " + counted(candidate.steps, "step");
}

/// "1.2 ms", "6.2 KiB"; an estimate is "about" that.
std::string figure(Candidate const& candidate) {
    std::string const text = candidate.time ? short_seconds(*candidate.time) : short_bytes(candidate.bytes);
    return candidate.exact ? text : "about " + text;
}

/// "coloured takes 1.2 ms in 64 steps", "coloured sends 6.2 KiB through the busiest rank or link in 64 steps".
std::string statement(Candidate const& candidate) {
    if (candidate.time) return fmt::format("{} takes {} {}", candidate.algorithm, figure(candidate), in_steps(candidate));
    return fmt::format("{} sends {} through the busiest rank or link {}", candidate.algorithm, figure(candidate),
                       in_steps(candidate));
}

/// "rex (15.5 KiB in 10 steps)".
std::string mention(Candidate const& candidate) {
    return fmt::format("{} ({} {})", candidate.algorithm, figure(candidate), in_steps(candidate));
}

/// Another one is cheaper, but by too little for the messages it has to start, or to forward.
std::string despite_cheaper(Candidate const& chosen, Candidate const& cheapest) {
    double const more = cheapest.cost() > 0 ? 100 * (chosen.cost() / cheapest.cost() - 1) : 0;
    std::string const text = fmt::format("{}, {:.2g} % more than {}, ", statement(chosen), more, mention(cheapest));
    if (find_algorithm(cheapest.algorithm)->forwards) return text + "which forwards messages: these must have arrived first";
    return text + fmt::format("but a rank starts {} instead of {}", counted(chosen.starts, "message"), cheapest.starts);
}

/// "gen, staged, hybrid and 3 more".
std::string listed(std::vector<std::string> const& names) {
    constexpr std::ptrdiff_t most = 3;
    std::string const list = fmt::format("{}", fmt::join(names.begin(), names.begin() + std::min(most, std::ssize(names)), ", "));
    return std::ssize(names) <= most ? list : fmt::format("{} and {} more", list, std::ssize(names) - most);
}

/// The others by what they cost beside the chosen one. Bounds from below are left out: nobody knows what these would cost.
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
    if (!others.same.empty()) text += fmt::format("; {} would do as well", listed(others.same));
    return text;
}

} // namespace tessera::detail
