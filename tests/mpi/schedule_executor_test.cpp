// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random messages carried by every algorithm, with and without steps in step, every byte and every transfer compared.
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/move/schedule/schedule_executor.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "tests/mpi/moved_arrays.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/message_set_generator.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <map>
#include <mpi.h>
#include <rapidcheck.h>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

using SchedulePointer = std::shared_ptr<Schedule const>;

/// How often each algorithm was run; those the number of ranks does not allow stay away.
std::map<std::string, int, std::less<>> runs_by_algorithm;

/// All algorithms that carry these messages.
std::vector<SchedulePointer> all_schedules(MessageSet const& messages) {
    std::vector<SchedulePointer> schedules;
    for (AlgorithmInfo const& info : algorithms()) {
        auto schedule = make_schedule(info.name, messages, random_mesh(messages.size()));
        if (!schedule) continue;
        ++runs_by_algorithm[std::string(info.name)];
        schedules.push_back(*std::move(schedule));
    }
    return schedules;
}

/// Every algorithm that allows every number of ranks was tried, and on a power of two all others.
bool every_algorithm_ran() {
    std::set<std::string_view> const picky{"pex", "rex", "bex", "ipex", "rex-mesh"};
    bool const power_of_two = (job_size() & (job_size() - 1)) == 0;
    return std::ranges::all_of(algorithms(), [&](AlgorithmInfo const& info) {
        return (picky.contains(info.name) && !power_of_two) || runs_by_algorithm.contains(info.name);
    });
}

StepOrder random_order_of_steps() {
    return *rc::gen::element(StepOrder::Async, StepOrder::Local, StepOrder::Barrier);
}

std::byte pattern(Rank from, Rank to, Index offset) {
    return static_cast<std::byte>((static_cast<unsigned long>(offset) + 1) * 2654435761UL + static_cast<unsigned long>(from) * 31 +
                                  static_cast<unsigned long>(to) * 7);
}

/// Messages of bytes made from their ranks and place; arrivals are compared at once.
class CheckedEnds final : public MessageEnds {
  public:
    CheckedEnds(MessageSet const& messages, Rank me) : me_(me) {
        for (int position = 0; position < messages.size(); ++position) {
            if (messages.rank(position) != me) continue;
            for (auto const& [peer, bytes] : messages.sends(position)) fill(messages.rank(peer), bytes);
            for (auto const& [peer, bytes] : messages.receives(position))
                incoming_[messages.rank(peer)].assign(static_cast<std::size_t>(bytes), std::byte{0});
        }
    }

    std::byte const* outgoing(Rank to) override { return outgoing_.at(to).data(); }
    std::byte* incoming(Rank from) override { return incoming_.at(from).data(); }
    void arrived(Rank from, std::byte const* data) override {
        std::size_t const bytes = incoming_.at(from).size();
        for (std::size_t i = 0; i < bytes; ++i) all_right_ = all_right_ && data[i] == pattern(from, me_, static_cast<Index>(i));
        ++arrivals_[from];
    }

    /// Did every message arrive once, unharmed? Forgets the arrivals.
    [[nodiscard]] bool complete() {
        for (auto const& [from, message] : incoming_) all_right_ = all_right_ && arrivals_[from] == 1;
        bool const result = all_right_ && arrivals_.size() == incoming_.size();
        arrivals_.clear();
        return result;
    }

  private:
    void fill(Rank to, Index bytes) {
        for (Index i = 0; i < bytes; ++i) outgoing_[to].push_back(pattern(me_, to, i));
    }

    Rank me_;
    std::map<Rank, std::vector<std::byte>> outgoing_;
    std::map<Rank, std::vector<std::byte>> incoming_;
    std::map<Rank, int> arrivals_;
    bool all_right_ = true;
};

/// The transfers of a schedule in real ranks, each once.
auto planned_transfers(Schedule const& schedule) {
    std::multiset<std::tuple<int, Rank, Rank, Index>> planned;
    for (int step = 0; step < schedule.steps(); ++step)
        schedule.for_each_transfer(step, [&](Transfer const& transfer) {
            MessageSet const& messages = schedule.messages();
            planned.emplace(step, messages.rank(transfer.from), messages.rank(transfer.to), transfer.bytes);
        });
    return planned;
}

/// On one node every time is on one clock: a message cannot arrive before somebody turned to sending it.
bool is_trace_of(std::vector<TracedTransfer> const& trace, Schedule const& schedule) {
    std::multiset<std::tuple<int, Rank, Rank, Index>> traced;
    bool ordered = true;
    for (TracedTransfer const& t : trace) {
        traced.emplace(t.step, t.from, t.to, t.bytes);
        ordered = ordered && t.start >= 0 && t.start <= t.sent && t.start <= t.arrived;
    }
    return ordered && traced == planned_transfers(schedule);
}

/// With barriers no transfer of a step begins before the last of the step before has ended.
bool steps_follow_one_another(std::vector<TracedTransfer> const& trace) {
    double begun_by = 0;
    double ended_by = 0;
    int step = 0;
    for (TracedTransfer const& t : trace) {
        if (t.step != step) begun_by = ended_by;
        step = t.step;
        if (t.start < begun_by) return false;
        ended_by = std::max({ended_by, t.sent, t.arrived});
    }
    return true;
}

/// Sets whose rank numbers have gaps, in which ranks of the job may not take part.
MessageSet random_messages_of_job(Index max_bytes) {
    for (;;) {
        MessageSet messages = random_messages(job_size(), max_bytes);
        if (messages.rank(messages.size() - 1) < job_size()) return messages;
    }
}

void carries_every_byte(MessageSet const& messages) {
    Communicator const comm = Communicator::duplicate(MPI_COMM_WORLD);
    StepOrder const order = random_order_of_steps();
    Index const most = one_in(3) ? between(1, 100) : max_mpi_count;
    for (SchedulePointer const& schedule : all_schedules(messages)) {
        CheckedEnds ends(messages, comm.rank());
        TraceRecorder recorder;
        ScheduleExecutor executor(comm, *schedule, {order, most, &recorder});
        for (int run = 0; run < 2; ++run) {
            executor.run(ends);
            RC_ASSERT(everywhere(ends.complete()));
        }
        auto const trace = recorder.gather(comm);
        RC_ASSERT(everywhere(comm.rank() != 0 || is_trace_of(trace, *schedule)));
        RC_ASSERT(everywhere(order != StepOrder::Barrier || steps_follow_one_another(trace)));
    }
}

void carries_random_messages() {
    carries_every_byte(random_messages_of_job(one_in(4) ? 20000 : 300));
}

void carries_all_to_alls() {
    carries_every_byte(MessageSet::all_to_all(job_size(), one_in(4) ? between(5000, 40000) : between(0, 300)).value());
}

void redistributes_by_every_algorithm() {
    MultiPlan const plan = random_multi_plan();
    RankLayouts const layouts = random_layouts(plan);
    RedistributorOptions options;
    options.transport = Transport::Scheduled;
    options.steps = random_order_of_steps();
    options.trace = one_in(2);
    Index reported = 0;
    options.progress = [&](Index bytes) { reported += bytes; };
    for (SchedulePointer const& schedule : all_schedules(MessageSet::of(plan).value())) {
        options.schedule = schedule;
        auto redistributor = Redistributor::make(plan, MPI_COMM_WORLD, layouts, options);
        RC_ASSERT(everywhere(redistributor.has_value()));
        MovedArrays arrays(plan, layouts);
        arrays.prepare(0);
        reported = 0;
        redistributor->execute(arrays.sources(), arrays.targets());
        RC_ASSERT(everywhere(arrays.arrived()));
        RC_ASSERT(everywhere(reported == arrays.delivered_bytes()));
        auto const trace = redistributor->gather_trace();
        bool const wanted = options.trace && Communicator::world().rank() == 0;
        RC_ASSERT(everywhere(wanted ? is_trace_of(trace, *schedule) : trace.empty()));
    }
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(300 / (job_size() + 2));
    try_many_cases(("seed=29 max_success=" + cases).c_str());
    return exit_code({rc::check("random messages arrive by every algorithm", carries_random_messages),
                      rc::check("all-to-alls arrive by every algorithm", carries_all_to_alls),
                      rc::check("every algorithm redistributes", redistributes_by_every_algorithm),
                      rc::check("every algorithm was tried", [] { RC_ASSERT(every_algorithm_ran()); })});
}
