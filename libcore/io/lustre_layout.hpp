// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the distribution of a file's bytes over the servers of a Lustre file system.
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tessera {

/// A range of a file that is striped over `count` servers in turn.
struct StripedExtent {
    Index begin = 0;  ///< first byte
    Index end = 0;    ///< end of the range; the largest Index: the end of the file
    Index stripe = 0; ///< bytes per stripe
    Index count = 0;  ///< number of servers; 0: all
    friend bool operator==(StripedExtent const&, StripedExtent const&) = default;
};

/// Parses the layout attribute "lustre.lov" of a file: plain (LOV_USER_MAGIC_V1, V3 with the name of a pool) or composite (COMP_V1:
/// one plain layout per range; the first of several mirrors counts). Ranges that have no servers yet are left out, unless
/// `planned`, which is needed for directories. Returns an empty list if the attribute is of another kind, is truncated, or
/// describes no stripes.
[[nodiscard]] std::vector<StripedExtent> parse_lustre_layout(std::span<std::byte const> attribute, bool planned);

} // namespace tessera
