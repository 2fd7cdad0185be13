// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of the message matrix: senders downwards, receivers to the right; darker means more bytes.
#pragma once

#include "libcore/scene/color_scale.hpp"
#include "libcore/scene/messages/message_matrix.hpp"
#include "libcore/scene/scene.hpp"

#include <optional>
#include <string>

namespace tessera {

/// The drawn part of a message matrix, and its size.
struct MessagesView {
    Run senders; ///< ranks, at least one
    Run receivers;
    Index most_cells = 64;                 ///< in each direction; with more ranks, a cell covers several
    double side = 512;                     ///< side of the matrix in pixels
    std::optional<ColorScale::Kind> scale; ///< absent: the scale that suits the messages

    [[nodiscard]] static MessagesView all(MessageMatrix const& matrix) {
        return {.senders = {0, matrix.ranks()}, .receivers = {0, matrix.ranks()}, .scale = {}};
    }
};

/// Draws a cell for the bytes between ranks. Copies of a rank to itself are grey and struck through. Beside the cells is the total
/// that each rank sends, and below them the total it receives, both without self copies. Tags: MessagesTag for every
/// cell (neighbours without messages share one), RankSumTag for the bars. Cost: the cells (see MessageMatrix).
[[nodiscard]] Scene messages_scene(std::string const& title, std::string const& subtitle, MessageMatrix const& matrix,
                                   MessagesView const& view);

} // namespace tessera
