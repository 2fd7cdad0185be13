// SPDX-License-Identifier: BSD-3-Clause
// Tessera: filters an image that is too large for memory, reading each slab while the one in front of it is filtered.
//
// Usage: mpirun -n RANKS median_filter N WINDOW ICLA_BYTES RESULT.json
//
// The image is distributed (*,block); each rank keeps its columns in a file of its own and works on slabs of ICLA_BYTES. The result
// is a manifest beside those files: `iocopy RESULT.json result.npy` makes one file of them.
#include "share/examples/median_filter.hpp"
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
    Index const window = std::atoll(arguments[2]);
    Index const icla_bytes = std::atoll(arguments[3]);
    std::string const path = arguments[4];

    MemoryAccount account(6 * icla_bytes);
    auto const make = [&](std::string const& name, ShadowWidth columns) {
        std::string const declared = "uint8 A(" + std::to_string(n) + "," + std::to_string(n) + ")";
        return make_array(world, account, name, declared, "(*,block)", {{0, 0}, columns}, icla_bytes);
    };
    OutOfCoreArray image = make(path + ".image.json", {window / 2, window / 2}); // never closed: it goes with the program
    // Slabs of the result are those of the image, so its ICLA has room for them.
    OutOfCoreArray result = make(path, {0, 0});
    all_or_none(world, [&] { fill<Pixel>(image, noisy_pixel); });
    filter_image(world, image, result, n, window, Ahead::Yes);
    result.close();
    if (world.rank() == 0)
        std::printf("%lld x %lld pixels filtered, at most %lld bytes of buffers per rank\n", static_cast<long long>(n),
                    static_cast<long long>(n), static_cast<long long>(account.peak()));
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    Communicator const world = Communicator::world();
    if (argc != 5) {
        if (world.rank() == 0) std::fputs("usage: median_filter N WINDOW ICLA_BYTES RESULT.json\n", stderr);
        return 2;
    }
    try {
        run(world, {argv, static_cast<std::size_t>(argc)});
    } catch (std::exception const& failure) { // all ranks have it
        if (world.rank() == 0) std::fprintf(stderr, "median_filter: %s\n", failure.what());
        return 1;
    }
    return 0;
}
