// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the states that the arrays of a program pass between two of its lines.
#include "libcore/program/detail/passed_states.hpp"

#include <algorithm>
#include <utility>

namespace tessera::detail {

bool PassedStates::differ(std::size_t array, std::size_t state, std::size_t other) const {
    auto const& states = arrays_[array].states;
    return state != other && states[state].spec() != states[other].spec();
}

/// Returns all states, line by line. Between two lines all arrays make their first redistribution at the same time, then the second
/// ones, and so on.
PassedStates::Path PassedStates::path(std::size_t from, std::size_t to) const {
    Path path{lines_[from].states};
    for (std::size_t line = from; line < to; ++line) {
        States const& there = lines_[line + 1].states;
        while (path.back() != there) {
            States next = path.back();
            for (std::size_t array = 0; array < next.size(); ++array) next[array] = std::min(next[array] + 1, there[array]);
            path.push_back(std::move(next));
        }
    }
    return path;
}

bool PassedStates::moves(std::size_t from, std::size_t to) const {
    Path const all = path(from, to);
    return std::ranges::any_of(all, [&](States const& states) {
        for (std::size_t array = 0; array < states.size(); ++array)
            if (differ(array, all.front()[array], states[array])) return true;
        return false;
    });
}

PassedStates::Stops PassedStates::around(std::size_t last, std::size_t loop_end, std::size_t loop_begin, std::size_t first) const {
    Path all = path(last, loop_end);
    States const left = all.back();
    Path const head = path(loop_begin, first);
    States const& begun = head.front();
    States const& arrived = head.back();
    for (std::size_t step = 1; step < head.size(); ++step) {
        States states = head[step];
        for (std::size_t array = 0; array < states.size(); ++array)
            if (states[array] == begun[array] && arrived[array] != begun[array]) states[array] = left[array];
        all.push_back(std::move(states));
    }
    all.push_back(arrived);
    return stops_of(all);
}

bool PassedStates::moves_again(States const& begin, States const& now, States const& next) const {
    for (std::size_t array = 0; array < now.size(); ++array)
        if (differ(array, begin[array], now[array]) && differ(array, now[array], next[array])) return true;
    return false;
}

/// Redistributions of different arrays form one step, wherever they are. A new step begins when an array moves again.
PassedStates::Stops PassedStates::stops_of(Path const& path) const {
    Stops stops(arrays_.size());
    States begin = path.front();
    States now = begin;
    for (States const& next : path) {
        if (moves_again(begin, now, next)) {
            for (std::size_t array = 0; array < stops.size(); ++array) stops[array].push_back(now[array]);
            begin = now;
        }
        now = next;
    }
    for (std::size_t array = 0; array < stops.size(); ++array)
        while (!stops[array].empty() && !differ(array, stops[array].back(), now[array])) stops[array].pop_back();
    return stops;
}

} // namespace tessera::detail
