// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the requests to the file and the messages of a plan.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/run.hpp"
#include "libcore/spec/io_statement.hpp"

namespace tessera {

/// Kind of a request. Update: the bytes between the wanted ones are read first and written back with them, in two requests.
enum class IoKind { Read, Write, Update };

/// A contiguous range of a file that one rank accesses.
struct IoRequest {
    Rank rank = 0;
    Run bytes;
    IoKind kind = IoKind::Read;
    Index useful = 0; ///< wanted or given bytes in the range
    Index phase = 0;  ///< counted from 0; a rank makes its requests one after the other, at most one per phase

    friend bool operator==(IoRequest const&, IoRequest const&) = default;
};

/// Elements sent between the rank that accesses the file and the rank that wants or gives them.
struct IoMessage {
    Rank from = 0;
    Rank to = 0;
    Index bytes = 0;
    Index phase = 0; ///< phase of the request it belongs to

    friend bool operator==(IoMessage const&, IoMessage const&) = default;
};

} // namespace tessera
