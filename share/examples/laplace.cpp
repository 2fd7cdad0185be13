// SPDX-License-Identifier: BSD-3-Clause
// Tessera: solves Laplace's equation on a plate that is too large for memory.
//
// Usage: mpirun -n RANKS laplace N SWEEPS ICLA_BYTES RESULT.json
//
// The plate is distributed (block,block); each rank keeps its part in a file of its own and works on slabs of ICLA_BYTES. The
// result is a manifest beside those files: `iocopy RESULT.json result.npy` makes one file of them.
#include "share/examples/laplace.hpp"
#include "libcore/runtime/mpi/environment.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>

using namespace tessera;
using namespace tessera::examples;

namespace {

void run(Communicator const& world, std::span<char*> arguments) {
    Index const n = std::atoll(arguments[1]);
    int const sweeps = std::atoi(arguments[2]);
    Index const icla_bytes = std::atoll(arguments[3]);
    std::string const result = arguments[4];

    MemoryAccount account(6 * icla_bytes);
    auto const make = [&](std::string const& path) {
        std::string const declared = "real A(" + std::to_string(n) + "," + std::to_string(n) + ")";
        return make_array(world, account, path, declared, "(block,block)", {{1, 1}, {1, 1}}, icla_bytes);
    };
    OutOfCoreArray plate = make(result);
    OutOfCoreArray other = make(result + ".other.json"); // never closed: it goes with the program
    OutOfCoreArray& first = sweeps % 2 == 0 ? plate : other;
    OutOfCoreArray& second = sweeps % 2 == 0 ? other : plate;
    all_or_none(world, [&] { fill<float>(first, first_temperature); });
    solve_laplace(world, first, second, n, sweeps, Reuse::Yes);
    plate.close();
    if (world.rank() == 0)
        std::printf("%d sweeps over %lld x %lld elements, at most %lld bytes of buffers per rank\n", sweeps,
                    static_cast<long long>(n), static_cast<long long>(n), static_cast<long long>(account.peak()));
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    Communicator const world = Communicator::world();
    if (argc != 5) {
        if (world.rank() == 0) std::fputs("usage: laplace N SWEEPS ICLA_BYTES RESULT.json\n", stderr);
        return 2;
    }
    try {
        run(world, {argv, static_cast<std::size_t>(argc)});
    } catch (std::exception const& failure) { // all ranks have it
        if (world.rank() == 0) std::fprintf(stderr, "laplace: %s\n", failure.what());
        return 1;
    }
    return 0;
}
