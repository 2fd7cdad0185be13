// SPDX-License-Identifier: BSD-3-Clause
// Tessera: straight copies beside a memcpy of the same bytes, in one process: what all four ranks of a redistribution copy to the
// first one, with nobody to wait for.
//
// Usage: local-mpirun -n 1 copy_bench [REPETITIONS]
#include "libcore/mapping/local_layout.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/message_programs.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/bench/beside.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace tessera;
using tessera::bench::Contender;

namespace {

struct Copied {
    Index extent;
    Index source_block; ///< cyclic(m) in both dimensions, on 2 x 2 ranks
    Index target_block; ///< the same on `rows` x 4 / `rows`
    int rows;
};

Mapping block_cyclic_on(Index extent, Index block, int rows) {
    MappingSpec spec;
    spec.array.type = {"float64", 8};
    spec.array.extents = {extent, extent};
    spec.array.lower = {1, 1};
    spec.formats = {DistFormat::cyclic(block), DistFormat::cyclic(block)};
    spec.processors.lower = {1, 1};
    spec.processors.extents = {rows, 4 / rows};
    return Mapping::make(spec).value();
}

void measure(Copied const& row, int repetitions) {
    Mapping const from = block_cyclic_on(row.extent, row.source_block, 2);
    Mapping const to = block_cyclic_on(row.extent, row.target_block, row.rows);
    auto const plan = RedistPlan::make(from, to).value();
    LocalLayout const here(to, 0);
    Buffer target(here.allocation_size() * 8);
    Buffer memcpy_target(target.size());
    Buffer memcpy_source(target.size());
    std::vector<Buffer> sources;
    std::vector<CopyProgram> copies;
    std::vector<std::size_t> senders;
    for (Rank rank = 0; rank < 4; ++rank) {
        sources.emplace_back(LocalLayout(from, rank).allocation_size() * 8);
        sources.back().clear();
    }
    memcpy_source.clear();
    for (Message const& message : plan.receives(0)) {
        copies.push_back(direct_program(plan, message, LocalLayout(from, message.from_position), here));
        senders.push_back(as_size(message.from));
    }
    std::vector<Contender> contenders{
        {"memcpy", [&] { std::memcpy(memcpy_target.data(), memcpy_source.data(), as_size(target.size())); }},
        {"straight", [&] {
             for (std::size_t i = 0; i < copies.size(); ++i) copies[i].run(sources[senders[i]].data(), target.data());
         }}};
    bench::measure(contenders, target, target, "copy_bench", repetitions);
    auto const shortest = [](Contender const& each) { return std::ranges::min(each.seconds) * 1e3; };
    std::printf("%6ld: %4ld -> %4ld, 2x2 -> %dx%d | %8.2f %8.2f %6.2f | %8.2f %8.2f %6.2f\n", static_cast<long>(row.extent),
                static_cast<long>(row.source_block), static_cast<long>(row.target_block), row.rows, 4 / row.rows,
                contenders[0].median() * 1e3, contenders[1].median() * 1e3, contenders[1].median() / contenders[0].median(),
                shortest(contenders[0]), shortest(contenders[1]), shortest(contenders[1]) / shortest(contenders[0]));
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    int const repetitions = argc > 1 ? std::atoi(argv[1]) : 21;
    std::printf("Milliseconds: medians, then the shortest of %d interleaved rounds.\n\n%33s | %8s %8s %6s | %8s %8s %6s\n",
                repetitions, "", "memcpy", "straight", "ratio", "memcpy", "straight", "ratio");
    for (Copied const& row : std::array<Copied, 9>{{{6000, 128, 128, 2},
                                                    {6000, 36, 128, 2},
                                                    {6000, 128, 64, 4},
                                                    {6000, 32, 48, 4},
                                                    {6000, 8, 12, 4},
                                                    {6000, 3, 5, 4},
                                                    {3000, 2, 3, 4},
                                                    {3000, 1, 2, 4},
                                                    {3000, 1500, 1, 2}}})
        measure(row, repetitions);
    return 0;
}
