// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies of files by the C++17 layer, in a program of others. Usage: cpp_copies SOURCE FOLDER
#include <tessera/io.hpp>

#include <cstring>
#include <iostream>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    std::string const source = argc > 1 ? argv[1] : "";
    std::string const target = std::string(argc > 2 ? argv[2] : ".") + "/cpp.zarr";
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::int64_t seen = 0;
    tessera::copy_callbacks callbacks;
    callbacks.progress = [&](std::string const& pass, std::int64_t done, std::int64_t) { seen = pass.empty() ? 0 : done; };
    auto const copied = tessera::copy(source, target, MPI_COMM_WORLD, {"chunk=60,60", "force"}, callbacks);
    bool good = copied.bytes_copied == 361 * 720 * 4 && copied.stopped == 0 && (rank > 0 || seen > 0);
    callbacks.stop = [] { return true; };
    good = good && tessera::copy(source, target, MPI_COMM_WORLD, {"force"}, callbacks).stopped == 1;
    try {
        tessera::copy(source, target, MPI_COMM_WORLD, {"colour=blue"});
        good = false;
    } catch (tessera::error const& error) {
        good = good && std::strstr(error.what(), "no option 'colour'") != nullptr;
    }
    if (!good) std::cerr << "cpp_copies: wrong on rank " << rank << '\n';
    MPI_Finalize();
    return good ? 0 : 1;
}
