// SPDX-License-Identifier: BSD-3-Clause
// Tessera: executes a collective plan under MPI.
#include "libcore/runtime/comm/collectives/collective_runner.hpp"

#include "libcore/base/require.hpp"
#include "libcore/base/sort_unique.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace tessera {

/// Finds the messages of one rank in a plan, and its combinations.
struct CollectiveRunner::Compiler {
    int me;
    Index element_bytes;
    Index room = 0; // bytes for arrivals: the maximum over the phases
    std::vector<Phase> phases = {};

    /// Arriving elements that must be combined.
    struct Part {
        int from;
        Run elements;
        Index place;
    };

    /// The phase in construction.
    Phase phase = {};
    std::vector<Part> parts = {};
    Index used = 0; // bytes of the room used so far

    void compile(CollectivePlan const& plan) {
        int number = -1;
        for (CollectiveStep const& step : plan.steps) {
            ++number;
            for (CollectiveMove const& move : step.moves) add(step, move, number);
            if (step.ends_phase) end_phase();
        }
    }

    void add(CollectiveStep const& step, CollectiveMove const& move, int number) {
        Index const own_place = move.elements.begin * element_bytes;
        bool const first = !step.multicast || &move == &step.moves.front();
        if (move.from == me && first) {
            auto& sends = step.multicast ? phase.multicasts : phase.sends;
            sends.push_back(message(step.multicast ? me : move.to, own_place, false, move.elements, number));
        }
        if (move.to != me) return;
        bool const aside = move.arrival == Arrival::Combine;
        auto& receives = step.multicast ? phase.multicasts : phase.receives;
        receives.push_back(message(move.from, aside ? used : own_place, aside, move.elements, number));
        if (!aside) return;
        parts.push_back({move.from, move.elements, used});
        used += aligned(move.elements.size() * element_bytes);
    }

    void end_phase() {
        phase.combinations = combinations(std::exchange(parts, {}));
        room = std::max(room, std::exchange(used, 0));
        bool const idle = phase.sends.empty() && phase.receives.empty() && phase.multicasts.empty();
        if (!idle) phases.push_back(std::exchange(phase, {}));
    }

    static Index aligned(Index bytes) { return (bytes + 63) / 64 * 64; }

    [[nodiscard]] Message message(int peer, Index place, bool aside, Run elements, int step) const {
        Index const bytes = elements.size() * element_bytes;
        return {peer, place, aside, ByteBlock(bytes), bytes, step};
    }

    /// Returns the combinations of a phase. Elements with the same arriving parts are combined together.
    std::vector<Combination> combinations(std::vector<Part> arrived) const {
        std::vector<Index> cuts;
        for (Part const& part : arrived) cuts.insert(cuts.end(), {part.elements.begin, part.elements.end});
        sort_unique(cuts);
        std::ranges::sort(arrived, {}, &Part::from);
        std::vector<Combination> all;
        for (std::size_t c = 0; c + 1 < cuts.size(); ++c) {
            Combination combination{.operands = {}, .elements = cuts[c + 1] - cuts[c]};
            Operand const own{true, cuts[c] * element_bytes};
            bool own_stands = false;
            for (Part const& part : arrived) {
                if (!part.elements.contains(cuts[c])) continue;
                if (part.from > me && !std::exchange(own_stands, true)) combination.operands.push_back(own);
                combination.operands.push_back({false, part.place + (cuts[c] - part.elements.begin) * element_bytes});
            }
            if (combination.operands.empty()) continue;
            if (!own_stands) combination.operands.push_back(own);
            all.push_back(std::move(combination));
        }
        return all;
    }
};

CollectiveRunner::CollectiveRunner(Communicator const& comm, CollectivePlan const& plan, Index element_bytes,
                                   std::optional<Combiner> combiner)
    : comm_(Communicator::duplicate(comm.handle())), combiner_(std::move(combiner)) {
    require(plan.ranks == comm.size(), "CollectiveRunner expects a plan for as many ranks as the communicator has");
    require(plan.kind == CollectiveKind::Broadcast || combiner_, "CollectiveRunner: a reduction expects a combiner");
    Compiler compiler{comm.rank(), element_bytes};
    compiler.compile(plan);
    phases_ = std::move(compiler.phases);
    arrivals_ = Buffer(compiler.room);
}

void CollectiveRunner::record(TraceRecorder* trace, std::vector<Rank> members) {
    trace_ = trace;
    members_ = std::move(members);
}

void CollectiveRunner::execute(std::byte* vector) {
    if (trace_ != nullptr) trace_->begin(comm_);
    for (Phase const& phase : phases_) {
        transfer(phase, vector);
        for (Combination const& each : phase.combinations) combine(each, vector);
    }
}

std::byte* CollectiveRunner::place_of(Message const& message, std::byte* vector) {
    return (message.aside ? arrivals_.data() : vector) + message.place;
}

void CollectiveRunner::transfer(Phase const& phase, std::byte* vector) {
    if (trace_ != nullptr) {
        transfer_traced(phase, vector);
    } else {
        for (Message const& each : phase.receives) requests_.receive(comm_, each.peer, place_of(each, vector), each.block);
        for (Message const& each : phase.sends) requests_.send(comm_, each.peer, place_of(each, vector), each.block);
        requests_.wait_all();
    }
    for (Message const& each : phase.multicasts)
        check_mpi(MPI_Bcast(place_of(each, vector), each.block.count(), each.block.type(), each.peer, comm_.handle()), "MPI_Bcast");
}

void CollectiveRunner::transfer_traced(Phase const& phase, std::byte* vector) {
    std::vector<std::size_t> numbers;
    std::vector<double> starts;
    for (Message const& each : phase.receives)
        numbers.push_back(requests_.receive(comm_, each.peer, place_of(each, vector), each.block));
    for (Message const& each : phase.sends) {
        starts.push_back(trace_->now());
        numbers.push_back(requests_.send(comm_, each.peer, place_of(each, vector), each.block));
    }
    while (auto const ended = requests_.wait_any()) {
        double const now = trace_->now();
        auto const which = as_size(std::ranges::find(numbers, *ended) - numbers.begin());
        bool const is_send = which >= phase.receives.size();
        std::size_t const number = is_send ? which - phase.receives.size() : which;
        Message const& message = is_send ? phase.sends[number] : phase.receives[number];
        if (message.bytes == 0) continue;
        Rank const peer = members_[as_size(message.peer)];
        if (is_send)
            trace_->sent(message.step, peer, message.bytes, starts[number], now);
        else
            trace_->received(message.step, peer, now);
    }
}

void CollectiveRunner::combine(Combination const& combination, std::byte* vector) {
    auto const place = [&](Operand const& operand) { return (operand.own ? vector : arrivals_.data()) + operand.place; };
    Operand result = combination.operands.front();
    for (Operand const& next : std::span(combination.operands).subspan(1)) {
        // Arrivals may be overwritten; a result with own elements goes to their place in the vector.
        Operand const target = next.own ? next : result;
        combiner_->combine(place(result), place(next), place(target), combination.elements);
        result = target;
    }
}

} // namespace tessera
