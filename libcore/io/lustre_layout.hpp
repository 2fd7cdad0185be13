// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how a Lustre file system deals the bytes of a file to its servers.
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tessera {

/// A stretch of a file, dealt in stripes: one to each of `count` servers in turn.
struct StripedStretch {
    Index begin = 0;  ///< its bytes
    Index end = 0;    ///< the largest Index: as long as the file becomes
    Index stripe = 0; ///< bytes of a stripe
    Index count = 0;  ///< of servers; 0: as many as there are
    friend bool operator==(StripedStretch const&, StripedStretch const&) = default;
};

/// The layout attribute "lustre.lov" of a file: plain (LOV_USER_MAGIC_V1, V3 with the name of a pool) or composite (COMP_V1: one
/// plain layout for each stretch; of mirrors the first counts). Stretches that have no servers yet are left out, unless
/// `planned`: of a directory nothing else is known. Empty: it is no such attribute, is cut short, or says nothing of stripes.
[[nodiscard]] std::vector<StripedStretch> parse_lustre_layout(std::span<std::byte const> attribute, bool planned);

} // namespace tessera
