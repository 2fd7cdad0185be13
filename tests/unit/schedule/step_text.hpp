// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a step of a schedule as the papers print it.
#pragma once

#include "libcore/schedule/algorithm.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace tessera {

/// "0<->1 2->3": exchanges and single transfers by real rank, ascending first rank; an exchange begins with the lower rank.
inline std::string step_text(Schedule const& schedule, int step) {
    std::vector<std::pair<int, int>> pairs;
    schedule.for_each_transfer(step, [&](Transfer const& transfer) {
        pairs.emplace_back(schedule.messages().rank(transfer.from), schedule.messages().rank(transfer.to));
    });
    std::string text;
    for (auto const& [from, to] : pairs) {
        bool const exchange = std::ranges::count(pairs, std::pair(to, from)) == 1;
        if (exchange && from > to) continue;
        text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", from, exchange ? "<->" : "->", to);
    }
    return text;
}

inline std::vector<std::string> step_texts(Schedule const& schedule) {
    std::vector<std::string> texts;
    for (int step = 0; step < schedule.steps(); ++step) texts.push_back(step_text(schedule, step));
    return texts;
}

/// All-to-all of `bytes` per message among `ranks`.
inline std::shared_ptr<Schedule const> all_to_all(std::string_view algorithm, int ranks, Index bytes = 1,
                                                  std::optional<MeshShape> mesh = std::nullopt) {
    return make_schedule(algorithm, MessageSet::all_to_all(ranks, bytes).value(), mesh).value();
}

/// Senders 0 .. S-1, receivers S .. S+R-1, `bytes` from each to each.
inline std::shared_ptr<Schedule const> crossing(std::string_view algorithm, int senders, int receivers, Index bytes = 1) {
    std::vector<MessageSet::Triple> triples;
    for (int s = 0; s < senders; ++s)
        for (int r = 0; r < receivers; ++r) triples.push_back({s, senders + r, bytes});
    return make_schedule(algorithm, MessageSet::of(triples).value()).value();
}

} // namespace tessera
