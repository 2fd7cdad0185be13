// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how long plans take: a million ranks to a million ranks, extents from thousands to 10^15, and the laws of growth.
#include "libcore/redist/redist_plan.hpp"
#include "tests/bench/interleaved.hpp"
#include "tests/bench/plan_laws.hpp"
#include "tests/unit/redist/sample_mappings.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <string_view>

using namespace tessera;
using namespace tessera::bench;
using samples::distributed;

namespace {

constexpr int rounds = 11;

RedistPlan plan_of(Mapping const& source, Mapping const& target) {
    return RedistPlan::make(source, target).value();
}

void print(std::vector<Figure> const& figures) {
    fmt::print("{:<72} {:>11} {:>11} {:>11}\n", "milliseconds", "median", "least", "most");
    for (auto const& figure : figures)
        fmt::print("{:<72} {:>11.4f} {:>11.4f} {:>11.4f}\n", figure.name, 1e3 * figure.median(), 1e3 * figure.least(),
                   1e3 * figure.most());
}

/// cyclic(3),cyclic(5) on 1000x1000 to cyclic(7),block on 1000x1000, array 10^6 x 10^6.
void million_ranks() {
    Extents const array{1'000'000, 1'000'000};
    Extents const grid{1000, 1000};
    auto const source = distributed(array, {DistFormat::cyclic(3), DistFormat::cyclic(5)}, grid);
    auto const target = distributed(array, {DistFormat::cyclic(7), DistFormat::block()}, grid);
    auto const plan = plan_of(source, target);
    RedistTotals totals;
    std::size_t messages = 0;
    std::vector<Figure> figures{
        {"make the mappings",
         [&] {
             distributed(array, {DistFormat::cyclic(3), DistFormat::cyclic(5)}, grid);
         },
         {}},
        {"make the plan and its totals", [&] { totals = plan_of(source, target).totals(); }, {}},
        {"sends and receives of rank 0", [&] { messages = plan.sends(0).size() + plan.receives(0).size(); }, {}},
        {"sends and receives of rank 567891", [&] { messages = plan.sends(567'891).size() + plan.receives(567'891).size(); }, {}}};
    measure(figures, rounds);
    fmt::print("A million ranks to a million ranks, cyclic(3),cyclic(5) -> cyclic(7),block, 10^6 x 10^6\n");
    print(figures);
    fmt::print("{} messages, {} elements moved, {} kept; at most {} sends and {} receives; {} of rank 567891\n", totals.messages,
               totals.moved, totals.kept, totals.max_sends, totals.max_receives, messages);
    fmt::print("peak memory so far {:.0f} MiB\n\n", peak_mebibytes());
}

/// A mapping on 1000 x 1000 whose array lies on its template with a stride and an offset in each dimension.
Mapping aligned(Extents const& array, std::vector<DistFormat> const& formats, Index stride, Index offset) {
    MappingSpec spec = distributed(array, formats, {1000, 1000}).spec();
    spec.target = Template{"T", {1, 1}, {}};
    for (int dim = 0; dim < 2; ++dim) {
        Index const lower = spec.array.lower[static_cast<std::size_t>(dim)];
        Index const last = lower + array[static_cast<std::size_t>(dim)] - 1;
        spec.target->extents.push_back(std::abs(stride) * (last - lower) + offset);
        Index const start = stride > 0 ? offset - stride * lower : offset - stride * last;
        spec.align.push_back({AlignAxis::Kind::Affine, dim, stride, start});
    }
    return Mapping::make(spec).value();
}

/// The same with affine alignments, one of them backwards: one rank's share alone.
void million_aligned_ranks() {
    Extents const array{1'000'000, 1'000'000};
    auto const source = aligned(array, {DistFormat::cyclic(3), DistFormat::cyclic(5)}, 3, 7);
    auto const target = aligned(array, {DistFormat::cyclic(7), DistFormat::block()}, -2, 5);
    std::size_t messages = 0;
    std::vector<Figure> figures;
    for (Rank const rank : {0, 567'891}) {
        auto const share = [&messages, &source, &target, rank] {
            auto const plan = plan_of(source, target);
            messages = plan.sends(rank).size() + plan.receives(rank).size();
        };
        figures.push_back({fmt::format("the plan, sends and receives of rank {}", rank), share, {}});
    }
    measure(figures, rounds);
    fmt::print("The same, aligned with (3*i+7, 3*j+7) before and backwards by twos after: under 10 ms is asked for\n");
    print(figures);
    fmt::print("{} messages of rank 567891\n\n", messages);
}

Figure planning(std::string const& name, Index extent, DistFormat const& from, Index from_ranks, DistFormat const& to,
                Index to_ranks) {
    auto const source = distributed({extent}, {from}, {from_ranks});
    auto const target = distributed({extent}, {to}, {to_ranks});
    return {fmt::format("{}, extent {:.0e}", name, static_cast<double>(extent)),
            [source, target] {
                auto const plan = plan_of(source, target);
                if (plan.totals().elements == 0 || plan.receives(1).empty()) std::abort();
            },
            {}};
}

/// Plan, totals and one rank's receives, where only the extent grows.
void any_extent() {
    std::vector<Figure> figures;
    for (Index extent = 1000; extent <= 1'000'000'000'000'000; extent *= 1000)
        figures.push_back(
            planning("cyclic(3) on 10 -> cyclic(5) on 8", extent, DistFormat::cyclic(3), 10, DistFormat::cyclic(5), 8));
    for (Index extent = 1'000'000; extent <= 1'000'000'000'000'000; extent *= 1000) {
        figures.push_back(
            planning("cyclic(3) on 1000 -> block on 1000", extent, DistFormat::cyclic(3), 1000, DistFormat::block(), 1000));
        figures.push_back(
            planning("block on 1000 -> cyclic(3) on 1000", extent, DistFormat::block(), 1000, DistFormat::cyclic(3), 1000));
    }
    measure(figures, rounds);
    fmt::print("Plan, totals and one rank's receives\n");
    print(figures);
    fmt::print("\n");
}

/// No grid that splits the plan into small factors: a million rows, one after the other.
void million_rows() {
    std::vector<Figure> figures{planning("cyclic(3) on 10^6 -> cyclic(5) on 10^6", 1'000'000'000'000, DistFormat::cyclic(3),
                                         1'000'000, DistFormat::cyclic(5), 1'000'000)};
    measure(figures, rounds);
    fmt::print("A million ranks in one dimension: plan, totals and one rank's receives\n");
    print(figures);
    fmt::print("peak memory so far {:.0f} MiB\n", peak_mebibytes());
}

} // namespace

/// With the argument "laws", only the laws are measured.
int main(int argc, char** argv) {
    if (argc < 2 || std::string_view(argv[1]) != "laws") {
        million_ranks();
        million_aligned_ranks();
        any_extent();
        million_rows();
    }
    return print_laws() ? EXIT_SUCCESS : EXIT_FAILURE;
}
