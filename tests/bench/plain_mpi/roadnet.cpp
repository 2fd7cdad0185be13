// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distances from roads in plain MPI, to measure share/examples/pcstar/roadnet.cpp against: blocks of rows, a list of the
// places at work, and the rows at the border from the neighbours before each ring.
#include "share/examples/pcstar/roadnet_alone.hpp"
#include "tests/bench/plain_mpi/rows.hpp"

#include <span>

using namespace tessera;
using namespace tessera::examples;

namespace {

using Map = bench::Rows<std::int32_t>;

/// The places of a ring by row (of the rank's) and column, from those of the ring before it.
std::vector<std::pair<Index, Index>> ring(Map& map, std::int32_t far, std::vector<std::pair<Index, Index>> const& front) {
    std::vector<std::pair<Index, Index>> next;
    auto const reach = [&](Index i, Index j) {
        if (i < 0 || i >= map.count() || j < 0 || j >= map.columns() || map.row(i)[j] <= far) return;
        map.row(i)[j] = far;
        next.emplace_back(i, j);
    };
    map.exchange(false);
    for (auto const& [i, j] : front) {
        reach(i - 1, j);
        reach(i + 1, j);
        reach(i, j - 1);
        reach(i, j + 1);
    }
    for (Index j = 0; j < map.columns(); ++j) {
        if (map.row(-1)[j] == far - 1) reach(0, j);
        if (map.row(map.count())[j] == far - 1) reach(map.count() - 1, j);
    }
    return next;
}

Map roadnet(ProgramRun& run) {
    Index const rows = run.numbers[0];
    Index const columns = run.numbers[1];
    Map map(rows, columns, 1);
    std::ranges::fill(std::span(map.row(-1), as_size((map.count() + 2) * columns)), static_cast<std::int32_t>(run.numbers[2] + 1));
    map.for_each([&](std::int32_t& far, Index i, Index j) {
        if (is_road(i, j, rows, columns)) far = 0;
    });
    run.start();
    std::vector<std::pair<Index, Index>> front;
    map.for_each([&](std::int32_t far, Index i, Index j) {
        if (far == 0) front.emplace_back(i - map.first(), j);
    });
    for (std::int32_t far = 1; far <= run.numbers[2]; ++far) front = ring(map, far, front);
    run.stop();
    return map;
}

} // namespace

int main(int argc, char** argv) {
    Program<std::int32_t, Map> const program{"roadnet", "ROWS COLUMNS RINGS", {1024, 1024, 10}, "", roadnet, roadnet_alone};
    return run_program(argc, argv, program);
}
