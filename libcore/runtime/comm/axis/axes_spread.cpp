// SPDX-License-Identifier: BSD-3-Clause
// Tessera: spreads the elements with given indices in several dimensions along these dimensions.
#include "libcore/runtime/comm/axis/axes_spread.hpp"

#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"
#include "libcore/runtime/memory/buffer.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace tessera {

Result<AxesSpread> AxesSpread::make(Mapping const& mapping, std::vector<int> dims, MPI_Comm comm, std::string_view algorithm) {
    if (dims.empty()) return fail("no dimension to spread along; expected one or more");
    for (std::size_t k = 0; k < dims.size(); ++k)
        if (std::count(dims.begin(), dims.end(), dims[k]) > 1) return fail(fmt::format("dimension {} stands twice", dims[k] + 1));
    std::vector<AxisSpread> spreads;
    for (int const dim : dims) spreads.push_back(TRY(AxisSpread::make(mapping, dim, comm, algorithm)));
    Rank rank = 0;
    MPI_Comm_rank(comm, &rank);
    auto const position = mapping.grid().position(rank);
    AxesSpread all(mapping, std::move(dims), position && mapping.holds(*position) ? position : std::nullopt);
    all.spreads_ = std::move(spreads);
    return all;
}

void AxesSpread::spread(Extents const& indices, std::byte const* source, std::byte* target, Context const* where) {
    require(indices.size() == dims_.size(), "AxesSpread::spread: expected an index for each dimension");
    for (std::size_t k = 0; k < dims_.size(); ++k)
        require(0 <= indices[k] && indices[k] < mapping_.dim(dims_[k]).extent(),
                "AxesSpread::spread: an index lies outside of its dimension");
    if (!position_) return;
    if (spreads_.size() == 1) return spreads_.front().spread(indices.front(), source, target, where);
    Buffer between(LocalLayout(mapping_, *position_).allocation_size() * mapping_.array().type.bytes);
    if (between.size() > 0) std::memcpy(between.data(), source, as_size(between.size()));
    auto const holds_index = [&](std::size_t k) {
        return mapping_.dim(dims_[k]).owner(indices[k]) == mapping_.dim_coord(*position_, dims_[k]);
    };
    for (std::size_t k = 0; k + 1 < dims_.size(); ++k) {
        // All ranks of the group have the same coordinates in the other dimensions, so they agree on this.
        bool needed = true;
        for (std::size_t later = k + 1; later < dims_.size(); ++later) needed = needed && holds_index(later);
        if (needed) spreads_[k].spread(indices[k], between.data(), between.data());
    }
    spreads_.back().spread(indices.back(), between.data(), target, where);
}

} // namespace tessera
