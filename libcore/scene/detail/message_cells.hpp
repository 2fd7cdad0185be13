// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cells of a message matrix, independent of their appearance.
#pragma once

#include "libcore/scene/messages/message_matrix.hpp"

#include <vector>

namespace tessera::detail {

struct MessageCells {
    std::vector<Run> senders; ///< ranks of each row
    std::vector<Run> receivers;
    std::vector<MessageVolume> moved;    ///< row-major, without self copies
    std::vector<MessageVolume> kept;     ///< self copies, row-major
    std::vector<MessageVolume> sent;     ///< one sum per row, to all ranks
    std::vector<MessageVolume> received; ///< one sum per column, from all ranks
    Index least = 0;                     ///< bytes of the lightest and of the heaviest cell with a message; 0 if nothing moves
    Index most = 0;

    MessageCells(MessageMatrix const& matrix, Run sender_ranks, Run receiver_ranks, Index most_cells);

    [[nodiscard]] std::size_t at(std::size_t row, std::size_t column) const { return row * receivers.size() + column; }
    [[nodiscard]] bool is_aggregated() const { return senders.front().size() * receivers.front().size() > 1; }
};

} // namespace tessera::detail
