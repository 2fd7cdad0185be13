// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cells of a message matrix, independent of their appearance.
#include "libcore/scene/detail/message_cells.hpp"

#include "libcore/scene/detail/drawing.hpp"

#include <algorithm>

namespace tessera::detail {
namespace {

/// Returns the volume that the ranks of a range keep. `kept`: by rank, starting at `first`.
MessageVolume sum_of(std::vector<MessageVolume> const& kept, Index first, Run ranks) {
    MessageVolume sum;
    for (Index rank = ranks.begin; rank < ranks.end; ++rank) sum += kept[as_size(rank - first)];
    return sum;
}

} // namespace

MessageCells::MessageCells(MessageMatrix const& matrix, Run sender_ranks, Run receiver_ranks, Index most_cells)
    : senders(cut_evenly(sender_ranks, most_cells)), receivers(cut_evenly(receiver_ranks, most_cells)),
      moved(matrix.volumes(senders, receivers)), kept(moved.size()) {
    Run const everybody{0, matrix.ranks()};
    sent = matrix.volumes(senders, {everybody});
    received = matrix.volumes({everybody}, receivers);
    Run const shown{std::min(sender_ranks.begin, receiver_ranks.begin), std::max(sender_ranks.end, receiver_ranks.end)};
    auto const own = matrix.kept(shown);
    for (std::size_t row = 0; row < senders.size(); ++row) sent[row] -= sum_of(own, shown.begin, senders[row]);
    for (std::size_t column = 0; column < receivers.size(); ++column)
        received[column] -= sum_of(own, shown.begin, receivers[column]);
    for (std::size_t row = 0; row < senders.size(); ++row)
        for (std::size_t column = 0; column < receivers.size(); ++column) {
            std::size_t const cell = at(row, column);
            kept[cell] = sum_of(own, shown.begin, intersection(senders[row], receivers[column]));
            moved[cell] -= kept[cell];
            Index const bytes = moved[cell].bytes;
            if (bytes > 0) least = least == 0 ? bytes : std::min(least, bytes);
            most = std::max(most, bytes);
        }
}

} // namespace tessera::detail
