// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which ranks share a node.
#pragma once

#include "libcore/runtime/comm.hpp"

namespace tessera {

/// Do all ranks run on one node, where they share memory and clock? Collective.
[[nodiscard]] bool shares_a_node(Comm const& comm);

} // namespace tessera
