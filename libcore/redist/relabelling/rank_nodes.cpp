// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the node of each rank.
#include "libcore/redist/relabelling/rank_nodes.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/size_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {

Result<RankNodes> RankNodes::parse(std::string_view text, Index ranks) {
    auto const colon = text.find(':');
    auto const per_node = parse_number(text.substr(0, colon));
    std::string_view const dealing = colon == std::string_view::npos ? "block" : text.substr(colon + 1);
    if (!per_node || *per_node < 1 || (dealing != "block" && dealing != "cyclic"))
        return fail(
            fmt::format("expected the number of ranks per node, 1 or more, and perhaps ':cyclic' after it, not '{}'", text));
    Index const nodes = ceil_div(ranks, *per_node);
    std::vector<Index> node_of_rank;
    for (Index rank = 0; rank < ranks; ++rank) node_of_rank.push_back(dealing == "cyclic" ? rank % nodes : rank / *per_node);
    return RankNodes(std::move(node_of_rank));
}

bool RankNodes::is_one() const {
    return std::ranges::all_of(nodes_, [&](Index node) { return node == nodes_.front(); });
}

RankNodes RankNodes::listed(std::vector<Index> nodes) {
    return RankNodes(std::move(nodes));
}

} // namespace tessera
