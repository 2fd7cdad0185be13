// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an outside MPI program that writes an array out of core and copies it to a raw file with the installed tessera::runtime.
#include "demand.hpp"

#include <libcore/files/copy/file_copy.hpp>
#include <libcore/files/ooc/out_of_core_array.hpp>
#include <libcore/files/store/array_format.hpp>
#include <libcore/runtime/mpi/communicator.hpp>
#include <libcore/runtime/mpi/environment.hpp>
#include <libcore/spec/parse.hpp>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

namespace {

using tessera::Index;

constexpr Index rows = 64;
constexpr Index columns = 48;
constexpr Index slab_bytes = 4096; // an eighth of what a rank of two holds

/// Every element is its position in the raw file: Fortran order, the first index fastest.
void write_array(tessera::Communicator const& world, std::string const& path) {
    tessera::CompactJob const compact{{"real8 A(64,48)"}, "(*,block)", "", {}};
    auto const job = demand(tessera::parse_compact(compact, {world.size(), nullptr}));
    tessera::MemoryAccount account(2 * slab_bytes);
    tessera::Ocad const descriptor{job.arrays.front().states.front(), {}, tessera::PlacementModel::Local, slab_bytes};
    auto array = demand(tessera::OutOfCoreArray::create(world, account, path, descriptor, true));
    Index const first_column = array.owned().dims()[1].bounds().begin;
    tessera::Icla icla = array.make_icla();
    for (Index slab = 0; slab < array.slabs().count(); ++slab) {
        auto const box = array.slabs().box(slab);
        icla.hold(box);
        auto const here = icla.view<double, 2>();
        for (Index j = box[1].begin; j < box[1].end; ++j)
            for (Index i = box[0].begin; i < box[0].end; ++i) here(i, j) = static_cast<double>(i + rows * (first_column + j));
        array.write_section(icla.section(), icla);
    }
    array.close();
}

/// Index by index.
tessera::CopyMap whole_array() {
    tessera::CopyMap map;
    for (int d = 0; d < 2; ++d) {
        Index const extent = d == 0 ? rows : columns;
        map.axes.push_back({.extent = extent, .source = tessera::CopySide{d, 0, 1}, .target = tessera::CopySide{d, 0, 1}});
    }
    return map;
}

void copy_array(tessera::Communicator const& world, std::string const& from, std::string const& to) {
    auto const source = demand(tessera::open_array(demand(tessera::parse_file_name(from))));
    tessera::OutputPath const place{to};
    tessera::FileName const file = demand(tessera::parse_file_name(to));
    auto const target = demand(file.format->make(place, {{source.type, source.extents, source.order}}));
    tessera::CopyMap const map = whole_array();
    tessera::CopyJob job{source, map, *target, place};
    job.options.verify = true;
    job.options.force = true;
    tessera::CopyPlan const plan = demand(plan_of(world, job));
    auto const outcome = demand(tessera::copy_array(world, job, plan));
    if (world.rank() == 0) std::cout << outcome.bytes_copied << " bytes copied in " << outcome.parts << " parts\n";
}

bool is_right(std::string const& path) {
    std::vector<double> elements(static_cast<std::size_t>(rows * columns) + 1);
    std::ifstream file(path, std::ios::binary);
    file.read(reinterpret_cast<char*>(elements.data()), static_cast<std::streamsize>(elements.size() * sizeof(double)));
    if (file.gcount() != rows * columns * static_cast<Index>(sizeof(double))) return false;
    for (std::size_t at = 0; at + 1 < elements.size(); ++at)
        if (elements[at] != static_cast<double>(at)) return false;
    return true;
}

} // namespace

int main(int argc, char** argv) {
    tessera::Environment const environment(argc, argv);
    tessera::Communicator const world = tessera::Communicator::world();
    write_array(world, "out_of_core.json");
    copy_array(world, "out_of_core.json", "copied.raw");
    if (world.rank() != 0 || is_right("copied.raw")) return EXIT_SUCCESS;
    std::cerr << "copied.raw does not hold its own positions\n";
    return EXIT_FAILURE;
}
