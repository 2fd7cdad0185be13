// SPDX-License-Identifier: BSD-3-Clause
// Tessera: links and files that appear between a look and a write.
#include "libcore/files/ooc/out_of_core_array.hpp"
#include "libcore/files/store/zarr/zarr_chunks.hpp"
#include "libcore/files/store/zarr/zarr_new.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/mpi/scratch_folder.hpp"
#include "tests/suite/suite.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

using namespace tessera;
using tessera::oracle::ScratchFolder;
namespace fs = std::filesystem;

namespace {

/// The folder of a chunk was looked at for the chunk before.
bool chunks_do_not_follow_links_that_come_late(ScratchFolder const& scratch) {
    fs::path const array = scratch.path("A");
    fs::path const elsewhere = scratch.path("elsewhere");
    fs::create_directories(array);
    fs::create_directories(elsewhere);
    NewArray described{stored_type({"float64", 8}), {4, 4}};
    described.chunk = Extents{2, 2};
    auto const made = new_zarr(described, 3, "A");
    if (!made) return false;
    auto const writer = zarr_writer(array.string(), made->array);
    std::vector<std::byte> const elements(2 * 2 * 8);
    writer->write(0, Extents{0, 0}, elements);
    fs::rename(array / "c/0", scratch.path("moved"));
    fs::create_directory_symlink(elsewhere, array / "c/0");
    writer->write(0, Extents{0, 1}, elements);
    try { // another folder, which is a link from the beginning
        fs::create_directory_symlink(elsewhere, array / "c/1");
        writer->write(0, Extents{1, 0}, elements);
        return false;
    } catch (std::runtime_error const&) { // it says which link
    }
    return fs::is_empty(elsewhere);
}

bool an_out_of_core_array_replaces_nothing_that_comes_late(ScratchFolder const& scratch) {
    std::string const path = scratch.path("A.json");
    Communicator const world = Communicator::world();
    MemoryAccount account(1 << 20);
    auto const job = parse_compact({{"int32 A(10)"}, "(block)", "", {}}, {1, nullptr});
    if (!job) return false;
    Ocad const ocad{job->arrays.front().states.front(), {}, PlacementModel::Local, 1000};
    auto array = OutOfCoreArray::create(world, account, path, ocad, false);
    if (!array) return false;
    std::ofstream(path) << "somebody else";
    try {
        array->close();
        return false;
    } catch (AgreedFailure const&) { // it says where the array is
    }
    std::string text;
    std::getline(std::ifstream(path), text);
    return text == "somebody else" && fs::exists(scratch.path("A.copy1.json"));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    bool good = true;
    auto const holds = [&good](char const* what, bool (*test)(ScratchFolder const& scratch)) {
        ScratchFolder const scratch("late");
        if (test(scratch)) return;
        good = false;
        std::cerr << "FAILED: " << what << '\n';
    };
    holds("chunks do not follow links that come late", chunks_do_not_follow_links_that_come_late);
    holds("an out-of-core array replaces nothing that comes late", an_out_of_core_array_replaces_nothing_that_comes_late);
    return good ? 0 : 1;
}
