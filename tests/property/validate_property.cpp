// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the validator against a play of every byte, on right schedules and on spoilt ones.
#include "libcore/schedule/algorithm.hpp"
#include "libcore/schedule/quality.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/message_set_generator.hpp"
#include "tests/property/recorded_schedule.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <array>

using namespace tessera;
using namespace tessera::oracle;

namespace {

RecordedSchedule random_record() {
    for (;;) {
        MessageSet const messages = random_messages(12, 4);
        AlgorithmInfo const info = algorithms()[static_cast<std::size_t>(between(0, std::ssize(algorithms()) - 1))];
        auto const schedule = make_schedule(info.name, messages, random_mesh(messages.size()));
        if (schedule && messages.messages() > 0) return RecordedSchedule(**schedule);
    }
}

template <class T>
T& any_of(std::vector<T>& list) {
    return list[static_cast<std::size_t>(between(0, std::ssize(list) - 1))];
}

std::vector<Sent>& any_busy_step(RecordedSchedule& record) {
    for (;;)
        if (auto& step = any_of(record.sent); !step.empty()) return step;
}

void drop(RecordedSchedule& record) {
    auto& step = any_busy_step(record);
    step.erase(step.begin() + between(0, std::ssize(step) - 1));
}

void repeat(RecordedSchedule& record) {
    Sent const again = any_of(any_busy_step(record));
    record.sent.push_back({again});
}

void repeat_block(RecordedSchedule& record) {
    Sent& sent = any_of(any_busy_step(record));
    Block const again = any_of(sent.blocks);
    sent.blocks.push_back(again);
    sent.transfer.bytes += again.bytes;
}

void shift_block(RecordedSchedule& record) {
    any_of(any_of(any_busy_step(record)).blocks).offset += between(0, 1) == 0 ? 1 : -1;
}

void redirect(RecordedSchedule& record) {
    Sent& sent = any_of(any_busy_step(record));
    sent.transfer.to = (sent.transfer.to + 1) % record.size();
}

void exchange_steps(RecordedSchedule& record) {
    std::swap(any_busy_step(record), any_busy_step(record));
}

/// Sends one transfer in another step.
void reschedule(RecordedSchedule& record) {
    auto& step = any_busy_step(record);
    auto const chosen = step.begin() + between(0, std::ssize(step) - 1);
    Sent const sent = *chosen;
    step.erase(chosen);
    any_of(record.sent).push_back(sent);
}

/// In the end something leaves its receiver and comes back to it.
void detour(RecordedSchedule& record) {
    Sent away = any_of(any_busy_step(record));
    away.blocks.resize(1);
    away.transfer.bytes = away.blocks.front().bytes;
    away.transfer.from = away.blocks.front().to;
    away.transfer.to = (away.transfer.from + 1) % record.size();
    Sent back = away;
    std::swap(back.transfer.from, back.transfer.to);
    record.sent.push_back({away});
    record.sent.push_back({back});
}

void cut_block(RecordedSchedule& record) {
    Sent& sent = any_of(any_busy_step(record));
    Block& block = any_of(sent.blocks);
    if (block.bytes < 2) return;
    Index const tail = between(1, block.bytes - 1);
    block.bytes -= tail;
    Block const rest{block.from, block.to, block.offset + block.bytes, tail};
    sent.blocks.push_back(rest);
}

bool agrees() {
    return rc::check("the validator and the play of every byte agree on changed schedules", [] {
        RecordedSchedule record = random_record();
        constexpr std::array changes{drop,           repeat,    repeat_block, shift_block, redirect,
                                     exchange_steps, cut_block, reschedule,   detour};
        for (Index count = between(0, 2); count > 0; --count) {
            changes[static_cast<std::size_t>(between(0, std::ssize(changes) - 1))](record);
            bool const nothing_left = std::ranges::all_of(record.sent, [](auto const& step) { return step.empty(); });
            if (nothing_left) break;
        }
        // A rank that sends to itself or a pair twice in one step is no schedule; the play of bytes does not look at that.
        for (auto const& step : record.sent)
            for (Sent const& sent : step) {
                RC_PRE(sent.transfer.from != sent.transfer.to);
                RC_PRE(std::ranges::count_if(step, [&](Sent const& other) {
                           return other.transfer.from == sent.transfer.from && other.transfer.to == sent.transfer.to;
                       }) == 1);
            }
        bool const right = delivers(record);
        RC_CLASSIFY(right);
        RC_ASSERT(validate(record).has_value() == right);
    });
}

bool finds_faults() {
    return rc::check("a transfer left out, sent again, of other bytes or in vain is found", [] {
        RecordedSchedule record = random_record();
        constexpr std::array faults{drop, repeat, repeat_block, shift_block, detour};
        faults[static_cast<std::size_t>(between(0, std::ssize(faults) - 1))](record);
        RC_ASSERT(!validate(record).has_value());
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=5000 max_discard_ratio=100");
    return exit_code({agrees(), finds_faults()});
}
