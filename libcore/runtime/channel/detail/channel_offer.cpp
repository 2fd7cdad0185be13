// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the first message from one side of a channel to the other.
#include "libcore/runtime/channel/detail/channel_offer.hpp"

#include "libcore/base/json_member.hpp"
#include "libcore/base/try.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace tessera {

namespace {

constexpr std::string_view offer_schema_name = "tessera channel offer";
constexpr std::string_view offer_schema = "tessera channel offer 3";

/// Returns the numbers of both sides' ranks over all ranks. Senders come first, then receivers that do not send.
std::pair<std::vector<Rank>, std::vector<Rank>> numbers_among_all(BothOffers const& offers) {
    std::vector<Rank> all = offers.sender.ranks;
    std::pair<std::vector<Rank>, std::vector<Rank>> numbers;
    for (std::size_t i = 0; i < all.size(); ++i) numbers.first.push_back(static_cast<Rank>(i));
    std::map<Rank, Rank> senders;
    for (std::size_t i = 0; i < all.size(); ++i) senders.emplace(all[i], static_cast<Rank>(i));
    for (Rank const rank : offers.receiver.ranks) {
        auto const found = senders.find(rank);
        bool const also_sends = found != senders.end();
        numbers.second.push_back(also_sends ? found->second : static_cast<Rank>(all.size()));
        if (!also_sends) all.push_back(rank);
    }
    return numbers;
}

Result<std::string> agreed_algorithm(BothOffers const& offers) {
    std::string const& sender = offers.sender.algorithm;
    std::string const& receiver = offers.receiver.algorithm;
    if (sender != "auto" && receiver != "auto" && sender != receiver)
        return fail(fmt::format("the sender asks for '{}', the receiver for '{}': one of them should say auto", sender, receiver));
    return sender != "auto" ? sender : receiver;
}

Result<CouplingChoice> chosen_algorithm(BothOffers const& offers, Coupling const& coupling, bool once) {
    auto const asked = TRY(agreed_algorithm(offers));
    if (!offers.sender.addresses.empty()) {
        if (asked != "auto" && asked != coupling_algorithms[0])
            return fail(fmt::format("'{}' needs a communicator of both sides; between jobs that were started separately it is {}",
                                    asked, coupling_algorithms[0]));
        return CouplingChoice{std::string(coupling_algorithms[0]),
                              "between jobs every rank has a connection to each it has data for"};
    }
    if (asked != "auto") {
        TRY(coupling_schedule(asked, coupling));
        return CouplingChoice{asked, ""};
    }
    if (once) return CouplingChoice{std::string(coupling_algorithms[0]), "for one transfer no algorithm is looked for"};
    std::optional<Machine> machine;
    if (!offers.sender.machine.empty()) machine = TRY(Machine::from_json(offers.sender.machine));
    auto const rows = TRY(rate_coupling(coupling, machine ? &*machine : nullptr));
    return choose_coupling(rows);
}

/// A quarter of the shorter patience, so that up to three signs of life may be late.
std::chrono::milliseconds interval_of_heartbeats(BothOffers const& offers) {
    using namespace std::chrono_literals;
    return std::clamp<std::chrono::milliseconds>(std::min(offers.sender.timeout, offers.receiver.timeout) / 4, 5ms, 15s);
}

} // namespace

Result<MappingSpec> mapping_of_side(std::string const& hpf, std::string const& name, int ranks, FileReader const* files) {
    auto const job = parse_job(hpf, name, {ranks, files});
    if (!job) return tl::unexpected(Error{to_string(job.error())});
    if (job->arrays.size() != 1)
        return fail(fmt::format("{}: a channel carries one array; here {} are mapped", name, job->arrays.size()));
    return job->arrays.front().states.back();
}

std::string ChannelOffer::to_json() const {
    nlohmann::json const json{
        {"schema", offer_schema},     {"name", name},           {"error", error},     {"hpf", hpf},     {"ranks", ranks},
        {"addresses", addresses},     {"algorithm", algorithm}, {"machine", machine}, {"count", count}, {"ahead", ahead},
        {"patience", timeout.count()}};
    return json.dump();
}

Result<ChannelOffer> ChannelOffer::from_json(std::string_view text) {
    auto const foreign = fail("the other side of the channel is no Tessera program of this version");
    auto const json = nlohmann::json::parse(text, nullptr, false);
    if (!has_schema(json, offer_schema)) return foreign;
    try {
        auto const texts = [&json](char const* member) { return json_member<std::string>(json, member, "an offer"); };
        ChannelOffer offer{texts("name"), texts("error"), texts("hpf"), json_member<std::vector<Rank>>(json, "ranks", "an offer")};
        offer.addresses = json.at("addresses").get<std::vector<std::string>>();
        offer.algorithm = texts("algorithm");
        offer.machine = texts("machine");
        offer.count = json_member<Index>(json, "count", "an offer");
        offer.ahead = json_member<int>(json, "ahead", "an offer");
        offer.timeout = std::chrono::milliseconds(json_member<Index>(json, "patience", "an offer"));
        bool const listens = offer.addresses.size() == offer.ranks.size();
        if (offer.count < 0 || offer.ahead < 1 || offer.ranks.empty() || (!listens && !offer.addresses.empty())) return foreign;
        return offer;
    } catch (JsonMismatch const&) {
        return foreign;
    } catch (nlohmann::json::exception const&) {
        return foreign;
    }
}

bool ChannelOffer::is_offer(std::string_view text) {
    auto const json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("schema") || !json.at("schema").is_string()) return false;
    return json.at("schema").get_ref<std::string const&>().starts_with(offer_schema_name);
}

ChannelOffer offer_of(std::string const& hpf, int ranks, ChannelOptions const& options) {
    ChannelOffer offer;
    ListFiles const lists(".", ListFiles::AllowedPaths::Anywhere);
    auto const mapping = mapping_of_side(hpf, "<the channel's array>", ranks, &lists);
    if (mapping)
        offer.hpf = write_hpf(with_lists_inside(*mapping));
    else
        offer.error = mapping.error().message;
    offer.algorithm = options.algorithm;
    if (options.machine) offer.machine = options.machine->to_json();
    offer.count = options.count.number();
    offer.ahead = std::max(options.ahead, 1);
    offer.timeout = options.timeout;
    return offer;
}

Result<ChannelTerms> terms_of(BothOffers const& offers) {
    if (offers.sender.name != offers.receiver.name)
        return fail(
            fmt::format("the sender opens channel '{}' while the receiver opens channel '{}'; both sides open their channels "
                        "in the same order",
                        offers.sender.name, offers.receiver.name));
    for (auto const& [side, offer] : {std::pair{"sender", &offers.sender}, {"receiver", &offers.receiver}})
        if (!offer->error.empty()) return fail(fmt::format("the {} cannot take part: {}", side, offer->error));
    auto [senders, receivers] = numbers_among_all(offers);
    auto const source = TRY(mapping_of_side(offers.sender.hpf, "<sender>", static_cast<int>(senders.size()), nullptr));
    auto const target = TRY(mapping_of_side(offers.receiver.hpf, "<receiver>", static_cast<int>(receivers.size()), nullptr));
    auto coupling = TRY(Coupling::make({source, senders}, {target, receivers}));
    auto const [fewer, more] = std::minmax(offers.sender.count, offers.receiver.count);
    auto const count = fewer == 0 ? TransferCount::endless() : TransferCount::times(more);
    auto choice = TRY(chosen_algorithm(offers, coupling, count.is_once()));
    return ChannelTerms{std::move(coupling),      std::move(senders),
                        std::move(receivers),     std::move(choice.algorithm),
                        std::move(choice.reason), count,
                        offers.sender.ahead,      interval_of_heartbeats(offers)};
}

} // namespace tessera
