// SPDX-License-Identifier: BSD-3-Clause
// Tessera: loads of directed links, counted by routing every message.
#include "libcore/network/link_loads.hpp"

#include <algorithm>

namespace tessera {

LoadCounter::LoadCounter(Topology const& topology, Placement const& placement) : topology_(topology), placement_(placement) {
    loads_.messages.assign(topology.links().size(), 0);
    loads_.bytes.assign(topology.links().size(), 0);
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
        loads_.messages[static_cast<std::size_t>(link)] = 0;
        loads_.bytes[static_cast<std::size_t>(link)] = 0;
    }
    touched_.clear();
}

void LoadCounter::add(Transfer const& transfer) {
    route_.clear();
    topology_.route(placement_.node[static_cast<std::size_t>(transfer.from)],
                    placement_.node[static_cast<std::size_t>(transfer.to)], route_);
    for (int const link : route_) {
        auto const l = static_cast<std::size_t>(link);
        if (loads_.messages[l]++ == 0) touched_.push_back(link);
        loads_.bytes[l] += transfer.bytes;
    }
}

void LoadCounter::finish() {
    loads_.max_load = 0;
    loads_.max_load_bytes = 0;
    loads_.busiest = -1;
    for (int const touched : touched_) {
        auto const l = static_cast<std::size_t>(touched);
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
