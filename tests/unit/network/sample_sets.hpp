// SPDX-License-Identifier: BSD-3-Clause
// Tessera: networks, machines and message sets for the tests of costs and choices.
#pragma once

#include "libcore/network/machine.hpp"
#include "libcore/network/topology.hpp"
#include "libcore/schedule/message_set.hpp"

#include <QtGlobal>
#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

namespace tessera {

using Net = std::shared_ptr<Topology const>;

inline Net network(char const* text) {
    auto made = make_topology(text);
    if (!made) qFatal("%s: %s", text, made.error().message.c_str());
    return *made;
}

/// The Delta's figures (Thakur 4.3.8), which leave beta_s open.
inline Machine delta() {
    Machine machine;
    machine.name = "Delta";
    machine.protocols = {{0, 75e-6, 0.35e-6, 0.35e-6, std::nullopt, 0.175e-6},
                         {1536, 150e-6, 0.2e-6, 0.2e-6, std::nullopt, 0.1e-6}};
    return machine;
}

/// The same, with a rate for every kind of step.
inline Machine delta_with_beta_s() {
    Machine machine = delta();
    for (Protocol& protocol : machine.protocols) protocol.beta_s = protocol.beta_sr;
    return machine;
}

/// A made-up machine where starting a message costs as much as a thousand bytes, and packing costs something.
inline Machine slow_start() {
    Machine machine;
    machine.name = "slow start";
    machine.protocols = {{0, 1e-3, 1e-6, 1.2e-6, 0.9e-6, 0.8e-6}};
    machine.copy = 0.05e-6;
    return machine;
}

/// Message sets of different shapes, chosen by number: from 0 on everything to everybody with random lengths, sparse, senders apart
/// from receivers, few receivers, few senders, shifts, one to all, all to one.
inline MessageSet sample_set(int number, int ranks, std::mt19937& random) {
    auto const below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    int const half = std::max(1, ranks / 2);
    Index const unit = Index{1} << (4 * below(4));
    auto const wanted = [&](int from, int to) {
        switch (number % 9) {
        case 0:
            return true;
        case 1:
            return below(4) == 0;
        case 2:
            return from < half && to >= half;
        case 3:
            return from < ranks - 2 && to >= ranks - 2;
        case 4:
            return from < 2 && to >= 2;
        case 5:
            return (to - from + ranks) % ranks == 1 || (to - from + ranks) % ranks == 3;
        case 6:
            return from == 0;
        case 7:
            return to == 0;
        default:
            return below(10) == 0;
        }
    };
    std::vector<MessageSet::Triple> triples;
    for (int from = 0; from < ranks; ++from)
        for (int to = 0; to < ranks; ++to)
            if (from != to && wanted(from, to)) triples.push_back({from, to, unit * (1 + below(number % 2 == 0 ? 1 : 50))});
    std::vector<Rank> all(static_cast<std::size_t>(ranks));
    std::iota(all.begin(), all.end(), 0);
    return *MessageSet::of(triples, all);
}

} // namespace tessera
