// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random regions collected and updated, every element compared.
#include "libcore/region/region_plan.hpp"

#include "libcore/mapping/derived_mapping.hpp"
#include "libcore/runtime/comm/region/region_exchange.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_region.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <cstdio>
#include <span>
#include <string>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// This rank's part of an array of whole numbers.
struct LocalPart {
    std::optional<LocalLayout> layout;
    std::vector<std::int64_t> data;

    LocalPart(Mapping const& mapping, Rank rank) {
        if (auto const position = mapping.grid().position(rank)) layout.emplace(mapping, *position);
        data.assign(layout ? as_size(layout->allocation_size()) : 0, -1);
    }
    /// Calls visit(global index, element).
    template <class Visit>
    void for_each(Visit const& visit) {
        if (!layout) return;
        Index k = 0;
        layout->owned().for_each([&](std::span<Index const> index) {
            auto const local = layout->global_to_local(index);
            visit(index, data[as_size(layout->offset(*local))]);
            ++k;
        });
    }
};

std::int64_t number_of(std::span<Index const> index, ArraySpec const& array, std::int64_t seed) {
    std::int64_t number = 0;
    for (std::size_t d = 0; d < index.size(); ++d) number = number * (array.extents[d] + 1) + index[d];
    return number * 4 + seed;
}

void fill(LocalPart& part, ArraySpec const& array, std::int64_t seed) {
    part.for_each([&](std::span<Index const> index, std::int64_t& element) { element = number_of(index, array, seed); });
}

Index wrong = 0;

void expect(std::int64_t found, std::int64_t expected, char const* what) {
    if (found == expected) return;
    if (wrong++ < 5)
        std::fprintf(stderr, "%s: %lld, expected %lld\n", what, static_cast<long long>(found), static_cast<long long>(expected));
}

/// From source to target: touched elements arrive, the others stay.
void moves_the_region(RandomRegion const& sample, Region const& region, Mapping const& source, Mapping const& target,
                      Communicator const& world) {
    auto const plan = RegionPlan::make(region, sample.values, source, target).value();
    auto exchange = RegionExchange::make(plan, world.handle()).value();
    LocalPart from(source, world.rank());
    LocalPart to(target, world.rank());
    fill(from, sample.array, 1);
    for (int run = 0; run < 2; ++run) { // twice by the same plan
        fill(to, sample.array, 2);
        exchange.run(from.data.data(), to.data.data());
        to.for_each([&](std::span<Index const> index, std::int64_t& element) {
            expect(element, number_of(index, sample.array, is_touched(sample, index) ? 1 : 2), "an element of the target");
        });
    }
}

/// Fig. 7: what a MAY statement leaves alone gets back its own value, because the host collected it before.
void may_keeps_what_is_not_written(RandomRegion const& sample, Region const& region, Mapping const& nodes, Mapping const& host,
                                   Communicator const& world) {
    auto collect = RegionExchange::make(RegionPlan::make(region, sample.values, nodes, host).value(), world.handle()).value();
    auto update = RegionExchange::make(RegionPlan::make(region, sample.values, host, nodes).value(), world.handle()).value();
    LocalPart there(nodes, world.rank());
    LocalPart here(host, world.rank());
    fill(there, sample.array, 1);
    collect.run(there.data.data(), here.data.data());
    auto const written = [](std::span<Index const> index) { return (index[0] + index.back()) % 2 == 0; };
    here.for_each([&](std::span<Index const> index, std::int64_t& element) {
        if (written(index) && is_touched(sample, index)) element = number_of(index, sample.array, 3);
    });
    update.run(here.data.data(), there.data.data());
    there.for_each([&](std::span<Index const> index, std::int64_t& element) {
        bool const changed = written(index) && is_touched(sample, index);
        expect(element, number_of(index, sample.array, changed ? 3 : 1), "an element of a MAY region");
    });
}

/// The same seed on every rank: all make the same case.
void one_case(Communicator const& world) {
    RandomRegion sample = random_region();
    sample.array.type = {"int64", 8};
    auto const region = Region::make(sample.statement, sample.array).value();
    auto const mapped = [&](Copies copies) {
        MappingSpec spec = random_mapping_spec(sample.array.extents, world.size(), copies);
        for (AlignAxis& axis : spec.align) { // to the array's own bounds
            auto const d = as_size(axis.array_dim);
            if (axis.kind == AlignAxis::Kind::Affine) axis.offset += axis.stride * (spec.array.lower[d] - sample.array.lower[d]);
        }
        spec.array = sample.array;
        return Mapping::make(spec);
    };
    auto const nodes = mapped(Copies::Any);
    if (!nodes) return;
    Rank const host = static_cast<Rank>(between(0, world.size() - 1));
    Mapping const at_host = whole_on_each(sample.array, {host});
    moves_the_region(sample, region, *nodes, at_host, world);
    moves_the_region(sample, region, at_host, *nodes, world);
    may_keeps_what_is_not_written(sample, region, *nodes, at_host, world);
    if (auto const other = mapped(Copies::Any)) moves_the_region(sample, region, *nodes, *other, world); // several do the I/O
    std::vector<Rank> all;
    for (Rank rank = 0; rank < world.size(); ++rank) all.push_back(rank);
    moves_the_region(sample, region, at_host, whole_on_each(sample.array, all), world); // a shared array: by broadcast
    RC_ASSERT(everywhere(wrong == 0));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    Communicator const world = Communicator::world();
    auto const cases = std::to_string(240 / (job_size() + 1)); // a case costs the more, the more ranks share a core
    try_many_cases(("seed=12 max_success=" + cases).c_str());
    return exit_code({rc::check("regions are collected and updated", [&] { one_case(world); })});
}
