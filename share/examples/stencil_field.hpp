// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a matrix that is computed step by step from its neighbours, on any mapping, and the same in one process.
#pragma once

#include "libcore/comm/halo/halo_plan.hpp"
#include "libcore/runtime/comm/halo/halo_exchange.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/sets/run_walk.hpp"
#include "share/examples/mapped_array.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tessera::examples {

/// Two copies of a rank's part: the step at hand reads the one and writes the other.
template <class Element>
class StencilField {
  public:
    explicit StencilField(HaloPlan plan)
        : plan_(std::move(plan)), halo_(demand(HaloExchange::make(plan_, MPI_COMM_WORLD))),
          now_(as_size(halo_.layout().allocation_size())), next_(now_) {
        auto const position = plan_.mapping().grid().position(Communicator::world().rank());
        if (!position) return; // this rank has no part of the matrix
        owned_ = plan_.mapping().owned(*position);
        interior_ = plan_.interior(*position);
        rim_ = plan_.boundary(*position);
    }

    /// Sets every element to start(i, j).
    template <class Start>
    void fill(Start const& start) {
        owned_.for_each([&](std::span<Index const> at) { now_[place(at)] = start(at[0], at[1]); });
        next_ = now_;
    }

    /// One step for the elements in `inside`: rule(pointer to the element, distance to the next row, to the next column). What
    /// reads nothing of other ranks is computed while the halo is on its way.
    template <class Rule>
    void step(BoxSet const& inside, Rule const& rule) {
        halo_.begin(now_.data());
        compute(intersection(interior_, inside), rule);
        halo_.end();
        for (BoxSet const& box : rim_) compute(intersection(box, inside), rule);
        std::swap(now_, next_);
    }

    /// How many of the rank's elements differ from those of the whole matrix, which one process stores in the same order.
    [[nodiscard]] Index differences(std::vector<Element> const& whole) const {
        Extents const strides = linear_strides(plan_.mapping().array());
        Index count = 0;
        owned_.for_each([&](std::span<Index const> at) {
            count += now_[place(at)] == whole[as_size(at[0] * strides[0] + at[1] * strides[1])] ? 0 : 1;
        });
        return count;
    }

  private:
    [[nodiscard]] std::size_t place(std::span<Index const> at) const { return as_size(halo_.layout().offset(at)); }

    /// Along the dimension whose neighbours are neighbours in memory each run is one loop.
    template <class Rule>
    void compute(BoxSet const& box, Rule const& rule) {
        if (box.empty()) return;
        Index const down = halo_.layout().strides()[0];
        Index const right = halo_.layout().strides()[1];
        std::size_t const along = plan_.mapping().array().order == StorageOrder::Fortran ? 0 : 1;
        Extents first(2);
        for (RunWalk lines(box.dims()[1 - along]); !lines.done(); lines.next()) {
            for (Index line = lines.run().begin; line < lines.run().end; ++line) {
                first[1 - along] = line;
                for (RunWalk runs(box.dims()[along]); !runs.done(); runs.next()) {
                    first[along] = runs.run().begin;
                    std::size_t const from = place(first);
                    for (std::size_t k = 0; k < as_size(runs.run().size()); ++k)
                        next_[from + k] = rule(&now_[from + k], down, right);
                }
            }
        }
    }

    HaloPlan plan_;
    HaloExchange halo_;
    BoxSet owned_{std::vector<PeriodicSet>(2)};    // nothing
    BoxSet interior_{std::vector<PeriodicSet>(2)}; // of them: what reads no element of another rank
    std::vector<BoxSet> rim_;
    std::vector<Element> now_;
    std::vector<Element> next_;
};

/// The body of a program that takes an extent, a number of steps and a mapping: its exit code.
inline int run_stencil(int argc, char** argv, char const* usage, int (*run)(Index, int, std::string const&)) {
    bool const speaks = Communicator::world().rank() == 0;
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
