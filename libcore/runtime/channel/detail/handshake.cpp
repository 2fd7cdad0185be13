// SPDX-License-Identifier: BSD-3-Clause
// Tessera: gives every rank of both sides both offers (CDT, section 2.3).
#include "libcore/runtime/channel/detail/handshake.hpp"

#include "libcore/base/try.hpp"
#include "libcore/runtime/channel/detail/tree_broadcast.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace tessera {

namespace {

/// Packs the text that is broadcast within a side: both offers, or a failure.
std::string pack_offers(std::string const& sender, std::string const& receiver) {
    return nlohmann::json{{"sender", sender}, {"receiver", receiver}}.dump();
}

std::string pack_failure(std::string const& failure) {
    return nlohmann::json{{"failure", failure}}.dump();
}

Result<BothOffers> unpack_offers(std::string const& text) {
    auto const json = nlohmann::json::parse(text);
    if (json.contains("failure")) return fail(json.at("failure").get<std::string>());
    auto sender = TRY(ChannelOffer::from_json(json.at("sender").get<std::string>()));
    auto receiver = TRY(ChannelOffer::from_json(json.at("receiver").get<std::string>()));
    return BothOffers{std::move(sender), std::move(receiver)};
}

/// A side to which this rank belongs.
struct Part {
    ChannelEnd end;
    MPI_Comm ranks;
    bool is_master = false;
    std::string offer{}; // the master's offer
    std::string both{};  // the broadcast text
};

/// Checks the storage of every rank. Collective. Error, the same on all ranks: that of the lowest rank whose storage is refused.
Result<void> check_storage(ChannelSide const& side) {
    if (all_max(side.ranks, side.storage ? 1 : 0) == 0) return {};
    Communicator const comm = Communicator::duplicate(side.ranks);
    std::string const hpf = broadcast_text(comm, 0, side.hpf);
    return together(comm, [&]() -> Result<void> {
        TRY(layout_of_side(side, hpf));
        return {};
    });
}

Part take_part(MeetingPlace& place, ChannelEnd end, ChannelSide const& side, ChannelOptions const& options) {
    Part part{end, side.ranks};
    int rank = 0;
    int size = 1;
    check_mpi(MPI_Comm_rank(side.ranks, &rank), "MPI_Comm_rank");
    check_mpi(MPI_Comm_size(side.ranks, &size), "MPI_Comm_size");
    part.is_master = rank == 0;
    ChannelOffer offer = part.is_master ? offer_of(side.hpf, size, options) : ChannelOffer{};
    auto const storage = check_storage(side);
    if (!storage && offer.error.empty()) offer.error = storage.error().message;
    place.describe(side.ranks, end, offer);
    part.offer = offer.to_json();
    return part;
}

void meet(MeetingPlace& place, Part& part, ChannelOptions const& options, int& messages) {
    auto const other = place.exchange(part.end, part.offer, options.timeout);
    ++messages;
    if (!other)
        part.both = pack_failure(other.error().message);
    else if (part.end == ChannelEnd::Sender)
        part.both = pack_offers(part.offer, *other);
    else
        part.both = pack_offers(*other, part.offer);
}

} // namespace

Result<std::optional<LocalLayout>> layout_of_side(ChannelSide const& side, std::string const& hpf) {
    int rank = 0;
    int size = 1;
    check_mpi(MPI_Comm_rank(side.ranks, &rank), "MPI_Comm_rank");
    check_mpi(MPI_Comm_size(side.ranks, &size), "MPI_Comm_size");
    ListFiles const lists(".", ListFiles::AllowedPaths::Anywhere);
    auto spec = mapping_of_side(hpf, "<the channel's array>", size, &lists);
    if (!spec) return std::nullopt; // the offer contains the error
    auto const mapping = Mapping::make(*std::move(spec));
    if (!mapping) return std::nullopt;
    auto const position = mapping->grid().position(rank);
    if (!position || !mapping->holds(*position)) return std::nullopt;
    if (!side.storage) return LocalLayout(*mapping, *position);
    auto layout = LocalLayout::strided(*mapping, *position, *side.storage);
    if (!layout) return fail(fmt::format("rank {}: {}", rank, layout.error().message));
    return *std::move(layout);
}

Result<BothOffers> shake_hands(MeetingPlace& place, OwnSides const& own, ChannelOptions const& options, int& messages) {
    std::vector<Part> parts;
    if (own.sender != nullptr) parts.push_back(take_part(place, ChannelEnd::Sender, *own.sender, options));
    if (own.receiver != nullptr) parts.push_back(take_part(place, ChannelEnd::Receiver, *own.receiver, options));
    if (parts.size() == 2 && parts[0].is_master && parts[1].is_master) {
        parts[0].both = parts[1].both = pack_offers(parts[0].offer, parts[1].offer); // both masters are the same rank
    } else {
        for (Part& part : parts)
            if (part.is_master) meet(place, part, options, messages);
    }
    for (Part& part : parts) part.both = tree_broadcast(part.ranks, std::move(part.both), messages);
    return unpack_offers(parts.front().both);
}

} // namespace tessera
