// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the user's selection; there is one, and every view shows it.
#pragma once

#include "gui/session/comm_choice.hpp"
#include "gui/session/file_choice.hpp"
#include "gui/session/network_choice.hpp"
#include "gui/session/program_choice.hpp"
#include "gui/session/region_choice.hpp"
#include "libcore/base/index.hpp"
#include "libcore/scene/insight.hpp"
#include "libcore/sets/run.hpp"

#include <optional>

namespace tessera::gui {

struct Selection {
    enum class Side { Source, Target };
    struct Pair {
        Rank from = 0;
        Rank to = 0;
        friend bool operator==(Pair const&, Pair const&) = default;
    };
    struct Element {
        Side side = Side::Source;
        Extents index; ///< 0-based
        friend bool operator==(Element const&, Element const&) = default;
    };
    /// A part of the message matrix.
    struct Part {
        Run senders;
        Run receivers;
        friend bool operator==(Part const&, Part const&) = default;
    };

    /// Removes what is selected, and keeps what the views show.
    void forget() {
        rank.reset();
        message.reset();
        part.reset();
        element.reset();
        link.reset();
    }

    int plan = 0; ///< index of the current array among those that move
    std::optional<Rank> rank;
    std::optional<Pair> message;
    std::optional<Part> part; ///< visible part of the messages; nothing: all of them
    std::optional<Element> element;
    std::optional<int> link;
    int step = 0;           ///< step of the schedule, 0-based
    bool overRanks = false; ///< predicted times over the number of ranks instead of the length of messages
    NetworkChoice network;
    FileChoice file;
    CommChoice comm;
    RegionChoice region;
    ProgramChoice program;
    Insight insight = Insight::Memory; ///< concept to explain
    friend bool operator==(Selection const&, Selection const&) = default;
};

} // namespace tessera::gui
