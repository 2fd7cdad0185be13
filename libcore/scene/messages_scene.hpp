// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of the message matrix: senders downwards, receivers to the right, the darker the more bytes.
#pragma once

#include "libcore/scene/color_scale.hpp"
#include "libcore/scene/message_matrix.hpp"
#include "libcore/scene/scene.hpp"

#include <optional>
#include <string>

namespace tessera {

/// What is drawn of a message matrix, and how large.
struct MessagesView {
    Run senders; ///< ranks, at least one
    Run receivers;
    Index most_cells = 64;                 ///< downwards and to the right; with more ranks a cell is several of them
    double side = 512;                     ///< pixels of the matrix
    std::optional<ColorScale::Kind> scale; ///< absent: what suits the messages

    [[nodiscard]] static MessagesView all(MessageMatrix const& matrix) {
        return {.senders = {0, matrix.ranks()}, .receivers = {0, matrix.ranks()}, .scale = {}};
    }
};

/// The cells with the bytes sent from rank to rank, copies of a rank to itself grey and struck through, beside them what each rank
/// sends and below what it receives in all, self copies excepted. Tags: SceneTag::Kind::Messages for every cell (neighbours without
/// messages share one), RankSum for the bars. Cost: the cells (see MessageMatrix).
[[nodiscard]] Scene messages_scene(std::string const& title, std::string const& subtitle, MessageMatrix const& matrix,
                                   MessagesView const& view);

} // namespace tessera
