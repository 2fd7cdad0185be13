// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random sums of distributed arrays: every element of the target beside the addends of the whole array, added one by one.
#include "libcore/redist/methods/method.hpp"
#include "libcore/redist/summed_plan.hpp"
#include "libcore/runtime/move/composite_redistributor.hpp"
#include "libcore/runtime/move/verification.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_sum.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstring>
#include <mpi.h>
#include <rapidcheck.h>
#include <string>
#include <type_traits>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

Mapping random_array(Extents const& extents, ElementType const& type, StorageOrder order, Copies copies = Copies::Any) {
    MappingSpec spec = random_mapping_spec(extents, job_size(), copies);
    spec.array.type = type;
    spec.array.order = order;
    if (one_in(3))
        for (std::size_t d = 0; d < extents.size(); ++d) spec.array.shadow.push_back({between(0, 2), between(0, 1)});
    return Mapping::make(spec).value();
}

/// Calls with every index of a shape, the last dimension fastest.
template <class Visit>
void for_each_index(Extents const& extents, Visit const& visit) {
    Index count = 1;
    for (Index const extent : extents) count *= extent;
    for (Index number = 0; number < count; ++number) {
        Extents index(extents.size());
        Index rest = number;
        for (std::size_t d = extents.size(); d-- > 0; rest /= extents[d]) index[d] = rest % extents[d];
        visit(index);
    }
}

/// Sums of such numbers depend on the order in which they are added.
template <class Number>
Number value_at(Extents const& index) {
    Index hash = 17;
    for (Index const i : index) hash = hash * 31 + i * i + 7;
    return static_cast<Number>(1.0 / static_cast<double>(3 + hash % 1009)) + static_cast<Number>(hash % 5);
}

/// Where this rank has an element, or null.
template <class Number>
Number* place_of(LocalLayout const& layout, std::vector<std::byte>& local, Extents const& index) {
    Extents mine;
    for (std::size_t d = 0; d < index.size(); ++d) {
        PeriodicSet const& owned = layout.owned().dims()[d];
        if (!owned.contains(index[d])) return nullptr;
        mine.push_back(owned.position(index[d]));
    }
    return reinterpret_cast<Number*>(local.data()) + layout.offset(mine); // NOLINT: the arrays begin where vectors do
}

/// The index of a point of the sum on one side.
Extents index_of(CopyMap const& map, std::optional<CopySide> CopyAxis::*side, Extents const& point, std::size_t dims) {
    Extents index(dims, 0);
    for (std::size_t axis = 0; axis < point.size(); ++axis)
        if (auto const& place = map.axes[axis].*side) index[as_size(place->dim)] = place->start + place->step * point[axis];
    return index;
}

template <class Number>
Number combined(ReduceOp op, Number a, Number b) {
    switch (op) {
    case ReduceOp::Product:
        if constexpr (std::is_integral_v<Number>)
            return static_cast<Number>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
        return a * b;
    case ReduceOp::Min:
        return b < a ? b : a;
    case ReduceOp::Max:
        return a < b ? b : a;
    default:
        return static_cast<Number>(a + b);
    }
}

/// What should lie at a point whose added coordinates are 0: its addends, in the order of memory of the added dimensions.
template <class Number>
Number expected_at(RedistPlan const& plan, Extents point) {
    auto const& axes = plan.map().axes;
    std::vector<std::size_t> added; // slowest first
    for (std::size_t axis = 0; axis < axes.size(); ++axis)
        if (!axes[axis].target && axes[axis].extent > 1) added.push_back(axis);
    if (plan.target().array().order == StorageOrder::Fortran) std::ranges::reverse(added);
    Extents extents;
    for (std::size_t const axis : added) extents.push_back(axes[axis].extent);
    Number sum = 0;
    bool first = true;
    for_each_index(extents, [&](Extents const& k) {
        for (std::size_t i = 0; i < added.size(); ++i) point[added[i]] = k[i];
        auto const value = value_at<Number>(index_of(plan.map(), &CopyAxis::source, point, as_size(plan.source().dims())));
        sum = first ? value : combined(plan.map().op, sum, value);
        first = false;
    });
    return sum;
}

/// All of the target that the sum names, bit by bit; what it does not name is as it was.
template <class Number>
bool arrived(RedistPlan const& plan, std::optional<LocalLayout> const& layout, std::vector<std::byte> local, Number before) {
    if (!layout) return true;
    bool right = true;
    Extents space;
    for (CopyAxis const& axis : plan.map().axes) space.push_back(axis.target ? axis.extent : std::min<Index>(axis.extent, 1));
    for_each_index(space, [&](Extents const& point) {
        Extents const index = index_of(plan.map(), &CopyAxis::target, point, as_size(plan.target().dims()));
        Number* const place = place_of<Number>(*layout, local, index);
        if (place == nullptr) return;
        Number const expected = expected_at<Number>(plan, point);
        right = right && std::memcmp(place, &expected, sizeof expected) == 0;
        *place = before;
    });
    std::vector<Number> rest(local.size() / sizeof(Number));
    std::copy_n(local.data(), local.size(), reinterpret_cast<std::byte*>(rest.data())); // no part: null
    return right && std::ranges::all_of(rest, [&](Number value) { return value == before; });
}

template <class Number>
std::vector<std::byte> room(std::optional<LocalLayout> const& layout, Number value) {
    std::vector<Number> numbers(layout ? as_size(layout->allocation_size()) : 0, value);
    std::vector<std::byte> bytes(numbers.size() * sizeof(Number));
    if (!bytes.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

template <class Number>
void sums_of(ElementType const& type) {
    RandomCopy const sum = random_sum();
    RC_PRE(adds(sum.map));
    StorageOrder const order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    Mapping const source = random_array(sum.source_extents, type, one_in(2) ? StorageOrder::C : StorageOrder::Fortran);
    Mapping const target =
        random_array(sum.target_extents, type, order, one_in(2) && job_size() > 1 ? Copies::Several : Copies::Any);
    MultiPlan const plan = MultiPlan::make({RedistPlan::make(source, target, sum.map).value()}).value();
    RankLayouts const layouts = random_layouts(plan);
    auto const composed = compose("sum", plan);
    RC_ASSERT(everywhere(composed.has_value()));
    RC_ASSERT(!compose("direct", plan));
    Index addends = 1; // of all elements together; each arrives at one share
    for (CopyAxis const& axis : sum.map.axes) addends *= axis.extent;
    RC_ASSERT(composed->phases.front().plan.totals().elements == addends);
    RedistributorOptions options;
    options.transport = transport_named(*rc::gen::elementOf(transport_names())).value();
    auto mover = CompositeRedistributor::make(*composed, MPI_COMM_WORLD, layouts, {.phases = {options}});
    RC_ASSERT(everywhere(mover.has_value()));
    auto from = room<Number>(layouts.sources[0], Number{0});
    if (layouts.sources[0])
        for_each_index(sum.source_extents, [&](Extents const& index) {
            if (auto* const place = place_of<Number>(*layouts.sources[0], from, index)) *place = value_at<Number>(index);
        });
    for (int run = 0; run < 2; ++run) { // what the first leaves behind does not spoil the second
        auto to = room<Number>(layouts.targets[0], Number{123});
        void const* const sources = from.data();
        void* const targets = to.data();
        mover->execute(std::span(&sources, 1), std::span(&targets, 1));
        RC_ASSERT(everywhere(arrived<Number>(plan.plans()[0], layouts.targets[0], to, Number{123})));
    }
}

void random_sums() {
    switch (between(0, 2)) {
    case 0:
        return sums_of<float>({"float32", 4});
    case 1:
        return sums_of<double>({"float64", 8});
    default:
        return sums_of<std::int32_t>({"int32", 4});
    }
}

/// No executor copies what is to be added.
void only_composed() {
    MappingSpec spec;
    spec.array.type = {"float64", 8};
    spec.array.extents = {4, 2};
    spec.array.lower = {1, 1};
    spec.formats = {DistFormat::collapsed(), DistFormat::collapsed()};
    Mapping const source = Mapping::make(spec).value();
    spec.array.extents = {4};
    spec.array.lower = {1};
    spec.formats = {DistFormat::collapsed()};
    CopyMap map = CopyMap::identity(source.array().extents);
    map.axes.back().target.reset();
    MultiPlan const plan = MultiPlan::make({RedistPlan::make(source, Mapping::make(spec).value(), map).value()}).value();
    RC_ASSERT(!Redistributor::make(plan, MPI_COMM_WORLD));
    RC_ASSERT(!compose("naive", plan));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(300 / (job_size() + 2));
    try_many_cases(("seed=29 max_success=" + cases).c_str());
    return exit_code({rc::check("sums are those of the whole arrays, bit by bit, on every rank", random_sums),
                      rc::check("nothing but the method sum executes a sum", only_composed)});
}
