// SPDX-License-Identifier: BSD-3-Clause
// Tessera: executes any schedule under MPI, step by step.
#include "libcore/runtime/move/schedule/schedule_executor.hpp"

#include "libcore/runtime/mpi/request_set.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

namespace tessera {

namespace {

/// Steps that may overlap without barriers. Enough that a late partner does not block a rank at once, few enough that ranks
/// keep to the order of the steps.
constexpr int async_window = 4;

int window_of(StepOrder order) {
    return order == StepOrder::Async ? async_window : 1;
}

std::vector<ByteBlock> blocks_of(std::vector<StepTransfer> const& transfers, Index most_per_count) {
    std::vector<ByteBlock> blocks;
    blocks.reserve(transfers.size());
    for (StepTransfer const& transfer : transfers) blocks.emplace_back(transfer.bytes, most_per_count);
    return blocks;
}

} // namespace

/// One execution of a schedule.
class ScheduleExecution {
  public:
    ScheduleExecution(ScheduleExecutor& executor, MessageEnds& ends)
        : plan_(executor.steps_), executor_(executor), ends_(ends), pool_(executor.pool_.data()), trace_(executor.options_.trace),
          window_(window_of(executor.options_.order)), unsent_(as_size(plan_.steps), 0), unfinished_(unsent_),
          started_(plan_.sends.size(), false), started_at_(trace_ != nullptr ? plan_.sends.size() : 0),
          received_(plan_.receives.size(), false), missing_(plan_.expected) {
        for (StepTransfer const& send : plan_.sends) ++unsent_[as_size(send.step)];
        unfinished_ = unsent_;
        for (StepTransfer const& receive : plan_.receives) ++unfinished_[as_size(receive.step)];
    }

    void go() {
        for (advance(); oldest_ < plan_.steps; advance()) {
            post_receives();
            start_sends();
            settle_one();
        }
    }

  private:
    struct Running {
        bool is_send = false;
        std::size_t number = 0; // in plan_.sends or plan_.receives
    };

    /// Moves past complete steps.
    void advance() {
        while (oldest_ < plan_.steps && unfinished_[as_size(oldest_)] == 0) {
            ++oldest_;
            if (executor_.options_.order == StepOrder::Barrier) executor_.comm_.barrier();
        }
        while (first_send_ < plan_.sends.size() && unsent_[as_size(plan_.sends[first_send_].step)] == 0) ++first_send_;
    }

    [[nodiscard]] bool is_open(int step) const { return step < oldest_ + window_; }

    void post_receives() {
        for (; next_receive_ < plan_.receives.size() && is_open(plan_.receives[next_receive_].step); ++next_receive_) {
            StepTransfer const& receive = plan_.receives[next_receive_];
            std::byte* const place = receive.staged_at ? pool_ + *receive.staged_at : assembly_place(receive.places.front());
            note({false, next_receive_},
                 requests_.receive(executor_.comm_, receive.peer, place, executor_.receive_blocks_[next_receive_]));
        }
    }

    /// Starts the sends of the first step with unfinished sends, if all their data is here.
    void start_sends() {
        if (first_send_ == plan_.sends.size()) return;
        int const step = plan_.sends[first_send_].step;
        if (!is_open(step)) return;
        for (std::size_t i = first_send_; i < plan_.sends.size() && plan_.sends[i].step == step; ++i) {
            auto const& waits_for = plan_.sends[i].waits_for;
            bool const ready = std::ranges::all_of(waits_for, [this](std::size_t receive) { return received_[receive]; });
            if (ready && !started_[i]) start_send(i);
        }
    }

    void start_send(std::size_t number) {
        StepTransfer const& send = plan_.sends[number];
        started_[number] = true;
        if (trace_ != nullptr) started_at_[number] = trace_->now();
        std::byte const* data = nullptr;
        if (send.staged_at) {
            data = pool_ + *send.staged_at;
            gather(send, pool_ + *send.staged_at);
        } else {
            data = address(send.places.front());
        }
        note({true, number}, requests_.send(executor_.comm_, send.peer, data, executor_.send_blocks_[number]));
    }

    void gather(StepTransfer const& send, std::byte* transfer) {
        for (std::size_t i = 0; i < send.places.size(); ++i)
            std::memcpy(transfer + send.in_transfer[i], address(send.places[i]), as_size(send.places[i].bytes));
    }

    [[nodiscard]] std::byte const* address(BlockLocation const& block) {
        if (block.area == BlockLocation::Area::Pool) return pool_ + block.offset;
        return ends_.outgoing(block.peer) + block.offset;
    }

    [[nodiscard]] std::byte* assembly_place(BlockLocation const& block) { return ends_.incoming(block.peer) + block.offset; }

    void note(Running running, std::size_t request) {
        if (request >= running_.size()) running_.resize(request + 1);
        running_[request] = running;
    }

    void settle_one() {
        auto const request = requests_.wait_any();
        assert(request && "the oldest step is unfinished, but nothing of it is under way");
        Running const done = running_[*request];
        if (done.is_send) {
            finish_send(done.number);
        } else {
            finish_receive(done.number);
        }
    }

    void finish_send(std::size_t number) {
        StepTransfer const& send = plan_.sends[number];
        if (trace_ != nullptr) trace_->sent(send.step, send.peer, send.bytes, started_at_[number], trace_->now());
        --unsent_[as_size(send.step)];
        --unfinished_[as_size(send.step)];
    }

    void finish_receive(std::size_t number) {
        StepTransfer const& receive = plan_.receives[number];
        if (trace_ != nullptr) trace_->received(receive.step, receive.peer, trace_->now());
        received_[number] = true;
        for (std::size_t i = 0; i < receive.places.size(); ++i) {
            deliver(receive.places[i], receive.staged_at ? pool_ + *receive.staged_at + receive.in_transfer[i] : nullptr);
        }
        --unfinished_[as_size(receive.step)];
    }

    /// staged: address of the block; null if it was received in its place.
    void deliver(BlockLocation const& block, std::byte const* staged) {
        auto const from = as_size(block.peer);
        if (staged != nullptr && block.bytes == plan_.expected[from]) {
            ends_.arrived(block.peer, staged);
            return;
        }
        if (staged != nullptr) std::memcpy(assembly_place(block), staged, as_size(block.bytes));
        missing_[from] -= block.bytes;
        if (missing_[from] == 0) ends_.arrived(block.peer, ends_.incoming(block.peer));
    }

    RankSteps const& plan_;
    ScheduleExecutor& executor_;
    MessageEnds& ends_;
    std::byte* pool_;
    TraceRecorder* trace_;
    int window_;

    int oldest_ = 0;                // the first incomplete step
    std::size_t first_send_ = 0;    // first send of the first step with unfinished sends
    std::size_t next_receive_ = 0;  // next receive to post
    std::vector<Index> unsent_;     // by step: incomplete sends
    std::vector<Index> unfinished_; // by step: incomplete sends and receives
    std::vector<bool> started_;     // by number of the send
    std::vector<double> started_at_;
    std::vector<bool> received_; // by number of the receive
    std::vector<Index> missing_; // by rank: bytes still missing from the assembled message
    std::vector<Running> running_;
    RequestSet requests_; // last member, so that all the others outlive it
};

ScheduleExecutor::ScheduleExecutor(Communicator const& comm, Schedule const& schedule, Options const& options)
    : comm_(comm), options_(options), steps_(compile_steps(schedule, comm.rank(), window_of(options.order))),
      send_blocks_(blocks_of(steps_.sends, options.most_bytes_per_count)),
      receive_blocks_(blocks_of(steps_.receives, options.most_bytes_per_count)), pool_(steps_.pool_bytes) {}

void ScheduleExecutor::run(MessageEnds& ends) {
    if (options_.trace != nullptr) options_.trace->begin(comm_);
    ScheduleExecution(*this, ends).go();
}

bool ScheduleExecutor::assembles(Rank from) const {
    auto const place = as_size(from);
    return place < steps_.assembled.size() && steps_.assembled[place];
}

} // namespace tessera
