// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a plan asks of the file and of the network, one entry at a time.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/run.hpp"
#include "libcore/spec/io_statement.hpp"

namespace tessera {

/// Update: what lies between the wanted bytes is read first and written back with them: two requests.
enum class IoKind { Read, Write, Update };

/// One stretch of a file that one rank touches.
struct IoRequest {
    Rank rank = 0;
    Run bytes;
    IoKind kind = IoKind::Read;
    Index useful = 0; ///< bytes of it that somebody wants or gives
    Index phase = 0;  ///< from 0; a rank's requests are made one after the other, at most one in a phase

    friend bool operator==(IoRequest const&, IoRequest const&) = default;
};

/// Elements on their way between the rank that reads or writes them and the one that wants or gives them.
struct IoMessage {
    Rank from = 0;
    Rank to = 0;
    Index bytes = 0;
    Index phase = 0; ///< of the request it belongs to

    friend bool operator==(IoMessage const&, IoMessage const&) = default;
};

} // namespace tessera
