// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes random programs, for tests/codegen/random.sh to compile and run.
// Usage: property_tests write_programs FOLDER RANKS COUNT SEED [KIND]. File R-NUMBER-KIND.cpp or .f90 runs on R ranks or more.
#include "libcore/codegen/halo_program.hpp"
#include "libcore/codegen/redist_program.hpp"
#include "libcore/codegen/region_program.hpp"
#include "libcore/region/region_scan.hpp"
#include "libcore/spec/words.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_halo.hpp"
#include "tests/property/random_region.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace tessera;
using namespace tessera::oracle;

namespace {

Rank ranks = 1;

Extents random_extents() {
    Extents extents;
    Index const dims = between(1, 3);
    for (Index d = 0; d < dims; ++d) extents.push_back(between(d == 0 ? 0 : 1, dims == 1 ? 60 : 12));
    return extents;
}

/// The same array in another mapping; alignments follow its own lower bounds.
MappingSpec random_spec_of(ArraySpec const& array) {
    MappingSpec spec = random_mapping_spec(array.extents, ranks);
    for (AlignAxis& axis : spec.align) {
        auto const d = as_size(axis.array_dim);
        if (axis.kind == AlignAxis::Kind::Affine) axis.offset += axis.stride * (spec.array.lower[d] - array.lower[d]);
    }
    spec.array = array;
    return spec;
}

ArraySpec random_array() {
    ArraySpec array;
    array.extents = random_extents();
    for (std::size_t d = 0; d < array.extents.size(); ++d) array.lower.push_back(between(-2, 2));
    array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    return array;
}

/// Block, cyclic(m) and * along each dimension, without alignment or copies.
MappingSpec random_closed_form(ArraySpec const& array) {
    MappingSpec spec;
    spec.array = array;
    Index left = ranks;
    for (Index const extent : array.extents) {
        if (one_in(4)) {
            spec.formats.push_back(DistFormat::collapsed());
            continue;
        }
        Index const coords = between(1, left);
        left /= coords;
        spec.processors.extents.push_back(coords);
        spec.processors.lower.push_back(1);
        spec.formats.push_back(one_in(3) ? DistFormat::block() : DistFormat::cyclic(between(1, std::max<Index>(extent / 2, 1))));
    }
    for (Index const rank : random_order(ranks)) spec.processors.ranks.push_back(static_cast<Rank>(rank));
    Index used = 1;
    for (Index const coords : spec.processors.extents) used *= coords;
    spec.processors.ranks.resize(as_size(used));
    return spec;
}

/// Half of the programs have one array, the others two or three.
Index random_parts() {
    return one_in(2) ? 1 : between(2, 3);
}

// What cannot be made is drawn anew: of several parts none may fail.

RedistPlan random_redist(MappingSpec (*random_spec)(ArraySpec const&)) {
    for (;;) {
        ArraySpec const array = random_array();
        auto source = Mapping::make(random_spec(array));
        auto target = Mapping::make(random_spec(array));
        if (source && target) return RedistPlan::make(*source, *target).value();
    }
}

/// Names that mean something to a compiler, a library or the program itself.
std::string ugly_name() {
    static std::vector<std::string> const names{"size_t", "abort",  "array_size", "mpi",     "p1",      "i",
                                                "N",      "a1",     "l2",         "q1",      "c1",      "MPI_Comm_rank",
                                                "int",    "int8",   "number",     "if",      "end",     "do",
                                                "y1",     "c0",     "unix",       "stdin",   "printf",  "selected_int_kind",
                                                "sum",    "Real",   "huge",       "std",     "_Bool",   "this",
                                                "index",  "select", "NULL",       "INT_MAX", "rank_of", "shift_c0",
                                                "d1",     "e2",     "t1",         "m",       "long",    "error",
                                                "_1",     "part_1", "add",        "run",     "touched", "element"};
    return names[as_size(between(0, std::ssize(names) - 1))];
}

RegionMove random_region_move(bool collects) {
    for (;;) {
        RandomRegion sample = random_region();
        if (one_in(2)) sample.statement.approximation = RegionApproximation::May; // an update collects first
        std::vector<std::string>& names = sample.statement.parameters;
        for (std::size_t i = 0; i < names.size(); ++i) do
                names[i] = ugly_name();
            while (i > 0 && notation::same_word(names[i], names[0]));
        auto const region = Region::make(sample.statement, sample.array);
        auto const mapping = Mapping::make(random_spec_of(sample.array));
        if (!region || !mapping || !RegionScan::make(*region, *mapping)) continue; // some mappings have none
        RegionMove move{*region, sample.values, *mapping, collects, {}};
        for (Index position = 0; position < mapping->grid().size(); ++position)
            move.hosts.push_back(static_cast<Rank>(between(0, ranks - 1)));
        if (one_in(2)) move.hosts.resize(1);
        return move;
    }
}

constexpr std::array<char const*, 5> kinds{"collect", "update", "redist", "pitfalls", "halo"};

template <class Part, class Make>
std::vector<Part> several(Make const& make) {
    std::vector<Part> parts;
    Index const count = random_parts();
    for (Index i = 0; i < count; ++i) parts.push_back(make());
    return parts;
}

Result<std::string> random_program(std::string const& kind, ProgramOptions const& options) {
    if (kind == "redist") return redist_program(several<RedistPlan>([] { return random_redist(random_spec_of); }), options);
    if (kind == "pitfalls") return pitfalls_program(several<RedistPlan>([] { return random_redist(random_closed_form); }), options);
    if (kind == "halo")
        return halo_program(several<HaloPlan>([] { return random_halo(random_mapping_spec(random_halo_extents(), ranks)).plan; }),
                            options);
    return region_program(several<RegionMove>([&] { return random_region_move(kind == "collect"); }), options);
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    if (argc != 5 && argc != 6) return 2;
    std::filesystem::path const folder = argv[1];
    ranks = static_cast<Rank>(std::atoi(argv[2]));
    setenv("RC_PARAMS", (std::string("max_success=") + argv[3] + " seed=" + argv[4]).c_str(), 0); // COUNT is exact, in every tier
    std::size_t number = static_cast<std::size_t>(std::atoi(argv[4]));                            // other kinds with other seeds
    return exit_code({rc::check("programs can be written", [&] {
        std::string const kind = argc == 6 ? argv[5] : kinds[number % kinds.size()];
        bool const cpp = number % 2 == 0;
        auto const text = random_program(kind, {cpp ? ProgramLanguage::Cpp : ProgramLanguage::Fortran, "a random job"});
        RC_PRE(text.has_value());
        std::ofstream(folder / (std::to_string(ranks) + "-" + std::to_string(number++) + "-" + kind + (cpp ? ".cpp" : ".f90")))
            << *text;
    })});
}
