// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the time for copies in a rank's own memory during a remap or a broadcast.
#include "libcore/program/local_copies.hpp"

#include "libcore/program/largest_part.hpp"
#include "libcore/sets/run_walk.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace tessera {
namespace {

/// If there are more pieces, the first ones represent all.
constexpr Index most_pieces = 4096;

/// Returns the number of pieces into which the partners' owners cut one coordinate's indices, in the order of memory.
double pieces_of(DimMapping const& held, Index coord, DimMapping const& partners) {
    PeriodicSet const owned = held.owned(coord);
    Index pieces = 0;
    Index seen = 0;
    std::optional<Index> partner;
    for (RunWalk walk(owned); !walk.done() && pieces < most_pieces; walk.next())
        for (Index at = walk.run().begin; at < walk.run().end && pieces < most_pieces;) {
            auto const segment = partners.segment_at(at);
            if (partner != segment.owner) ++pieces;
            partner = segment.owner;
            Index const end = std::min(segment.run.end, walk.run().end);
            seen += end - at;
            at = end;
        }
    return seen > 0 ? static_cast<double>(pieces) * static_cast<double>(owned.count()) / static_cast<double>(seen) : 0;
}

/// One side of a plan: its ranks' elements, and their owners on the other side.
class RemapEnd {
  public:
    RemapEnd(RedistPlan const& plan, bool source, Machine const& machine)
        : plan_(plan), source_(source), machine_(machine), pieces_(plan.factors().size()) {}

    /// Returns the seconds for the pieces of one position, or 0 if its elements are contiguous.
    double at(Index position) {
        Mapping const& mapping = source_ ? plan_.source() : plan_.target();
        double elements = 1;
        double stretches = 1;
        for (int k = 0; k < mapping.dims(); ++k) { // fastest dimension first
            int const d = mapping.array().order == StorageOrder::Fortran ? k : mapping.dims() - 1 - k;
            Index const coord = mapping.dim_coord(position, d);
            auto const held = static_cast<double>(mapping.dim(d).count(coord));
            bool const in_one_piece = stretches <= 1;
            elements *= held;
            stretches *= in_one_piece ? pieces(d, coord) : held;
        }
        if (stretches <= 1) return 0;
        return stretches * machine_.gather_time(elements * static_cast<double>(mapping.array().type.bytes) / stretches);
    }

  private:
    double pieces(int d, Index coord) {
        auto const [entry, is_new] = pieces_[as_size(d)].try_emplace(coord, 0);
        DimTransfer const& factor = plan_.factors()[as_size(d)];
        if (is_new)
            entry->second =
                source_ ? pieces_of(factor.source(), coord, factor.target()) : pieces_of(factor.target(), coord, factor.source());
        return entry->second;
    }

    RedistPlan const& plan_;
    bool source_;
    Machine const& machine_;
    std::vector<std::map<Index, double>> pieces_; // [dimension], by coordinate
};

/// The bytes that a rank holds both before and after.
class KeptBytes {
  public:
    explicit KeptBytes(RedistPlan const& plan) : plan_(plan), shared_(plan.factors().size()) {}

    double of(Index source, Index target) {
        auto bytes = static_cast<double>(plan_.source().array().type.bytes);
        for (int d = 0; d < plan_.source().dims(); ++d) {
            Index const from = plan_.source().dim_coord(source, d);
            Index const to = plan_.target().dim_coord(target, d);
            auto const [entry, is_new] = shared_[as_size(d)].try_emplace({from, to}, 0);
            if (is_new) entry->second = static_cast<double>(plan_.factors()[as_size(d)].set(from, to).count());
            bytes *= entry->second;
        }
        return bytes;
    }

  private:
    RedistPlan const& plan_;
    std::vector<std::map<std::pair<Index, Index>, double>> shared_; // [dimension], by coordinates before and after
};

void add_copies(RedistPlan const& plan, Machine const& machine, std::map<Rank, double>& seconds) {
    RemapEnd source(plan, true, machine);
    RemapEnd target(plan, false, machine);
    KeptBytes kept(plan);
    Mapping const& from = plan.source();
    Mapping const& to = plan.target();
    for (Index position = 0; position < from.grid().size(); ++position) {
        if (!from.holds(position)) continue;
        Rank const rank = from.grid().rank(position);
        seconds[rank] += source.at(position);
        auto const after = to.grid().position(rank);
        if (after && to.holds(*after)) seconds[rank] += kept.of(position, *after) * machine.copy.value_or(0);
    }
    for (Index position = 0; position < to.grid().size(); ++position)
        if (to.holds(position)) seconds[to.grid().rank(position)] += target.at(position);
}

} // namespace

double local_copies(std::span<RedistPlan const> plans, Machine const& machine) {
    std::map<Rank, double> seconds;
    for (RedistPlan const& plan : plans) add_copies(plan, machine, seconds);
    double most = 0;
    for (auto const& [rank, each] : seconds) most = std::max(most, each);
    return most;
}

double packing_of_panel(Mapping const& mapping, int dim, Index length, Machine const& machine) {
    ArraySpec const& array = mapping.array();
    auto stretch = static_cast<double>(length * array.type.bytes);
    double stretches = 1;
    for (int d = 0; d < mapping.dims(); ++d) {
        if (d == dim) continue;
        bool const faster = (d < dim) == (array.order == StorageOrder::Fortran);
        (faster ? stretch : stretches) *= static_cast<double>(detail::largest_part(mapping.dim(d)));
    }
    if (stretches <= 1) return 0;
    return stretches * (stretch * machine.copy.value_or(0) + machine.gather_time(stretch));
}

} // namespace tessera
