// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the animated moves of data from its old owners to its new ones.
#include "libcore/scene/messages/data_flow.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <tuple>

namespace tessera {
namespace {

constexpr Index most_transfers_looked_through = Index{1} << 18;

/// Returns the iteration indices that map into the range `seen` of one side.
Run iteration_range(CopySide const& side, Run seen) {
    if (side.step > 0) return {ceil_div(seen.begin - side.start, side.step), ceil_div(seen.end - side.start, side.step)};
    // start + step*k < end  <=>  k > (start - end) / |step|
    return {floor_div(side.start - seen.end, -side.step) + 1, floor_div(side.start - seen.begin, -side.step) + 1};
}

/// Returns the image of a run of iteration indices: exact for steps of 1 and -1, else from its first element to its last.
Run landing(CopySide const& side, Run run) {
    Index const a = side.start + side.step * run.begin;
    Index const b = side.start + side.step * (run.end - 1);
    return {std::min(a, b), std::max(a, b) + 1};
}

/// Returns at most `most` runs of a set, evenly spaced if the set has more.
std::vector<Run> spread_runs(PeriodicSet const& set, Index most) {
    std::vector<Run> runs;
    Index const count = std::min(set.run_count(), most);
    bool const all = count == set.run_count();
    Index next = set.bounds().begin;
    for (Index i = 0; i < count; ++i) {
        auto const run = set.run_from(all ? next : set.element(set.count() * i / count));
        if (!run) break;
        if (runs.empty() || runs.back().end < run->end) runs.push_back(*run);
        next = run->end;
    }
    return runs;
}

class Collector {
  public:
    Collector(RedistPlan const& plan, FlowSlice const& source, FlowSlice const& target)
        : plan_(plan), source_(source), target_(target) {
        for (std::size_t a = 0; a < axes().size(); ++a) {
            CopyAxis const& axis = axes()[a];
            bool const drawn =
                (axis.source && is_drawn(source_, axis.source->dim)) || (axis.target && is_drawn(target_, axis.target->dim));
            if (drawn) drawn_.push_back(a);
        }
    }

    /// Collects at most `most` flights of a message. Returns false if it has more visible flights.
    bool collect(Message const& message, TravelSteps steps, Index most, std::vector<Flight>& flights) const {
        BoxSet const box = plan_.box(message);
        std::vector<PeriodicSet> sets;
        for (std::size_t a = 0; a < axes().size(); ++a) {
            PeriodicSet const seen = in_sight(axes()[a], box.dims()[a]);
            if (seen.empty()) return true;
            if (std::ranges::find(drawn_, a) != drawn_.end()) sets.push_back(seen);
        }
        std::vector<Index> shares = shared(sets, most);
        std::vector<std::vector<Run>> runs;
        bool complete = true;
        for (std::size_t i = 0; i < sets.size(); ++i) {
            runs.push_back(spread_runs(sets[i], shares[i]));
            complete = complete && shares[i] >= sets[i].run_count();
        }
        add_product(message, steps, runs, flights);
        return complete;
    }

  private:
    [[nodiscard]] std::vector<CopyAxis> const& axes() const { return plan_.map().axes; }
    static bool is_drawn(FlowSlice const& slice, int dim) { return dim == slice.column_dim || dim == slice.row_dim; }

    /// Returns the part of an axis' set that is visible in the source, or, for an axis without a source dimension, the whole set.
    /// The target shows data from there.
    [[nodiscard]] PeriodicSet in_sight(CopyAxis const& axis, PeriodicSet const& set) const {
        if (!axis.source) return set;
        int const dim = axis.source->dim;
        Index const at = source_.fixed[as_size(dim)];
        Run const seen = dim == source_.column_dim ? source_.columns : dim == source_.row_dim ? source_.rows : Run{at, at + 1};
        return set.clipped(iteration_range(*axis.source, seen));
    }

    /// Returns the number of runs to show of each set, so that the product is at most `most`.
    static std::vector<Index> shared(std::vector<PeriodicSet> const& sets, Index most) {
        std::vector<Index> shares;
        for (PeriodicSet const& set : sets) shares.push_back(std::min(set.run_count(), most));
        for (;;) {
            Index product = 1;
            for (Index const share : shares) product *= share;
            if (product <= most) return shares;
            auto const largest = std::ranges::max_element(shares);
            *largest = std::max<Index>(std::min(*largest - 1, *largest * most / product), 1);
        }
    }

    void add_product(Message const& message, TravelSteps steps, std::vector<std::vector<Run>> const& runs,
                     std::vector<Flight>& flights) const {
        std::vector<std::size_t> at(runs.size(), 0);
        for (;;) {
            Flight flight{message.from, message.to, {0, 1}, {0, 1}, {0, 1}, {0, 1}, steps};
            for (std::size_t i = 0; i < runs.size(); ++i) place(flight, axes()[drawn_[i]], runs[i][at[i]]);
            flights.push_back(flight);
            std::size_t i = 0;
            while (i < runs.size() && ++at[i] == runs[i].size()) at[i++] = 0;
            if (i == runs.size()) return;
        }
    }

    void place(Flight& flight, CopyAxis const& axis, Run run) const {
        if (axis.source && axis.source->dim == source_.column_dim) flight.source_columns = landing(*axis.source, run);
        if (axis.source && axis.source->dim == source_.row_dim) flight.source_rows = landing(*axis.source, run);
        if (axis.target && axis.target->dim == target_.column_dim) flight.target_columns = landing(*axis.target, run);
        if (axis.target && axis.target->dim == target_.row_dim) flight.target_rows = landing(*axis.target, run);
    }

    RedistPlan const& plan_;
    FlowSlice const& source_;
    FlowSlice const& target_;
    std::vector<std::size_t> drawn_; // axes of the copy map that are drawn on at least one side
};

/// A hash for the order of equally large messages. They come from all over the machine, and are the same in every run (Fibonacci
/// hashing).
std::uint64_t scattered(Message const& message) {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
    return (static_cast<std::uint64_t>(message.from) * golden + static_cast<std::uint64_t>(message.to)) * golden;
}

} // namespace

MessageSteps steps_of(Schedule const& schedule) {
    MessageSet const& messages = schedule.messages();
    MessageSteps steps;
    if (messages.messages() > most_transfers_looked_through) return steps;
    Index looked = 0;
    auto const note = [&](int from, int to, int step) {
        auto const [entry, is_new] = steps.try_emplace({messages.rank(from), messages.rank(to)}, TravelSteps{step, step});
        if (!is_new) entry->second.last = step;
    };
    for (int step = 0; step < schedule.steps() && looked <= most_transfers_looked_through; ++step)
        schedule.for_each_transfer(step, [&](Transfer const& transfer) {
            ++looked;
            if (!schedule.store_and_forward()) return note(transfer.from, transfer.to, step);
            for (Block const& block : schedule.blocks(transfer, step)) note(block.from, block.to, step), ++looked;
        });
    return looked > most_transfers_looked_through ? MessageSteps() : steps;
}

std::vector<Message> largest_messages(RedistPlan const& plan, Index most) {
    std::vector<Message> found;
    auto const senders = plan.senders();
    auto const every = as_size(std::max<Index>(plan.totals().messages / most_messages_looked_through, 1));
    for (std::size_t s = 0; s < senders.size(); s += every)
        for (Message const& message : plan.sends(senders[s])) found.push_back(message);
    auto const before = [](Message const& a, Message const& b) {
        auto const key = [](Message const& m) { return std::tuple(m.from == m.to, -m.elements, scattered(m), m.from, m.to); };
        return key(a) < key(b);
    };
    auto const kept = std::min(std::ssize(found), most);
    std::ranges::partial_sort(found, found.begin() + kept, before);
    found.resize(as_size(kept));
    return found;
}

DataFlow data_flow(RedistPlan const& plan, std::span<Message const> messages, FlowSlice const& source, FlowSlice const& target,
                   MessageSteps const& steps, Index most) {
    assert(std::ssize(messages) <= most);
    DataFlow flow;
    flow.messages = plan.totals().messages;
    Collector const collector(plan, source, target);
    Index left = std::ssize(messages);
    for (Message const& message : messages) {
        auto const found = steps.find({message.from, message.to});
        TravelSteps const span = found == steps.end() || message.from == message.to ? TravelSteps{} : found->second;
        flow.steps = std::max(flow.steps, span.last + 1);
        Index const share = std::max<Index>((most - std::ssize(flow.flights)) / std::max<Index>(left--, 1), 1);
        auto const before = flow.flights.size();
        if (!collector.collect(message, span, share, flow.flights)) flow.sampled = true;
        if (message.from != message.to && flow.flights.size() > before) ++flow.messages_shown;
    }
    auto const moving = std::ranges::count_if(messages, [](Message const& message) { return message.from != message.to; });
    flow.sampled = flow.sampled || moving < flow.messages;
    std::ranges::stable_sort(flow.flights, {}, [](Flight const& flight) { return std::pair(!flight.stays(), flight.steps.first); });
    return flow;
}

} // namespace tessera
