// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the link loads of regular steps on networks with one shared switch or medium.
#include "libcore/network/detail/switched_pattern_loads.hpp"

#include <algorithm>

namespace tessera::detail {

namespace {

using Shape = StepPattern::Shape;

/// Returns whether a position would send to itself, so that it sends nothing. For one-port shapes.
bool is_fixed(StepPattern const& pattern, int position) {
    if (pattern.shape == Shape::Reflection) return 2 * Index{position} % pattern.size == pattern.amount;
    return pattern.amount == 0;
}

Index sent_by(StepPattern const& pattern, int position) {
    if (pattern.one_port()) return is_fixed(pattern, position) ? 0 : 1;
    if (pattern.shape == Shape::Gather) return position == pattern.amount ? 0 : 1;
    return pattern.shape == Shape::Everything || position == pattern.amount ? pattern.size - 1 : 0;
}

/// Returns the received messages. They equal the sent ones, with gather and scatter exchanged.
Index received_by(StepPattern pattern, int position) {
    if (pattern.shape == Shape::Gather)
        pattern.shape = Shape::Scatter;
    else if (pattern.shape == Shape::Scatter)
        pattern.shape = Shape::Gather;
    return sent_by(pattern, position);
}

} // namespace

/// All ports have equal loads, except at most three idle ones and the central one.
PatternPeak CrossbarPatternLoads::peak(StepPattern const& pattern) {
    PatternPeak peak;
    auto const consider = [&](int position) {
        for (PatternPeak const& port : {PatternPeak{sent_by(pattern, position), 2 * position},
                                        PatternPeak{received_by(pattern, position), 2 * position + 1}}) {
            bool const first_of_equals = port.messages > 0 && port.messages == peak.messages && port.busiest < peak.busiest;
            if (port.messages > peak.messages || first_of_equals) peak = port;
        }
    };
    for (int position = 0; position < std::min(pattern.size, 4); ++position) consider(position);
    if (!pattern.one_port()) consider(pattern.amount);
    return peak;
}

std::vector<Index> CrossbarPatternLoads::messages(StepPattern const& pattern) {
    std::vector<Index> all(2 * as_size(nodes_), 0);
    for (int position = 0; position < pattern.size; ++position) {
        all[2 * as_size(position)] = sent_by(pattern, position);
        all[2 * as_size(position) + 1] = received_by(pattern, position);
    }
    return all;
}

PatternPeak BusPatternLoads::peak(StepPattern const& pattern) {
    Index const messages = pattern.transfers();
    return messages > 0 ? PatternPeak{messages, 0} : PatternPeak{};
}

} // namespace tessera::detail
