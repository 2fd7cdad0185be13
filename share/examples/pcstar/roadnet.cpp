// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distances from roads (pC*, B.4): a place beside one that is k steps from the nearest road is k + 1 steps from it. In
// every iteration only the front is at work, a few places of a large map.
//
// Distribution: any; blocks of rows by default. Communication: a halo exchange (HaloExchange) before each ring, of the front alone.
// What is at work is a context (Context): run lengths, which cost what is in them and not what the map has.
//
// Usage: mpirun -n RANKS roadnet [ROWS COLUMNS RINGS] [--mapped '(block,cyclic(16))'] [--check]
#include "libcore/comm/context/context.hpp"
#include "libcore/runtime/comm/halo/halo_exchange.hpp"
#include "share/examples/pcstar/part.hpp"
#include "share/examples/pcstar/roadnet_alone.hpp"

#include <algorithm>
#include <array>

using namespace tessera;
using namespace tessera::examples;

namespace {

/// Lists that each ascend, as one.
std::vector<Index> merged(std::span<std::vector<Index> const> lists) {
    std::vector<Index> all;
    for (std::vector<Index> const& list : lists) {
        auto const middle = all.insert(all.end(), list.begin(), list.end());
        std::inplace_merge(all.begin(), middle, all.end());
    }
    return all;
}

/// A rank's part of the map with a frame around it, which holds what the neighbours own.
class RoadMap {
  public:
    RoadMap(Mapping mapping, Index rings)
        : plan_(demand(HaloPlan::make(std::move(mapping), demand(Stencil::named("5", 2))))),
          halo_(demand(HaloExchange::make(plan_, MPI_COMM_WORLD))),
          far_(as_size(halo_.layout().allocation_size()), static_cast<std::int32_t>(rings + 1)), owned_(Context::everywhere(0)) {
        halo_.prepare_contexts();
        auto const position = plan_.mapping().grid().position(Communicator::world().rank());
        if (!position) return;
        mine_ = plan_.mapping().owned(*position);
        std::vector<Index> places;
        for_each([&](std::int32_t&, Index place, std::span<Index const>) { places.push_back(place); });
        std::ranges::sort(places);
        owned_ = Context::of_list(std::ssize(far_), places);
        for (BoxSet const& box : plan_.boundary(*position))
            box.for_each([&](std::span<Index const> at) { rim_.push_back(halo_.layout().offset(at)); });
        std::ranges::sort(rim_);
    }

    /// Calls visit(distance, its place in memory, its indices) for every element of the rank.
    template <class Visit>
    void for_each(Visit const& visit) {
        mine_.for_each([&](std::span<Index const> at) {
            Index const place = halo_.layout().offset(at);
            visit(far_[as_size(place)], place, at);
        });
    }

    [[nodiscard]] Context roads() const {
        return owned_.where([this](Index place) { return far_[as_size(place)] == 0; });
    }

    /// The ring `far` steps from the roads, whose front is the ring before it.
    [[nodiscard]] Context ring(std::int32_t far, Context const& front) {
        halo_.exchange(far_.data(), front);
        std::array<std::vector<Index>, 5> reached; // in each direction, and from other ranks: all ascend, as the front does
        auto const reach = [&](Index place, std::vector<Index>& places) {
            if (far_[as_size(place)] <= far) return;
            far_[as_size(place)] = far;
            places.push_back(place);
        };
        auto const neighbours = [&] {
            Extents const& strides = halo_.layout().strides();
            return std::array{-strides[0], strides[0], -strides[1], strides[1]};
        }();
        front.for_each_run([&](Run run) {
            for (Index place = run.begin; place < run.end; ++place)
                for (std::size_t way = 0; way < neighbours.size(); ++way) reach(place + neighbours[way], reached[way]);
        });
        // What comes from other ranks' elements in the frame.
        for (Index const place : rim_)
            if (std::ranges::any_of(neighbours, [&](Index neighbour) { return far_[as_size(place + neighbour)] == far - 1; }))
                reach(place, reached.back());
        return owned_.and_in(Context::of_list(owned_.positions(), merged(reached)));
    }

    [[nodiscard]] Index differences(std::vector<std::int32_t> const& whole) {
        Index const columns = plan_.mapping().array().extents[1];
        Index count = 0;
        for_each([&](std::int32_t far, Index, std::span<Index const> at) {
            count += far == whole[as_size(at[0] * columns + at[1])] ? 0 : 1;
        });
        return count;
    }

  private:
    HaloPlan plan_;
    HaloExchange halo_;
    std::vector<std::int32_t> far_;            // from a road, in steps; with the frame
    BoxSet mine_{std::vector<PeriodicSet>(2)}; // nothing, yet
    Context owned_;                            // among the places of far_
    std::vector<Index> rim_;                   // places beside the frame
};

RoadMap roadnet(ProgramRun& run) {
    Index const rows = run.numbers[0];
    Index const columns = run.numbers[1];
    RoadMap map(mapping_of(declared("int32", {{rows, columns}}), run.mapped), run.numbers[2]);
    map.for_each([&](std::int32_t& far, Index, std::span<Index const> at) {
        if (is_road(at[0], at[1], rows, columns)) far = 0;
    });
    run.start();
    Context front = map.roads();
    for (std::int32_t far = 1; far <= run.numbers[2]; ++far) front = map.ring(far, front);
    run.stop();
    return map;
}

} // namespace

int main(int argc, char** argv) {
    Program<std::int32_t, RoadMap> const program{"roadnet", "ROWS COLUMNS RINGS", {1024, 1024, 10}, "(block,*)",
                                                 roadnet,   roadnet_alone};
    return run_program(argc, argv, program);
}
