// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reductions and scans of structures by operations of the caller's, in random contexts, against a walk along every line.
#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/runtime/comm/axis/axis_reduction.hpp"
#include "libcore/runtime/comm/axis/axis_scan.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/chosen_elements.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <rapidcheck.h>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// x -> a x + b, one after the other: the order matters.
struct Map {
    std::uint32_t a = 1;
    std::uint32_t b = 0;
    friend bool operator==(Map const&, Map const&) = default;

    static constexpr bool commutative = false;
    static Map of(Index number) { return {static_cast<std::uint32_t>(number * 2 + 3), static_cast<std::uint32_t>(number + 1)}; }
    static Map combined(Map f, Map g) { return {f.a * g.a, f.a * g.b + f.b}; }
};

/// A product of matrices.
struct Matrix {
    std::array<std::uint64_t, 4> cells{1, 0, 0, 1};
    friend bool operator==(Matrix const&, Matrix const&) = default;

    static constexpr bool commutative = false;
    static Matrix of(Index number) {
        auto const n = static_cast<std::uint64_t>(number);
        return {{n + 1, n % 3, n % 5, 1}};
    }
    static Matrix combined(Matrix x, Matrix y) {
        auto const& [a, b, c, d] = x.cells;
        auto const& [e, f, g, h] = y.cells;
        return {{a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h}};
    }
};

/// A largest value, and the lowest index that has it.
struct Place {
    double value = -std::numeric_limits<double>::infinity();
    Index index = -1;
    friend bool operator==(Place const&, Place const&) = default;

    static constexpr bool commutative = true;
    static Place of(Index number) { return {static_cast<double>(number * 7 % 11), number}; }
    static Place combined(Place x, Place y) {
        if (x.value != y.value) return x.value < y.value ? y : x;
        return x.index < 0 || (y.index >= 0 && y.index < x.index) ? y : x;
    }
};

/// Three bytes, of which the first counts: associative, not commutative, and aligned to nothing.
struct First {
    std::array<std::uint8_t, 3> bytes{};
    friend bool operator==(First const&, First const&) = default;

    static constexpr bool commutative = false;
    static First of(Index number) { return {{1, static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(number / 256)}}; }
    static First combined(First x, First y) { return x.bytes[0] != 0 ? x : y; }
};

template <class T>
Combiner combiner() {
    return Combiner::of<T>([](T const& x, T const& y) { return T::combined(x, y); }, T{}, T::commutative);
}

template <class T>
struct OwnCase {
    Mapping mapping;
    int dim = 0;
    Extents strides; // linear, by dimension
    Chosen chosen;
    std::optional<LocalLayout> layout; // of this rank
    std::optional<Context> where;      // nothing: all
    std::vector<T> source = {};

    [[nodiscard]] Index extent() const { return mapping.array().extents[as_size(dim)]; }
    [[nodiscard]] Index along() const { return strides[as_size(dim)]; }
    [[nodiscard]] Index index_of(Index linear) const { return linear / along() % extent(); }
    /// Calls visit(place, linear index) for every element here, in the order of memory.
    template <class Visit>
    void for_each(Visit const& visit) const {
        std::map<std::size_t, Index> places;
        if (layout)
            owned_elements(mapping.array(), *layout).for_each([&](Index offset, Index linear) {
                places[as_size(offset) / sizeof(T)] = linear;
            });
        for (auto const& [place, linear] : places) visit(place, linear);
    }
    [[nodiscard]] Context const* context() const { return where ? &*where : nullptr; }
    [[nodiscard]] std::byte const* data() const { return reinterpret_cast<std::byte const*>(source.data()); }
};

template <class T>
OwnCase<T> random_own_case() {
    Extents extents;
    for (Index d = between(1, 3); d > 0; --d) extents.push_back(between(1, one_in(3) ? 40 : 9));
    MappingSpec spec = random_mapping_spec(extents, job_size());
    spec.array.type = {"bytes" + std::to_string(sizeof(T)), Index{sizeof(T)}};
    Mapping const mapping = Mapping::make(spec).value();
    OwnCase<T> made{mapping, static_cast<int>(between(0, mapping.dims() - 1)), linear_strides(mapping.array()), {}, {}, {}};
    bool const all = one_in(3);
    if (!all) made.chosen = random_choice(mapping.volume());
    auto const position = mapping.grid().position(Communicator::world().rank());
    if (position && mapping.holds(*position)) made.layout.emplace(mapping, *position);
    made.source.resize(made.layout ? as_size(made.layout->allocation_size()) : 0, T::of(12345)); // gaps change nothing
    ContextBuilder builder(made.layout ? made.layout->owned().count() : 0);
    made.for_each([&](std::size_t place, Index linear) {
        made.source[place] = T::of(linear);
        builder.add(made.chosen.holds(linear), 1);
    });
    if (!all) made.where = std::move(builder).finish();
    return made;
}

template <class T>
void reduces() {
    OwnCase<T> const c = random_own_case<T>();
    auto reduction = AxisReduction::make(c.mapping, c.dim, combiner<T>(), MPI_COMM_WORLD);
    RC_ASSERT(everywhere(reduction.has_value()));
    std::map<Index, std::size_t> numbers; // of lines, by their linear index at index 0
    c.for_each([&](std::size_t, Index linear) { numbers.emplace(linear - c.index_of(linear) * c.along(), 0); });
    std::size_t next = 0;
    for (auto& [linear, number] : numbers) number = next++;
    for (int run = 0; run < 2; ++run) {
        std::vector<T> results(as_size(reduction->lines()), T::of(77));
        auto* const bytes = reinterpret_cast<std::byte*>(results.data());
        if (run == 0) {
            reduction->execute(c.data(), bytes, c.context());
        } else {
            reduction->begin(c.data(), bytes, c.context());
            reduction->end();
        }
        bool right = true;
        for (auto const& [first, number] : numbers) {
            T expected{};
            for (Index i = 0; i < c.extent(); ++i)
                if (c.chosen.holds(first + i * c.along())) expected = T::combined(expected, T::of(first + i * c.along()));
            right = right && results[number] == expected;
        }
        RC_ASSERT(everywhere(right));
    }
}

bool begins_segment(Index linear) {
    return Chosen{99, 20, max_extent}.holds(linear);
}

template <class T>
T scanned(OwnCase<T> const& c, Index linear, AxisScanOptions const& options) {
    bool const up = options.direction == AxisDirection::Up;
    Index const first = linear - c.index_of(linear) * c.along();
    T result{};
    for (Index i = up ? 0 : c.extent() - 1;; i += up ? 1 : -1) {
        Index const there = first + i * c.along();
        if (options.segmented && begins_segment(there)) result = T{};
        if (there == linear && options.exclusive) return result;
        if (c.chosen.holds(there)) result = T::combined(result, T::of(there));
        if (there == linear) return result;
    }
}

template <class T>
void scans() {
    OwnCase<T> c = random_own_case<T>();
    AxisScanOptions const options{one_in(2) ? AxisDirection::Up : AxisDirection::Down, one_in(2), one_in(3)};
    auto scan = AxisScan::make(c.mapping, c.dim, combiner<T>(), MPI_COMM_WORLD, options);
    RC_ASSERT(everywhere(scan.has_value()));
    std::vector<T> target(c.source.size(), T::of(77));
    std::vector<std::uint8_t> starts(c.source.size());
    std::vector<T> expected = target;
    c.for_each([&](std::size_t place, Index linear) {
        starts[place] = begins_segment(linear) ? 1 : 0;
        if (c.chosen.holds(linear)) expected[place] = scanned(c, linear, options);
    });
    scan->execute(c.data(), reinterpret_cast<std::byte*>(target.data()), starts.data(), c.context());
    bool right = true;
    c.for_each([&](std::size_t place, Index) { right = right && target[place] == expected[place]; });
    RC_ASSERT(everywhere(right));
}

template <class T>
void reduces_vectors() {
    Communicator const world = Communicator::world();
    Index const elements = one_in(8) ? between(2000, 9000) : between(1, 40);
    Index const seed = between(0, 1'000'000);
    std::vector<T> expected(as_size(elements));
    for (Rank p = 0; p < world.size(); ++p)
        for (Index i = 0; i < elements; ++i)
            expected[as_size(i)] = T::combined(expected[as_size(i)], T::of((seed + i * 100 + p) % 1000));
    CollectiveTask const task{
        .ranks = world.size(), .elements = elements, .element_bytes = Index{sizeof(T)}, .ordered = !T::commutative};
    for (CollectiveAlgorithm const& algorithm : collective_algorithms()) {
        if (algorithm.kind != CollectiveKind::Reduce || !collective_named(task, algorithm.name)) continue;
        Collective collective(world, algorithm, task, combiner<T>());
        for (int run = 0; run < 2; ++run) {
            std::vector<T> mine(as_size(elements));
            for (Index i = 0; i < elements; ++i) mine[as_size(i)] = T::of((seed + i * 100 + world.rank()) % 1000);
            auto* const bytes = reinterpret_cast<std::byte*>(mine.data());
            if (run == 0) {
                collective.execute(bytes);
            } else {
                collective.begin(bytes);
                collective.end();
            }
            RC_LOG() << algorithm.name << " of " << elements << "\n";
            RC_ASSERT(everywhere(mine == expected));
        }
    }
}

/// An operation for elements of another length, or another type of number.
void refuses_other_types() {
    MappingSpec spec = random_mapping_spec({5}, job_size());
    spec.array.type = {"float64", 8};
    Mapping const mapping = Mapping::make(spec).value();
    RC_ASSERT(everywhere(AxisReduction::make(mapping, 0, combiner<Map>(), MPI_COMM_WORLD).has_value()));
    RC_ASSERT(everywhere(!AxisReduction::make(mapping, 0, combiner<Matrix>(), MPI_COMM_WORLD)));
    RC_ASSERT(everywhere(!AxisScan::make(mapping, 0, combiner<First>(), MPI_COMM_WORLD)));
    RC_ASSERT(everywhere(!AxisScan::make(mapping, 0, Combiner::make(ReduceOp::Sum, {"int64", 8}).value(), MPI_COMM_WORLD)));
}

template <class T>
bool holds_for(std::string const& name) {
    bool const reduction = rc::check("reductions of " + name, reduces<T>);
    bool const scan = rc::check("scans of " + name, scans<T>);
    return rc::check("reductions among ranks of " + name, reduces_vectors<T>) && reduction && scan;
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(150 / (job_size() + 2));
    try_many_cases(("seed=47 max_success=" + cases).c_str());
    return exit_code({holds_for<Map>("maps"), holds_for<Matrix>("matrices"), holds_for<Place>("values with their places"),
                      holds_for<First>("three bytes"), rc::check("other types are refused", refuses_other_types)});
}
