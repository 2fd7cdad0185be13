// SPDX-License-Identifier: BSD-3-Clause
// Tessera: quality of a schedule.
#include "libcore/schedule/quality.hpp"

#include "libcore/schedule/detail/pattern_quality.hpp"

#include <algorithm>

namespace tessera {

namespace {

/// The traffic of one rank in one step, and the forwarded data that it holds.
struct Port {
    Index sent = 0;
    Index received = 0;
    Index transfers = 0;
    Index foreign = 0; ///< bytes of other ranks' messages held between steps
    Index most_foreign = 0;
    Index largest_step = 0; ///< bytes in the buffers of its largest step
};

class Meter {
  public:
    explicit Meter(Schedule const& schedule) : schedule_(schedule), ports_(as_size(schedule.size())) {
        quality_.max_degree = schedule.messages().max_degree();
        quality_.lower_bound = schedule.messages().busiest_port();
    }

    Result<ScheduleQuality> measure(Watch const& watch) {
        for (int step = 0; step < schedule_.steps(); ++step) {
            if (watch.stopped()) return stopped_error();
            watch.report(step, schedule_.steps());
            schedule_.for_each_transfer(step, [&](Transfer const& transfer) { count(transfer, step); });
            finish_step();
        }
        for (Port const& port : ports_) quality_.max_memory = std::max(quality_.max_memory, port.most_foreign + port.largest_step);
        return quality_;
    }

  private:
    Port& port(int position) { return ports_[as_size(position)]; }

    void count(Transfer const& transfer, int step) {
        ++quality_.transfers;
        quality_.bytes_sent += transfer.bytes;
        ++port(transfer.from).transfers;
        ++port(transfer.to).transfers;
        port(transfer.from).sent += transfer.bytes;
        port(transfer.to).received += transfer.bytes;
        if (!schedule_.store_and_forward()) return;
        for (Block const& block : schedule_.blocks(transfer, step)) {
            if (block.from != transfer.from) port(transfer.from).foreign -= block.bytes;
            if (block.to != transfer.to) port(transfer.to).foreign += block.bytes;
        }
    }

    void finish_step() {
        Index busiest = 0;
        int idle = 0;
        for (Port& port : ports_) {
            busiest = std::max({busiest, port.sent, port.received});
            idle += port.transfers == 0 ? 1 : 0;
            port.most_foreign = std::max(port.most_foreign, port.foreign);
            port.largest_step = std::max(port.largest_step, port.sent + port.received);
            port.sent = port.received = port.transfers = 0;
        }
        quality_.one_port_cost += busiest;
        quality_.steps += idle < std::ssize(ports_) ? 1 : 0;
        quality_.idle_ranks.push_back(idle);
    }

    Schedule const& schedule_;
    std::vector<Port> ports_;
    ScheduleQuality quality_;
};

} // namespace

Result<ScheduleQuality> quality_of(Schedule const& schedule, Watch const& watch) {
    if (schedule.steps() > 0 && schedule.pattern(0)) return detail::quality_by_patterns(schedule, watch);
    return Meter(schedule).measure(watch);
}

ScheduleQuality quality_of(Schedule const& schedule) {
    return *quality_of(schedule, {});
}

} // namespace tessera
