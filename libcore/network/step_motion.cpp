// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the progress of the messages of a step at any time.
#include "libcore/network/step_motion.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <functional>
#include <limits>

namespace tessera {
namespace {

Result<StepRates> motion_rates(Machine const* machine, StepKind kind, StepVolume const& volume) {
    if (machine == nullptr || !machine->has_rates()) return StepRates{.start = 0, .port = 1, .link = 1};
    return rates_of(*machine, kind, volume);
}

std::vector<Transfer> transfers_of(Schedule const& schedule, int step) {
    std::vector<Transfer> transfers;
    schedule.for_each_transfer(step, [&transfers](Transfer const& transfer) { transfers.push_back(transfer); });
    return transfers;
}

} // namespace

double MovingMessage::passed(std::size_t stage, double time) const {
    auto const bytes = static_cast<double>(transfer.bytes);
    if (time >= ends[stage]) return bytes;
    return bytes * std::max(time, 0.0) / ends[stage];
}

std::vector<ParcelLeg> legs_of(MovingMessage const& message, int parcel, int parcels) {
    assert(0 <= parcel && parcel < parcels);
    std::vector<ParcelLeg> legs;
    std::size_t const links = message.route.size();
    double here = message.ends.front() * (parcel + 1) / parcels; // the time when it reached the next link
    for (std::size_t first = 0; first < links;) {
        double const last_byte = message.ends[first + 1];
        std::size_t end = first + 1;
        while (end < links && message.ends[end + 1] == last_byte) ++end;
        bool const held_up = last_byte > message.ends[first];
        double const turn = last_byte * parcel / parcels; // time of its first byte
        double const begins = legs.empty() && !held_up ? turn : std::max(turn, here);
        here = last_byte * (parcel + 1) / parcels;
        legs.push_back({first, end, begins, here});
        first = end;
    }
    return legs;
}

Result<StepMotion> StepMotion::of(Schedule const& schedule, int step, Site const& site) {
    auto const transfers = transfers_of(schedule, step);
    if (std::ssize(transfers) > most_moving_messages)
        return fail(fmt::format("step {} has {} messages, too many to follow; the most is {}", step + 1,
                                grouped(std::ssize(transfers)), grouped(most_moving_messages)));
    StepMotion motion;
    StepCoster coster(*site.topology, site.placement, site.machine.get());
    StepCost const cost = coster.cost(transfers, schedule.kind(step));
    if (auto const lack = coster.lack(cost); !lack.empty()) return fail(lack);
    auto const rates = TRY(motion_rates(site.machine.get(), schedule.kind(step), cost.volume));
    motion.cost_ = cost;
    motion.start_ = rates.start;
    for (Transfer const& transfer : transfers) motion.add(transfer, site);
    LoadCounter counter(*site.topology, site.placement);
    motion.find_ends(site, rates, counter.count(transfers));
    return motion;
}

void StepMotion::add(Transfer const& transfer, Site const& site) {
    MovingMessage message{transfer, {}, {}};
    site.topology->route(site.placement.node[as_size(transfer.from)], site.placement.node[as_size(transfer.to)], message.route);
    messages_.push_back(std::move(message));
}

void StepMotion::find_ends(Site const& site, StepRates const& rates, StepLoads const& loads) {
    auto const links = site.topology->links();
    double const link_rate = rates.link.value_or(0); // absent only if links delay nothing
    for (Link const& link : links)
        capacity_.push_back(link_rate > 0 ? static_cast<double>(link.width) * link.capacity / link_rate
                                          : std::numeric_limits<double>::infinity());
    std::vector<Index> sent(site.placement.node.size(), 0);
    for (MovingMessage const& each : messages_) sent[as_size(each.transfer.from)] += each.transfer.bytes;
    for (MovingMessage& each : messages_) {
        each.ends = {static_cast<double>(sent[as_size(each.transfer.from)]) * rates.port};
        for (int const link : each.route)
            each.ends.push_back(std::max(each.end(), static_cast<double>(loads.bytes[as_size(link)]) / capacity_[as_size(link)]));
        transfer_ = std::max(transfer_, each.end());
    }
}

std::vector<LinkMoment> StepMotion::links_at(double time) const {
    double const moved = time - start_;
    std::vector<LinkMoment> moments(capacity_.size());
    for (MovingMessage const& each : messages_) {
        auto const bytes = static_cast<double>(each.transfer.bytes);
        for (std::size_t i = 0; i < each.route.size(); ++i) {
            auto const link = as_size(each.route[i]);
            LinkMoment& moment = moments[link];
            moment.coming += bytes - each.passed(i, moved);
            moment.waiting += each.waiting(i, moved);
            moment.passed += each.passed(i + 1, moved);
            if (0 <= moved && moved < each.ends[i + 1]) moment.busy += bytes / each.ends[i + 1] / capacity_[link];
        }
    }
    return moments;
}

std::vector<std::vector<StepMotion::LoadPeriod>> StepMotion::load_periods() const {
    std::vector<std::vector<LoadPeriod>> load_periods(capacity_.size());
    for (MovingMessage const& each : messages_)
        for (std::size_t i = 0; i < each.route.size(); ++i) {
            auto const link = as_size(each.route[i]);
            double const end = each.ends[i + 1];
            load_periods[link].push_back({end, static_cast<double>(each.transfer.bytes) / end / capacity_[link]});
        }
    for (std::vector<LoadPeriod>& of_link : load_periods) {
        std::ranges::sort(of_link, std::greater(), &LoadPeriod::until);
        std::vector<LoadPeriod> summed; // in reverse order
        double busy = 0;
        for (LoadPeriod const& each : of_link) {
            busy += each.busy;
            if (summed.empty() || summed.back().until != each.until) summed.push_back({each.until, 0});
            summed.back().busy = busy;
        }
        of_link.assign(summed.rbegin(), summed.rend());
    }
    return load_periods;
}

} // namespace tessera
