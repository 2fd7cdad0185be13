// SPDX-License-Identifier: BSD-3-Clause
// Tessera: both offers on every rank of both sides (CDT, section 2.3).
#pragma once

#include "libcore/runtime/channel/array_channel.hpp"
#include "libcore/runtime/channel/detail/meeting_place.hpp"

namespace tessera {

/// The sides that this rank is on; null: not on that one. At least one.
struct OwnSides {
    ChannelSide const* sender = nullptr;
    ChannelSide const* receiver = nullptr;
};

/// How this rank stores its part of the side's array, whose text is `hpf`; nothing where it holds none, or the text says no
/// mapping. Error: LocalLayout::strided() refuses its storage.
[[nodiscard]] Result<std::optional<LocalLayout>> layout_of_side(ChannelSide const& side, std::string const& hpf);

/// The masters exchange their offers, then each side spreads both. Adds the messages of this rank to `messages`. Collective over
/// the ranks of a side. Errors: the other side did not come; what came is no offer.
[[nodiscard]] Result<BothOffers> shake_hands(MeetingPlace& place, OwnSides const& own, ChannelOptions const& options,
                                             int& messages);

} // namespace tessera
