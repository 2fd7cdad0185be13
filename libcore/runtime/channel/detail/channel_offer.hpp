// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what one side of a channel tells the other before anything else.
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
    /// Of the channel, where several meet at one place; empty where they cannot.
    std::string name{};
    std::string error{}; ///< why this side cannot take part; else empty
    std::string hpf{};   ///< one array, one mapping
    /// By the side's number: something that names a rank the same on both sides.
    std::vector<Rank> ranks{};
    /// Between jobs: by the side's number where its ranks listen.
    std::vector<std::string> addresses{};
    std::string algorithm = "auto";
    std::string machine{}; ///< a profile; empty: none
    Index count = 1;       ///< 0: endless
    int ahead = 1;
    std::chrono::milliseconds patience = ChannelOptions().patience;

    [[nodiscard]] std::string to_json() const;
    /// Error: no such text, as from another version of the library.
    [[nodiscard]] static Result<ChannelOffer> from_json(std::string_view text);
    /// Whether a text is the offer of any version of the library.
    [[nodiscard]] static bool is_offer(std::string_view text);
};

/// What a side offers: its text read and written again, so that lists in files (@file) are in it. A text that cannot be read
/// becomes the offer's error.
[[nodiscard]] ChannelOffer offer_of(std::string const& hpf, int ranks, ChannelOptions const& options);

/// The mapping that a side's text says. `files`: for lists in a text of this program; null for one that came over the network.
/// Errors: it cannot be read, or has not one array; `name` names it.
[[nodiscard]] Result<MappingSpec> mapping_of_side(std::string const& hpf, std::string const& name, int ranks,
                                                  FileReader const* files);

struct BothOffers {
    ChannelOffer sender;
    ChannelOffer receiver;
};

/// All that follows from the two offers, the same on every rank.
struct ChannelTerms {
    Coupling coupling;
    std::vector<Rank> senders;   ///< by the sending side's number: the number among all
    std::vector<Rank> receivers; ///< by the receiving side's number
    std::string algorithm;
    std::string reason;
    TransferCount count;
    int ahead;
    std::chrono::milliseconds between_signs; ///< of life: some in the patience of either side

    /// `channel`: the name of the channel on this side.
    [[nodiscard]] ChannelPeers peers(std::string channel) const { return {std::move(channel), senders, receivers}; }
};
/// Errors: two channels of different names; as ArrayChannel's makers say of texts and algorithms.
[[nodiscard]] Result<ChannelTerms> terms_of(BothOffers const& offers);

} // namespace tessera
