// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the first message from one side of a channel to the other.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/pipeline/coupling.hpp"
#include "libcore/runtime/channel/channel_options.hpp"
#include "libcore/runtime/channel/detail/channel_peers.hpp"
#include "libcore/spec/parse.hpp"

#include <chrono>
#include <mpi.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

struct ChannelOffer {
    /// The channel's name if several channels meet at one place; else empty.
    std::string name{};
    std::string error{}; ///< why this side cannot take part; else empty
    std::string hpf{};   ///< text with one array and one mapping
    /// For each rank of the side: a number that identifies the rank on both sides.
    std::vector<Rank> ranks{};
    /// Between jobs: for each rank of the side the address where it listens.
    std::vector<std::string> addresses{};
    std::string algorithm = "auto";
    std::string machine{}; ///< machine profile as JSON; empty: none
    Index count = 1;       ///< number of transfers; 0 means endless
    int ahead = 1;
    std::chrono::milliseconds timeout = ChannelOptions().timeout;

    [[nodiscard]] std::string to_json() const;
    /// Error: the text is not an offer of this version of the library.
    [[nodiscard]] static Result<ChannelOffer> from_json(std::string_view text);
    /// Returns whether a text is the offer of any version of the library.
    [[nodiscard]] static bool is_offer(std::string_view text);
};

/// Returns a side's offer. The HPF text is parsed and written again, so that lists in files (@file) are included. If the text is
/// invalid, the offer contains the error.
[[nodiscard]] ChannelOffer offer_of(std::string const& hpf, int ranks, ChannelOptions const& options);

/// Returns the mapping of a side's text. `files`: reads lists for a text of this program; null for a text from the network. Errors,
/// which contain `name`: the text is invalid, or does not have one array.
[[nodiscard]] Result<MappingSpec> mapping_of_side(std::string const& hpf, std::string const& name, int ranks,
                                                  FileReader const* files);

struct BothOffers {
    ChannelOffer sender;
    ChannelOffer receiver;
};

/// Everything that is derived from the two offers. It is the same on every rank.
struct ChannelTerms {
    Coupling coupling;
    std::vector<Rank> senders;   ///< for each sending rank: its number over all ranks
    std::vector<Rank> receivers; ///< for each receiving rank: its number over all ranks
    std::string algorithm;
    std::string reason;
    TransferCount count;
    int ahead;
    std::chrono::milliseconds heartbeat_interval; ///< time between signs of life; several within the shorter patience

    /// `channel`: the channel's name on this side.
    [[nodiscard]] ChannelPeers peers(std::string channel) const { return {std::move(channel), senders, receivers}; }
};
/// Derives the terms. Errors: the offers are for channels of different names; and those of ArrayChannel's makers for texts and
/// algorithms.
[[nodiscard]] Result<ChannelTerms> terms_of(BothOffers const& offers);

} // namespace tessera
