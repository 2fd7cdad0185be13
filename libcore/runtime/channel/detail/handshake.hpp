// SPDX-License-Identifier: BSD-3-Clause
// Tessera: gives every rank of both sides both offers (CDT, section 2.3).
#pragma once

#include "libcore/runtime/channel/array_channel.hpp"
#include "libcore/runtime/channel/detail/meeting_place.hpp"

namespace tessera {

/// The sides that this rank is on, at least one. Null: not on that side.
struct OwnSides {
    ChannelSide const* sender = nullptr;
    ChannelSide const* receiver = nullptr;
};

/// Returns this rank's layout of the side's array, whose text is `hpf`; nothing if it holds no part or the text is invalid. Error:
/// LocalLayout::strided() refuses its storage.
[[nodiscard]] Result<std::optional<LocalLayout>> layout_of_side(ChannelSide const& side, std::string const& hpf);

/// The masters exchange their offers, then each side broadcasts both. Adds the messages of this rank to `messages`. Collective over
/// the ranks of a side. Errors: the other side did not come; it did not send an offer.
[[nodiscard]] Result<BothOffers> shake_hands(MeetingPlace& place, OwnSides const& own, ChannelOptions const& options,
                                             int& messages);

} // namespace tessera
