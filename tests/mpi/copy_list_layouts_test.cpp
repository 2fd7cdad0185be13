// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random lists of copies between arrays that each rank stores in a layout of its own, between guards that no copy may
// touch.
#include "libcore/redist/copy_batches.hpp"
#include "libcore/redist/methods/method.hpp"
#include "libcore/runtime/move/composite_redistributor.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/guarded_array.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_statement.hpp"
#include "tests/property/random_storage.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstdint>
#include <mpi.h>
#include <rapidcheck.h>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// The layout of this rank, which nothing tells the others: padded lines, or any strides, ghosts and gaps.
std::optional<LocalLayout> own_layout(Mapping const& mapping) {
    Rank const rank = Communicator::world().rank();
    auto const seed = static_cast<std::uint64_t>(between(0, 1'000'000));
    Index const kind = between(0, 3);
    Index const padding = between(0, 5);
    auto const position = mapping.grid().position(rank);
    if (!position || !mapping.holds(*position)) return std::nullopt;
    if (kind > 1) return random_layout(mapping, rank, seed + static_cast<std::uint64_t>(rank));
    LocalLayout const plain(mapping, *position);
    if (kind == 0) return plain;
    Index const line = plain.alloc_shape()[as_size(plain.permutation().front())];
    return LocalLayout::padded(mapping, *position, line + padding + rank).value();
}

GuardedArray random_array(std::string const& name, ElementType const& type) {
    Extents extents;
    Index const dims = between(1, 3);
    for (Index d = 0; d < dims; ++d) extents.push_back(between(1, dims == 1 ? 60 : dims == 2 ? 14 : 7));
    MappingSpec spec = random_mapping_spec(extents, job_size());
    spec.array.name = name;
    spec.array.type = type;
    spec.array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    if (one_in(3))
        for (std::size_t d = 0; d < extents.size(); ++d) spec.array.shadow.push_back({between(0, 2), between(0, 2)});
    Mapping mapping = Mapping::make(spec).value();
    auto layout = own_layout(mapping);
    return {std::move(mapping), std::move(layout)};
}

WholeBytes generated(Mapping const& mapping, std::size_t array) {
    Index const bytes = mapping.array().type.bytes;
    WholeBytes whole(as_size(mapping.volume() * bytes));
    for (std::size_t b = 0; b < whole.size(); ++b)
        whole[b] = static_cast<std::byte>(((b / as_size(bytes) + 1) * 2654435761UL + 97 * array) >> (8 * (b % as_size(bytes) % 4)));
    return whole;
}

/// Reads all of its source before it writes.
void replay(Statement const& copy, std::vector<GuardedArray> const& arrays, std::vector<WholeBytes>& wholes) {
    ArraySpec const& from = arrays[copy.source].mapping().array();
    Extents const& to = arrays[copy.target].mapping().array().extents;
    WholeBytes const source = wholes[copy.source];
    std::vector<PeriodicSet> space;
    for (CopyAxis const& axis : copy.map.axes) space.push_back(PeriodicSet::interval({0, axis.extent}));
    BoxSet(space).for_each([&](std::span<Index const> k) {
        Extents const at(k.begin(), k.end());
        Index const taken = number_of(copy.map, &CopyAxis::source, at, from.extents) * from.type.bytes;
        Index const put = number_of(copy.map, &CopyAxis::target, at, to) * from.type.bytes;
        std::copy_n(source.begin() + taken, from.type.bytes, wholes[copy.target].begin() + put);
    });
}

CompositeRedistributor mover_of(MultiPlan const& plan, RankLayouts const& layouts) {
    RedistributorOptions options;
    options.transport = transport_named(*rc::gen::elementOf(transport_names())).value();
    options.receive = one_in(2) ? Receive::Async : Receive::Sync;
    if (one_in(2)) options.least_shared = 0;
    if (one_in(2)) options.cross_memory = CrossMemory{between(1, 40), between(1, 200)};
    auto const composed = compose("direct", plan).value();
    auto made = CompositeRedistributor::make(composed, MPI_COMM_WORLD, layouts, {.phases = {options}});
    RC_ASSERT(everywhere(made.has_value()));
    return *std::move(made);
}

/// One batch, as a program would run it: sources that are also written are read from a copy, in the same layout.
void run_batch(std::span<Statement const> copies, std::vector<RedistPlan> const& plans, std::vector<GuardedArray>& arrays) {
    std::vector<GuardedArray> sources;
    RankLayouts layouts;
    std::vector<void const*> from;
    std::vector<void*> to;
    for (Statement const& copy : copies) sources.push_back(arrays[copy.source]);
    for (std::size_t i = 0; i < copies.size(); ++i) {
        layouts.sources.push_back(sources[i].layout());
        layouts.targets.push_back(arrays[copies[i].target].layout());
        from.push_back(sources[i].data());
        to.push_back(arrays[copies[i].target].data());
    }
    auto const before = sources;
    mover_of(MultiPlan::make(plans).value(), layouts).execute(std::span<void const* const>(from), std::span<void* const>(to));
    for (std::size_t i = 0; i < sources.size(); ++i) RC_ASSERT(everywhere(sources[i].is_like(before[i])));
}

void no_copy_touches_what_it_does_not_name() {
    ElementType const type = *rc::gen::element(ElementType{"int8", 1}, ElementType{"int16", 2}, ElementType{"V3", 3},
                                               ElementType{"float64", 8}, ElementType{"complex128", 16}, ElementType{"V24", 24});
    std::vector<GuardedArray> arrays;
    std::vector<WholeBytes> wholes;
    for (Index count = between(1, 3); count > 0; --count) {
        arrays.push_back(random_array("A" + std::to_string(arrays.size()), type));
        wholes.push_back(generated(arrays.back().mapping(), arrays.size()));
        arrays.back().fill(wholes.back());
    }
    std::vector<Statement> copies;
    std::vector<RedistPlan> plans;
    for (Index count = between(1, 6); count > 0; --count) {
        auto const source = as_size(between(0, std::ssize(arrays) - 1));
        auto const target = as_size(between(0, std::ssize(arrays) - 1));
        Mapping const& read = arrays[source].mapping();
        Mapping const& written = arrays[target].mapping();
        copies.push_back({source, target, random_copy_map(read.array().extents, written.array().extents)});
        plans.push_back(RedistPlan::make(read, written, copies.back().map).value());
        replay(copies.back(), arrays, wholes);
    }
    std::size_t first = 0;
    for (std::size_t const count : copy_batches(plans)) {
        auto const begin = plans.begin() + static_cast<std::ptrdiff_t>(first);
        std::vector<RedistPlan> const batch(begin, begin + static_cast<std::ptrdiff_t>(count));
        run_batch(std::span(copies).subspan(first, count), batch, arrays);
        first += count;
    }
    for (std::size_t i = 0; i < arrays.size(); ++i) RC_ASSERT(everywhere(arrays[i].holds(wholes[i])));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    try_many_cases("seed=37 max_success=" + std::to_string(1200 / (job_size() + 2)));
    return exit_code({rc::check("copies write the elements they name, and nothing else", no_copy_touches_what_it_does_not_name)});
}
