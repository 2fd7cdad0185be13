// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages cut into blocks (preemptive open shop), so that all steps together take only as long as the busiest port needs.
#include "libcore/base/try.hpp"
#include "libcore/schedule/detail/coloured_hops.hpp"
#include "libcore/schedule/detail/cyclic_rounds.hpp"
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/matching_layers.hpp"
#include "libcore/schedule/detail/regular.hpp"
#include "libcore/schedule/detail/sides.hpp"
#include "libcore/schedule/table_schedule.hpp"

#include <algorithm>

namespace tessera::detail {

namespace {

/// Adds entries without a message until all rows and columns have the same sum. Visits the rows and columns with room left in
/// order; each added entry has the smaller of the two rooms. Adds at most 2 side - 1 entries.
void pad(int side, Index sum, std::vector<MatchingLayers::Entry>& entries) {
    std::vector<Index> row_room(as_size(side), sum);
    std::vector<Index> column_room(as_size(side), sum);
    for (MatchingLayers::Entry const& entry : entries) {
        row_room[as_size(entry.row)] -= entry.weight;
        column_room[as_size(entry.column)] -= entry.weight;
    }
    for (int row = 0, column = 0; row < side && column < side;) {
        Index& of_row = row_room[as_size(row)];
        Index& of_column = column_room[as_size(column)];
        Index const weight = std::min(of_row, of_column);
        if (weight > 0) entries.push_back({row, column, weight});
        of_row -= weight;
        of_column -= weight;
        (of_row == 0 ? row : column) += 1;
    }
}

/// Every step sends blocks of one length along a perfect matching of the padded table. The busiest port always has a block to send.
Result<std::vector<Hop>> blocks_of_equal_length(MessageSet const& messages, Watch const& watch) {
    Sides const sides(messages);
    std::vector<MatchingLayers::Entry> entries;
    std::vector<Block> unsent; // indexed by entry: the unsent rest of the message
    messages.for_each([&](int from, int to, Index bytes) {
        entries.push_back({sides.sender_of[as_size(from)], sides.receiver_of[as_size(to)], bytes});
        unsent.push_back({from, to, 0, bytes});
    });
    pad(sides.rounds(), messages.busiest_port(), entries);

    std::vector<Hop> hops;
    MatchingLayers layers(sides.rounds(), std::move(entries));
    Index const all = messages.busiest_port();
    Index peeled = 0;
    for (int step = 0; !layers.done(); ++step) {
        if (watch.stopped()) return stopped_error();
        watch.report(peeled, all);
        Index const length = layers.peel();
        peeled += length;
        for (std::size_t const number : layers.matched()) {
            if (number >= unsent.size()) continue;
            Block& block = unsent[number];
            hops.push_back({step, block.from, block.to, {block.from, block.to, block.offset, length}});
            block.offset += length;
            block.bytes -= length;
        }
    }
    return hops;
}

/// Returns whether all messages have the same length. Then a colouring is optimal and no message has to be cut.
bool is_uniform(MessageSet const& messages) {
    Index shortest = messages.total_bytes();
    Index longest = 0;
    messages.for_each([&](int, int, Index bytes) {
        shortest = std::min(shortest, bytes);
        longest = std::max(longest, bytes);
    });
    return shortest >= longest;
}

} // namespace

MadeSchedule make_split(ScheduleInput input) {
    MessageSet const& messages = input.messages;
    if (is_regular(messages)) return std::make_shared<CyclicRounds>("split", messages, StepKind::Exchange);
    auto hops = TRY(is_uniform(messages) ? coloured_hops(messages, input.watch) : blocks_of_equal_length(messages, input.watch));
    return std::make_shared<TableSchedule>("split", messages, std::move(hops), StepKind::SendReceive);
}

} // namespace tessera::detail
