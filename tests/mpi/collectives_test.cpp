// SPDX-License-Identifier: BSD-3-Clause
// Tessera: every broadcast and reduction with random types, operations and lengths: the same bits on every rank, and those of one
// process where nothing is rounded.
#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/runtime/comm/collectives/collective_runner.hpp"
#include "libcore/runtime/comm/collectives/mpi_collectives.hpp"
#include "libcore/runtime/elements/mixed_bits.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <cmath>
#include <cstring>
#include <mpi.h>
#include <rapidcheck.h>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

struct CombinedType {
    ElementType type;
    std::vector<ReduceOp> ops;
};

/// By what the standard library calls them, not by the table that is tested.
std::vector<CombinedType> combined_types() {
    std::vector<ReduceOp> const arithmetic{ReduceOp::Sum, ReduceOp::Product, ReduceOp::Min, ReduceOp::Max};
    std::vector<ReduceOp> all = arithmetic;
    all.insert(all.end(), {ReduceOp::And, ReduceOp::Or, ReduceOp::Xor});
    return {{{"float32", 4}, arithmetic}, {{"float64", 8}, arithmetic}, {{"int8", 1}, all}, {{"uint16", 2}, all},
            {{"int32", 4}, all},          {{"uint64", 8}, all},         {{"int64", 8}, all}};
}

/// Rank p's vector: integers of any bits, floats between -1 and 1 that are rounded when they are combined.
std::vector<std::byte> vector_of(ElementType const& type, Rank p, Index elements, std::uint64_t seed) {
    std::vector<std::byte> vector(as_size(elements * type.bytes));
    for (Index i = 0; i < elements; ++i) {
        std::uint64_t const bits = mixed_bits(mixed_bits(seed + static_cast<std::uint64_t>(p)) + static_cast<std::uint64_t>(i));
        double const real = static_cast<double>(bits >> 11U) * 0x1p-52 - 1;
        auto const single = static_cast<float>(real);
        std::byte* const place = vector.data() + i * type.bytes;
        if (type.name == "float64")
            std::memcpy(place, &real, 8);
        else if (type.name == "float32")
            std::memcpy(place, &single, 4);
        else
            std::memcpy(place, &bits, as_size(type.bytes));
    }
    return vector;
}

template <class T>
T combined(ReduceOp op, T a, T b) {
    switch (op) {
    case ReduceOp::Sum:
        return static_cast<T>(a + b);
    case ReduceOp::Product:
        return static_cast<T>(a * b);
    case ReduceOp::Min:
        return b < a ? b : a;
    case ReduceOp::Max:
        return a < b ? b : a;
    default:
        break;
    }
    if constexpr (std::is_integral_v<T>) {
        if (op == ReduceOp::And) return static_cast<T>(a & b);
        return static_cast<T>(op == ReduceOp::Or ? a | b : a ^ b);
    }
    return a;
}

/// Element by element on one process; whether `found` is that, up to rounding where T is a float.
template <class T, class Wide>
bool is_combination(ReduceOp op, std::vector<std::vector<std::byte>> const& vectors, std::vector<std::byte> const& found) {
    for (std::size_t at = 0; at < found.size(); at += sizeof(T)) {
        auto const element = [at](std::vector<std::byte> const& vector) {
            T value;
            std::memcpy(&value, vector.data() + at, sizeof value);
            return value;
        };
        Wide expected = static_cast<Wide>(element(vectors.front()));
        for (std::size_t p = 1; p < vectors.size(); ++p) expected = combined(op, expected, static_cast<Wide>(element(vectors[p])));
        T const got = element(found);
        if constexpr (std::is_integral_v<T>) {
            if (got != static_cast<T>(expected)) return false;
        } else {
            double const room = op == ReduceOp::Min || op == ReduceOp::Max ? 0 : 100 * std::numeric_limits<T>::epsilon();
            if (std::abs(static_cast<double>(got) - static_cast<double>(expected)) > room) return false;
        }
    }
    return true;
}

bool is_combination(ElementType const& type, ReduceOp op, std::vector<std::vector<std::byte>> const& vectors,
                    std::vector<std::byte> const& found) {
    using Integer = std::uint64_t;
    if (type.name == "float32") return is_combination<float, double>(op, vectors, found);
    if (type.name == "float64") return is_combination<double, double>(op, vectors, found);
    if (type.name == "int8") return is_combination<std::int8_t, std::int64_t>(op, vectors, found);
    if (type.name == "uint16") return is_combination<std::uint16_t, Integer>(op, vectors, found);
    if (type.name == "int32")
        return op == ReduceOp::Product || op == ReduceOp::Sum ? is_combination<std::uint32_t, Integer>(op, vectors, found)
                                                              : is_combination<std::int32_t, std::int64_t>(op, vectors, found);
    if (type.name == "int64" && (op == ReduceOp::Min || op == ReduceOp::Max))
        return is_combination<std::int64_t, std::int64_t>(op, vectors, found);
    return is_combination<Integer, Integer>(op, vectors, found);
}

/// Every rank's bytes against rank 0's.
bool same_bits(std::vector<std::byte> const& mine) {
    std::vector<std::byte> first = mine;
    MPI_Bcast(first.data(), static_cast<int>(first.size()), MPI_BYTE, 0, MPI_COMM_WORLD);
    return everywhere(first == mine);
}

struct CollectiveCase {
    CombinedType type;
    ReduceOp op;
    int root;
    Index elements;
    std::uint64_t seed;
};

CollectiveCase random_collective() {
    auto const types = combined_types();
    CombinedType const type = types[as_size(between(0, std::ssize(types) - 1))];
    ReduceOp const op = type.ops[as_size(between(0, std::ssize(type.ops) - 1))];
    Index const elements = one_in(8) ? between(5000, 40000) : between(1, 50);
    return {type, op, static_cast<int>(between(0, job_size() - 1)), elements, static_cast<std::uint64_t>(between(0, 1000000))};
}

void combines(CollectiveCase const& each) {
    Communicator const world = Communicator::world();
    ElementType const& type = each.type.type;
    std::vector<std::vector<std::byte>> vectors;
    for (Rank p = 0; p < world.size(); ++p) vectors.push_back(vector_of(type, p, each.elements, each.seed));
    Combiner const combiner = Combiner::make(each.op, type).value();
    for (CollectiveAlgorithm const& algorithm : collective_algorithms()) {
        std::vector<std::byte> mine = vectors[as_size(world.rank())];
        CollectiveTask const task{algorithm.kind, world.size(), each.root, each.elements, type.bytes};
        bool const reduces = algorithm.kind == CollectiveKind::Reduce;
        if (algorithm.make) {
            CollectiveRunner runner(world, make_collective(algorithm, task), type.bytes,
                                    reduces ? std::optional(combiner) : std::nullopt);
            runner.execute(mine.data());
            RC_ASSERT(same_bits(mine));
            mine = vectors[as_size(world.rank())];
            runner.execute(mine.data()); // again, with what is left over from the first time
        } else if (reduces) {
            mpi_allreduce(world, combiner, mine.data(), each.elements);
        } else {
            mpi_broadcast(world, each.root, mine.data(), std::ssize(mine));
        }
        RC_LOG() << algorithm.name << ", " << name_of(each.op) << " of " << each.elements << " " << type.name << "\n";
        RC_ASSERT(same_bits(mine));
        RC_ASSERT(everywhere(reduces ? is_combination(type, each.op, vectors, mine) : mine == vectors[as_size(each.root)]));
    }
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(400 / (job_size() + 2));
    try_many_cases(("seed=41 max_success=" + cases).c_str());
    return exit_code({rc::check("every collective combines every rank's elements", [] { combines(random_collective()); })});
}
