// SPDX-License-Identifier: BSD-3-Clause
// Tessera: scans, reductions, spreads, numberings and rankings along a dimension of random mappings, in random contexts, against a
// walk along every line of the whole array.
#include "libcore/runtime/comm/axis/axis_enumeration.hpp"
#include "libcore/runtime/comm/axis/axis_ranking.hpp"
#include "libcore/runtime/comm/axis/axis_reduction.hpp"
#include "libcore/runtime/comm/axis/axis_scan.hpp"
#include "libcore/runtime/comm/axis/axis_spread.hpp"
#include "libcore/runtime/comm/collectives/reduction_data.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/elements/mixed_bits.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <mpi.h>
#include <rapidcheck.h>
#include <string>
#include <type_traits>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// An array with generated values of type T, mapped at random; `dim` and `op` to go along with.
template <class T>
struct AxisCase {
    Mapping mapping;
    int dim;
    ReduceOp op;
    std::vector<T> whole; // by linear index
    Extents strides;      // linear, by dimension

    [[nodiscard]] Index extent() const { return mapping.array().extents[as_size(dim)]; }
    [[nodiscard]] Index index_of(Index linear) const { return linear / strides[as_size(dim)] % extent(); }
    [[nodiscard]] T at(Index linear, Index index) const {
        return whole[as_size(linear + (index - index_of(linear)) * strides[as_size(dim)])];
    }
};

template <class T>
T joined(ReduceOp op, T a, T b) {
    if (op == ReduceOp::Sum) return static_cast<T>(a + b);
    if (op == ReduceOp::Product) return static_cast<T>(a * b);
    if (op == ReduceOp::Min) return std::min(a, b);
    if (op == ReduceOp::Max) return std::max(a, b);
    if constexpr (std::is_integral_v<T>) {
        if (op == ReduceOp::And) return static_cast<T>(a & b);
        if (op == ReduceOp::Or) return static_cast<T>(a | b);
        return static_cast<T>(a ^ b);
    }
    return a;
}

template <class T>
T neutral(ReduceOp op) {
    using Limits = std::numeric_limits<T>;
    if (op == ReduceOp::Product) return T{1};
    if (op == ReduceOp::Min) return Limits::has_infinity ? Limits::infinity() : Limits::max();
    if (op == ReduceOp::Max) return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    if constexpr (std::is_integral_v<T>)
        if (op == ReduceOp::And) return static_cast<T>(~T{0});
    return T{0};
}

template <class T>
AxisCase<T> random_axis_case(std::string const& type) {
    Extents extents;
    for (Index d = between(1, 3); d > 0; --d) extents.push_back(between(1, one_in(3) ? 40 : 9));
    MappingSpec spec = random_mapping_spec(extents, job_size());
    spec.array.type = {type, Index{sizeof(T)}};
    auto const ops = std::is_integral_v<T> ? 7 : 4;
    auto const op = static_cast<ReduceOp>(between(0, ops - 1));
    Mapping mapping = Mapping::make(spec).value();
    AxisCase<T> result{mapping, static_cast<int>(between(0, mapping.dims() - 1)), op, {}, linear_strides(mapping.array())};
    ReductionData const data(mapping.array(), op);
    result.whole.resize(as_size(mapping.volume()));
    for (Index i = 0; i < mapping.volume(); ++i) data.write(i, reinterpret_cast<std::byte*>(&result.whole[as_size(i)]));
    return result;
}

/// This rank's part, and places for as many results.
template <class T>
struct AxisPart {
    std::optional<LocalLayout> layout;
    std::vector<T> source;
    std::vector<T> target;
    std::vector<std::uint8_t> starts;

    explicit AxisPart(AxisCase<T> const& axis) {
        auto const position = axis.mapping.grid().position(Communicator::world().rank());
        if (!position || !axis.mapping.holds(*position)) return;
        layout.emplace(axis.mapping, *position);
        source.resize(as_size(layout->allocation_size()));
        target = source;
        starts.resize(source.size());
        ReductionData(axis.mapping.array(), axis.op).fill(*layout, reinterpret_cast<std::byte*>(source.data()));
    }
    /// Calls visit(place, linear index) for every element here.
    template <class Visit>
    void for_each(AxisCase<T> const& axis, Visit const& visit) const {
        if (!layout) return;
        owned_elements(axis.mapping.array(), *layout).for_each([&](Index offset, Index linear) {
            visit(as_size(offset) / sizeof(T), linear);
        });
    }
};

/// Every element, none of every third, or scattered ones.
enum class Where { Everywhere, Thirds, Scattered };

bool is_active(Where where, Index linear) {
    if (where == Where::Everywhere) return true;
    auto const bits = mixed_bits(static_cast<std::uint64_t>(linear) + 7);
    return where == Where::Thirds ? linear % 3 != 0 : bits % 4 == 0;
}

Where random_where() {
    return static_cast<Where>(between(0, 2));
}

/// The context of this rank, which the elements of its memory are asked one by one.
template <class T>
std::optional<Context> context_of(AxisCase<T> const& axis, AxisPart<T> const& part, Where where) {
    if (where == Where::Everywhere) return std::nullopt;
    std::map<std::size_t, bool> active; // by place, ascending
    part.for_each(axis, [&](std::size_t place, Index linear) { active[place] = is_active(where, linear); });
    ContextBuilder builder(std::ssize(active));
    for (auto const& [place, yes] : active) builder.add(yes, 1);
    return std::move(builder).finish();
}

bool begins_segment(Index linear) {
    return mixed_bits(static_cast<std::uint64_t>(linear) + 99) % 5 == 0;
}

/// The element's scan, by walking its line from the end it begins at.
template <class T>
T scanned(AxisCase<T> const& axis, Index linear, AxisScanOptions const& options, Where where) {
    Index const own = axis.index_of(linear);
    bool const up = options.direction == AxisDirection::Up;
    T result = neutral<T>(axis.op);
    for (Index i = up ? 0 : axis.extent() - 1;; i += up ? 1 : -1) {
        Index const there = linear + (i - own) * axis.strides[as_size(axis.dim)];
        if (options.segmented && begins_segment(there)) result = neutral<T>(axis.op);
        if (i == own && options.exclusive) return result;
        if (is_active(where, there)) result = joined(axis.op, result, axis.at(linear, i));
        if (i == own) return result;
    }
}

template <class T>
void scans(std::string const& type) {
    AxisCase<T> const axis = random_axis_case<T>(type);
    AxisScanOptions const options{one_in(2) ? AxisDirection::Up : AxisDirection::Down, one_in(2), one_in(3)};
    bool const in_place = one_in(3);
    Where const where = random_where();
    AxisPart<T> part(axis);
    auto const context = context_of(axis, part, where);
    std::vector<T> const before = in_place ? part.source : part.target;
    part.for_each(axis, [&](std::size_t place, Index linear) { part.starts[place] = begins_segment(linear) ? 1 : 0; });
    auto scan = AxisScan::make(axis.mapping, axis.dim, axis.op, MPI_COMM_WORLD, options);
    RC_ASSERT(everywhere(scan.has_value()));
    auto* const target = in_place ? part.source.data() : part.target.data();
    scan->execute(reinterpret_cast<std::byte const*>(part.source.data()), reinterpret_cast<std::byte*>(target), part.starts.data(),
                  context ? &*context : nullptr);
    bool right = true;
    part.for_each(axis, [&](std::size_t place, Index linear) {
        T const expected = is_active(where, linear) ? scanned(axis, linear, options, where) : before[place];
        right = right && std::memcmp(&expected, &target[place], sizeof expected) == 0;
    });
    RC_ASSERT(everywhere(right));
}

/// The line of every element here, as the library numbers them: ascending in the dimensions but one, the fastest in memory first.
template <class T>
std::map<Index, std::size_t> line_numbers(AxisCase<T> const& axis, AxisPart<T> const& part) {
    std::map<Index, std::size_t> numbers; // by the line's linear index at index 0
    part.for_each(axis, [&](std::size_t, Index linear) {
        numbers.emplace(linear - axis.index_of(linear) * axis.strides[as_size(axis.dim)], 0);
    });
    std::size_t next = 0;
    for (auto& [linear, number] : numbers) number = next++; // ascending linear index is ascending memory
    return numbers;
}

template <class T>
void reduces_and_spreads(std::string const& type) {
    AxisCase<T> const axis = random_axis_case<T>(type);
    AxisPart<T> part(axis);
    Index const index = between(0, axis.extent() - 1);
    std::string const algorithm = *rc::gen::element<std::string>("auto", "loglocex", "ring");
    auto reduction = AxisReduction::make(axis.mapping, axis.dim, axis.op, MPI_COMM_WORLD, algorithm);
    auto spread = AxisSpread::make(axis.mapping, axis.dim, MPI_COMM_WORLD);
    RC_ASSERT(everywhere(reduction.has_value() && spread.has_value()));
    std::vector<T> sums(as_size(reduction->lines()));
    std::vector<T> plane(as_size(spread->lines()));
    Where const where = random_where();
    auto const context = context_of(axis, part, where);
    auto const* const source = reinterpret_cast<std::byte const*>(part.source.data());
    auto* const result = reinterpret_cast<std::byte*>(sums.data());
    if (one_in(2)) {
        reduction->begin(source, result, context ? &*context : nullptr);
        reduction->end();
    } else {
        reduction->execute(source, result, context ? &*context : nullptr);
    }
    if (one_in(2)) // of another owner, perhaps
        spread->execute(between(0, axis.extent() - 1), source, reinterpret_cast<std::byte*>(plane.data()));
    spread->execute(index, source, reinterpret_cast<std::byte*>(plane.data()));
    spread->spread(index, source, reinterpret_cast<std::byte*>(part.target.data()), context ? &*context : nullptr);
    bool right = true;
    for (auto const& [first, number] : line_numbers(axis, part)) {
        T expected = neutral<T>(axis.op);
        for (Index i = 0; i < axis.extent(); ++i)
            if (is_active(where, first + i * axis.strides[as_size(axis.dim)]))
                expected = joined(axis.op, expected, axis.at(first, i));
        T const there = axis.at(first, index);
        right = right && std::memcmp(&expected, &sums[number], sizeof expected) == 0;
        right = right && std::memcmp(&there, &plane[number], sizeof there) == 0;
    }
    part.for_each(axis, [&](std::size_t place, Index linear) {
        T const expected = is_active(where, linear) ? axis.at(linear, index) : T{};
        right = right && std::memcmp(&expected, &part.target[place], sizeof expected) == 0;
    });
    RC_ASSERT(everywhere(right));
}

/// How many active elements of its line stand before an element, from the last beginning of a segment on.
template <class T>
Index numbered(AxisCase<T> const& axis, Index linear, AxisScanOptions const& options, Where where) {
    Index const own = axis.index_of(linear);
    Index const way = options.direction == AxisDirection::Up ? -1 : 1;
    Index number = options.exclusive ? 0 : 1;
    for (Index i = own; 0 <= i && i < axis.extent(); i += way) {
        Index const there = linear + (i - own) * axis.strides[as_size(axis.dim)];
        if (i != own && is_active(where, there)) ++number;
        if (options.segmented && begins_segment(there)) break;
    }
    return number;
}

/// How many active elements of its line come before an element in the order of sorting.
template <class T>
Index ranked(AxisCase<T> const& axis, Index linear, AxisDirection direction, Where where) {
    Index const own = axis.index_of(linear);
    T const value = axis.at(linear, own);
    Index rank = 0;
    for (Index i = 0; i < axis.extent(); ++i) {
        if (!is_active(where, linear + (i - own) * axis.strides[as_size(axis.dim)])) continue;
        T const other = axis.at(linear, i);
        bool const before = direction == AxisDirection::Up ? other < value : other > value;
        if (before || (other == value && i < own)) ++rank;
    }
    return rank;
}

template <class T>
void enumerates_and_ranks(std::string const& type) {
    AxisCase<T> const axis = random_axis_case<T>(type);
    AxisScanOptions const options{one_in(2) ? AxisDirection::Up : AxisDirection::Down, one_in(2), one_in(3)};
    Where const where = random_where();
    AxisPart<T> part(axis);
    part.for_each(axis, [&](std::size_t place, Index linear) { part.starts[place] = begins_segment(linear) ? 1 : 0; });
    auto const context = context_of(axis, part, where);
    Context const* const active = context ? &*context : nullptr;
    auto enumeration = AxisEnumeration::make(axis.mapping, axis.dim, MPI_COMM_WORLD, options);
    auto ranking = AxisRanking::make(axis.mapping, axis.dim, MPI_COMM_WORLD, options.direction);
    RC_ASSERT(everywhere(enumeration.has_value() && ranking.has_value()));
    std::vector<Index> numbers(part.source.size(), -1);
    std::vector<Index> places(part.source.size(), -1);
    enumeration->execute(numbers.data(), part.starts.data(), active);
    ranking->execute(reinterpret_cast<std::byte const*>(part.source.data()), places.data(), active);
    bool right = true;
    part.for_each(axis, [&](std::size_t place, Index linear) {
        bool const takes_part = is_active(where, linear);
        right = right && numbers[place] == (takes_part ? numbered(axis, linear, options, where) : -1);
        right = right && places[place] == (takes_part ? ranked(axis, linear, options.direction, where) : -1);
    });
    RC_ASSERT(everywhere(right));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(2000 / (job_size() + 2));
    try_many_cases(("seed=43 max_success=" + cases).c_str());
    return exit_code({rc::check("scans of whole numbers", [] { scans<std::uint16_t>("uint16"); }),
                      rc::check("scans of floats", [] { scans<double>("float64"); }),
                      rc::check("reductions and spreads of whole numbers", [] { reduces_and_spreads<std::uint64_t>("uint64"); }),
                      rc::check("reductions and spreads of floats", [] { reduces_and_spreads<float>("float32"); }),
                      rc::check("numbers and places of whole numbers", [] { enumerates_and_ranks<std::int16_t>("int16"); }),
                      rc::check("numbers and places of floats", [] { enumerates_and_ranks<double>("float64"); })});
}
