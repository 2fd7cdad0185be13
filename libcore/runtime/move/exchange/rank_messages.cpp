// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the compiled messages that one rank sends, receives and keeps.
#include "libcore/runtime/move/exchange/rank_messages.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/move/copy/message_programs.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace tessera {

namespace {

/// Returns the program of one part for one end of the message.
using CompilePart = std::function<CopyProgram(RedistPlan const&, Message const&, std::size_t plan)>;

PeerMessage compile_message(MultiPlan const& plan, MultiMessage const& message, Rank peer, CompilePart const& compile) {
    PeerMessage result;
    result.peer = peer;
    for (MultiMessage::Part const& part : message.parts) {
        auto const number = as_size(part.plan);
        CopyProgram copy = compile(plan.plans()[number], part.message, number);
        Index const bytes = copy.bytes();
        result.parts.push_back({number, result.bytes, std::move(copy)});
        result.bytes += bytes;
    }
    return result;
}

/// Sorts by partner: first the next rank in direction `step` (1 or -1), then onwards modulo `ranks`.
void sort_around(std::vector<PeerMessage>& messages, Rank rank, int step, int ranks) {
    auto const distance = [&](PeerMessage const& m) { return floor_mod(static_cast<Index>(step) * (m.peer - rank), ranks); };
    std::sort(messages.begin(), messages.end(),
              [&](PeerMessage const& a, PeerMessage const& b) { return distance(a) < distance(b); });
}

/// Returns a list of the runs of all parts. Empty if programs are faster. `beginning(part)`: start of the offsets on its two
/// sides.
template <class Parts, class Beginning>
CopyRunList listed(Parts const& parts, Beginning const& beginning) {
    CopyRunList list;
    Index stretches = 0;
    for (auto const& part : parts) {
        if (part.copy.updates()) return list;
        stretches += part.copy.stretches();
    }
    if (!CopyRunList::suits(std::ssize(parts), stretches)) return list;
    for (auto const& part : parts) {
        auto const [from, to] = beginning(part);
        list.add(part.copy, part.plan, from, to);
    }
    return list;
}

void list_stretches(RankMessages& messages) {
    using Begins = std::pair<Index, Index>;
    for (PeerMessage& send : messages.sends)
        if (!send.in_place) send.stretches = listed(send.parts, [](PeerMessage::Part const& p) { return Begins(0, p.offset); });
    for (PeerMessage& receive : messages.receives)
        if (!receive.in_place)
            receive.stretches = listed(receive.parts, [](PeerMessage::Part const& p) { return Begins(p.offset, 0); });
    messages.kept_runs = listed(messages.kept, [](KeptPart const&) { return Begins(0, 0); });
}

/// Returns the message for the reverse direction. It stays in place in the same array, unless elements are updated there.
PeerMessage turned(PeerMessage const& message, Updaters const& updaters) {
    PeerMessage back{message.peer, message.bytes, {}, updaters.empty() ? message.in_place : std::nullopt, {}};
    for (PeerMessage::Part const& part : message.parts)
        back.parts.push_back({part.plan, part.offset, part.copy.reversed(updater_of(updaters, part.plan))});
    return back;
}

} // namespace

void pack(PeerMessage const& message, SourcePointers sources, std::byte* buffer) {
    if (!message.stretches.empty())
        return message.stretches.run([&](std::size_t plan) { return static_cast<std::byte const*>(sources[plan]); },
                                     [&](std::size_t) { return buffer; });
    for (PeerMessage::Part const& part : message.parts) {
        part.copy.run(static_cast<std::byte const*>(sources[part.plan]), buffer + part.offset);
    }
}

void unpack(PeerMessage const& message, std::byte const* buffer, TargetPointers targets) {
    if (!message.stretches.empty())
        return message.stretches.run([&](std::size_t) { return buffer; },
                                     [&](std::size_t plan) { return static_cast<std::byte*>(targets[plan]); });
    for (PeerMessage::Part const& part : message.parts) {
        part.copy.run(buffer + part.offset, static_cast<std::byte*>(targets[part.plan]));
    }
}

RankMessages RankMessages::reversed(Rank rank, int ranks, Updaters const& updaters) const {
    RankMessages back;
    for (PeerMessage const& message : receives) back.sends.push_back(turned(message, {}));
    for (PeerMessage const& message : sends) back.receives.push_back(turned(message, updaters));
    for (KeptPart const& part : kept) back.kept.push_back({part.plan, part.copy.reversed(updater_of(updaters, part.plan))});
    sort_around(back.sends, rank, 1, ranks);
    sort_around(back.receives, rank, -1, ranks);
    list_stretches(back);
    return back;
}

void RankMessages::copy_kept(SourcePointers sources, TargetPointers targets) const {
    if (!kept_runs.empty())
        return kept_runs.run([&](std::size_t plan) { return static_cast<std::byte const*>(sources[plan]); },
                             [&](std::size_t plan) { return static_cast<std::byte*>(targets[plan]); });
    for (KeptPart const& part : kept) {
        part.copy.run(static_cast<std::byte const*>(sources[part.plan]), static_cast<std::byte*>(targets[part.plan]));
    }
}

Index RankMessages::kept_bytes() const {
    Index bytes = 0;
    for (KeptPart const& part : kept) bytes += part.copy.bytes();
    return bytes;
}

std::shared_ptr<BlockUpdater const> updater_of(Updaters const& updaters, std::size_t number) {
    return updaters.empty() ? nullptr : updaters[number];
}

RankMessages compile_messages(MultiPlan const& plan, Rank rank, int ranks, RankLayouts const& layouts, Updaters const& updaters) {
    CompilePart const packing = [&](RedistPlan const& p, Message const& m, std::size_t number) {
        return pack_program(p, m, *layouts.sources[number]);
    };
    CompilePart const unpacking = [&](RedistPlan const& p, Message const& m, std::size_t number) {
        return unpack_program(p, m, *layouts.targets[number], updater_of(updaters, number));
    };
    RankMessages result;
    for (MultiMessage const& message : plan.sends(rank)) {
        if (message.to != rank) {
            if (message.to < ranks) result.sends.push_back(compile_message(plan, message, message.to, packing));
            continue;
        }
        for (MultiMessage::Part const& part : message.parts) {
            auto const number = as_size(part.plan);
            result.kept.push_back({number, direct_program(plan.plans()[number], part.message, *layouts.sources[number],
                                                          *layouts.targets[number], updater_of(updaters, number))});
        }
    }
    for (MultiMessage const& message : plan.receives(rank)) {
        if (message.from == rank || message.from >= ranks) continue;
        result.receives.push_back(compile_message(plan, message, message.from, unpacking));
    }
    arrange(result, rank, ranks);
    return result;
}

void arrange(RankMessages& messages, Rank rank, int ranks) {
    for (PeerMessage& send : messages.sends) {
        auto const stretch = send.parts.size() == 1 ? send.parts[0].copy.gapless() : std::nullopt;
        if (stretch) send.in_place = {send.parts[0].plan, stretch->from, nullptr};
    }
    for (PeerMessage& receive : messages.receives) {
        auto const stretch = receive.parts.size() == 1 ? receive.parts[0].copy.gapless() : std::nullopt;
        if (stretch) receive.in_place = {receive.parts[0].plan, stretch->to, nullptr};
    }
    sort_around(messages.sends, rank, 1, ranks);
    sort_around(messages.receives, rank, -1, ranks);
    list_stretches(messages);
}

std::vector<Index> buffer_offsets(std::span<PeerMessage const> messages) {
    std::vector<Index> offsets{0};
    for (PeerMessage const& message : messages) {
        Index const bytes = message.in_place ? 0 : ceil_div(message.bytes, message_line) * message_line;
        offsets.push_back(offsets.back() + bytes);
    }
    return offsets;
}

} // namespace tessera
