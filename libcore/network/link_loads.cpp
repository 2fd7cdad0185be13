// SPDX-License-Identifier: BSD-3-Clause
// Tessera: loads of directed links, counted by routing every message.
#include "libcore/network/link_loads.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

/// Limit of the pending runs. They are counted before there are more.
constexpr std::size_t most_pending = std::size_t{1} << 16;

} // namespace

LoadCounter::LoadCounter(Topology const& topology, Placement const& placement) : topology_(topology), placement_(placement) {
    std::size_t const links = topology.links().size();
    loads_.messages.assign(links, 0);
    loads_.bytes.assign(links, 0);
    message_steps_.assign(links + 1, 0);
    byte_steps_.assign(links + 1, 0);
}

StepLoads const& LoadCounter::count(Schedule const& schedule, int step) {
    clear();
    schedule.for_each_transfer(step, [this](Transfer const& transfer) { add(transfer); });
    finish();
    return loads_;
}

StepLoads const& LoadCounter::count(std::span<Transfer const> transfers) {
    clear();
    for (Transfer const& transfer : transfers) add(transfer);
    finish();
    return loads_;
}

void LoadCounter::clear() {
    for (int const link : touched_) {
        loads_.messages[as_size(link)] = 0;
        loads_.bytes[as_size(link)] = 0;
    }
    touched_.clear();
    loads_.hops = 0;
    loads_.visits = 0;
}

void LoadCounter::add(Transfer const& transfer) {
    int const from = placement_.node[as_size(transfer.from)];
    int const to = placement_.node[as_size(transfer.to)];
    runs_.clear();
    if (topology_.route_runs(from, to, runs_)) {
        for (LinkRun const& run : runs_) {
            pending_.push_back({run, transfer.bytes});
            pending_hops_ += run.end - run.begin;
        }
        if (pending_.size() >= most_pending) settle();
        return;
    }
    route_.clear();
    topology_.route(from, to, route_);
    for (int const link : route_) cross(link, 1, transfer.bytes);
    loads_.hops += std::ssize(route_);
    loads_.visits += std::ssize(route_);
}

void LoadCounter::cross(int link, Index messages, Index bytes) {
    auto const l = as_size(link);
    if (loads_.messages[l] == 0) touched_.push_back(link);
    loads_.messages[l] += messages;
    loads_.bytes[l] += bytes;
}

void LoadCounter::settle() {
    bool const by_ends = pending_hops_ > static_cast<Index>(loads_.messages.size() + 2 * pending_.size());
    for (auto const& [links, bytes] : pending_) {
        if (by_ends) {
            ++message_steps_[as_size(links.begin)];
            --message_steps_[as_size(links.end)];
            byte_steps_[as_size(links.begin)] += bytes;
            byte_steps_[as_size(links.end)] -= bytes;
        } else {
            for (int link = links.begin; link < links.end; ++link) cross(link, 1, bytes);
        }
    }
    has_steps_ = has_steps_ || by_ends;
    loads_.hops += pending_hops_;
    loads_.visits += by_ends ? std::ssize(pending_) : pending_hops_;
    pending_hops_ = 0;
    pending_.clear();
}

void LoadCounter::sweep() {
    Index messages = 0;
    Index bytes = 0;
    for (std::size_t link = 0; link < message_steps_.size(); ++link) {
        messages += std::exchange(message_steps_[link], 0);
        bytes += std::exchange(byte_steps_[link], 0);
        if (messages > 0) cross(static_cast<int>(link), messages, bytes);
    }
    loads_.visits += std::ssize(message_steps_) / 4; // visited in order, so they are cheap
    has_steps_ = false;
}

void LoadCounter::finish() {
    loads_.max_load = 0;
    loads_.max_load_bytes = 0;
    loads_.busiest = -1;
    settle();
    if (has_steps_) sweep();
    for (int const touched : touched_) {
        auto const l = as_size(touched);
        Link const& link = topology_.links()[l];
        auto const width = static_cast<double>(link.width);
        loads_.max_load = std::max(loads_.max_load, static_cast<double>(loads_.messages[l]) / width);
        double const bytes = static_cast<double>(loads_.bytes[l]) / (width * link.capacity);
        bool const first_of_equals = bytes == loads_.max_load_bytes && touched < loads_.busiest;
        if (bytes > loads_.max_load_bytes || first_of_equals) {
            loads_.max_load_bytes = bytes;
            loads_.busiest = touched;
        }
    }
}

} // namespace tessera
