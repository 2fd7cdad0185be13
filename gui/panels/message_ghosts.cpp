// SPDX-License-Identifier: BSD-3-Clause
// Tessera: marks for messages that an edit has removed.
#include "gui/panels/message_ghosts.hpp"

#include "libcore/scene/messages/flight_paths.hpp"
#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace tessera::gui {
namespace {

constexpr double ghostInset = 2.5; // distance of a frame from the border of its cell
constexpr int mostGhostRanks = 64; // with more ranks a cell covers several pairs

using Pairs = std::map<std::pair<Index, Index>, Index>; // bytes by sender and receiver

Pairs pairsOf(MultiPlan const& plan) {
    Pairs pairs;
    for (Rank sender = 0; sender < plan.ranks(); ++sender)
        for (MultiMessage const& message : plan.sends(sender))
            if (message.to != sender) pairs[{sender, message.to}] = message.bytes;
    return pairs;
}

void frame(Scene& scene, PixelRect const& cell) {
    double const left = cell.x + ghostInset;
    double const top = cell.y + ghostInset;
    double const right = cell.x + cell.width - ghostInset;
    double const bottom = cell.y + cell.height - ghostInset;
    for (auto const& [x1, y1, x2, y2] : {std::array{left, top, right, top}, std::array{left, bottom, right, bottom},
                                         std::array{left, top, left, bottom}, std::array{right, top, right, bottom}})
        scene.lines.push_back({x1, y1, x2, y2, faint_ink, 1.2, 0.9});
}

/// Returns the cell of one pair in a rectangle, which may cover neighbouring cells that look alike.
PixelRect cellOf(SceneRect const& rect, Index sender, Index receiver) {
    auto const& [senders, receivers] = std::get<MessagesTag>(rect.tag);
    double const width = rect.width / static_cast<double>(receivers.size());
    double const height = rect.height / static_cast<double>(senders.size());
    return {rect.x + width * static_cast<double>(receiver - receivers.begin),
            rect.y + height * static_cast<double>(sender - senders.begin), width, height};
}

} // namespace

int addMessageGhosts(Scene& matrix, MultiPlan const& now, MultiPlan const& before) {
    if (std::max(now.ranks(), before.ranks()) > mostGhostRanks) return 0;
    Pairs const present = pairsOf(now);
    int ghosts = 0;
    for (auto const& [pair, bytes] : pairsOf(before)) {
        if (present.contains(pair)) continue;
        auto const holds = [sender = pair.first, receiver = pair.second](SceneRect const& rect) {
            auto const* const cell = std::get_if<MessagesTag>(&rect.tag);
            return cell && cell->senders.contains(sender) && cell->receivers.contains(receiver);
        };
        auto const rect = std::ranges::find_if(matrix.rects, holds);
        if (rect == matrix.rects.end()) continue; // outside the visible part
        frame(matrix, cellOf(*rect, pair.first, pair.second));
        ++ghosts;
    }
    return ghosts;
}

} // namespace tessera::gui
