// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a matrix that is computed step by step from its neighbours, on any mapping, and the same in one process.
#pragma once

#include "libcore/comm/halo/halo_plan.hpp"
#include "libcore/runtime/comm/halo/halo_exchange.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/sets/run_walk.hpp"
#include "libcore/spec/parse.hpp"
#include "share/examples/example_array.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tessera::examples {

/// The mapping of an n by n matrix over all ranks: `mapped` like "(block,cyclic(8))".
inline Mapping matrix_mapping(Comm const& world, std::string const& declared, std::string const& mapped) {
    Job const job = demand(parse_compact({{declared}, mapped, "", ""}, {world.size(), nullptr}));
    return demand(Mapping::make(job.arrays.front().states.front()));
}

/// Two copies of a rank's part: the step at hand reads the one and writes the other.
template <class Element>
class StencilField {
  public:
    explicit StencilField(HaloPlan plan)
        : plan_(std::move(plan)), halo_(demand(HaloExchange::make(plan_, MPI_COMM_WORLD))),
          position_(plan_.mapping().grid().position(Comm::world().rank()).value_or(0)),
          now_(as_size(halo_.layout().allocation_size())), next_(now_) {}

    /// Sets every element to start(i, j).
    template <class Start>
    void fill(Start const& start) {
        plan_.mapping().owned(position_).for_each([&](std::span<Index const> at) { now_[place(at)] = start(at[0], at[1]); });
        next_ = now_;
    }

    /// One step for the elements in `inside`: rule(pointer to the element, distance to the next row, to the next column). What
    /// reads nothing of other ranks is computed while the halo is on its way.
    template <class Rule>
    void step(BoxSet const& inside, Rule const& rule) {
        halo_.begin(now_.data());
        compute(intersection(plan_.interior(position_), inside), rule);
        halo_.end();
        for (BoxSet const& box : plan_.rim(position_)) compute(intersection(box, inside), rule);
        std::swap(now_, next_);
    }

    /// How many of the rank's elements differ from those of the whole matrix, stored column by column.
    [[nodiscard]] Index differences(std::vector<Element> const& whole, Index rows) const {
        Index count = 0;
        plan_.mapping().owned(position_).for_each(
            [&](std::span<Index const> at) { count += now_[place(at)] == whole[as_size(at[0] + at[1] * rows)] ? 0 : 1; });
        return count;
    }

  private:
    [[nodiscard]] std::size_t place(std::span<Index const> at) const { return as_size(halo_.layout().offset(at)); }

    /// Column by column, each run of rows in one loop: neighbours are neighbours in memory.
    template <class Rule>
    void compute(BoxSet const& box, Rule const& rule) {
        if (box.empty()) return;
        Index const down = halo_.layout().strides()[0];
        Index const right = halo_.layout().strides()[1];
        for (RunWalk columns(box.dims()[1]); !columns.done(); columns.next()) {
            for (Index j = columns.run().begin; j < columns.run().end; ++j) {
                for (RunWalk rows(box.dims()[0]); !rows.done(); rows.next()) {
                    Extents const first{rows.run().begin, j};
                    std::size_t const from = place(first);
                    for (std::size_t k = 0; k < as_size(rows.run().size()); ++k)
                        next_[from + k] = rule(&now_[from + k], down, right);
                }
            }
        }
    }

    HaloPlan plan_;
    HaloExchange halo_;
    Index position_;
    std::vector<Element> now_;
    std::vector<Element> next_;
};

/// The sum of all ranks' counts, on every rank.
inline Index sum_of_all(Index count) {
    long long sum = count;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/// The body of a program that takes an extent, a number of steps and a mapping: its exit code.
inline int run_stencil(int argc, char** argv, char const* usage, int (*run)(Index, int, std::string const&)) {
    bool const speaks = Comm::world().rank() == 0;
    if (argc != 4) {
        if (speaks) std::fprintf(stderr, "usage: %s\n", usage);
        return 2;
    }
    try {
        return run(std::atoll(argv[1]), std::atoi(argv[2]), argv[3]);
    } catch (std::exception const& failure) { // all ranks have it
        if (speaks) std::fprintf(stderr, "%s: %s\n", argv[0], failure.what());
        return 1;
    }
}

} // namespace tessera::examples
