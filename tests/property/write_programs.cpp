// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes random programs, for tests/codegen/random.sh to compile and run.
// Usage: property_tests write_programs FOLDER RANKS COUNT SEED. File R-NUMBER-KIND.cpp or .f90 runs on R ranks or more.
#include "libcore/codegen/halo_program.hpp"
#include "libcore/codegen/redist_program.hpp"
#include "libcore/codegen/region_program.hpp"
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

Result<std::string> random_redist(ProgramOptions const& options, MappingSpec (*random_spec)(ArraySpec const&),
                                  Result<std::string> (*program)(RedistPlan const&, ProgramOptions const&)) {
    ArraySpec const array = random_array();
    auto source = Mapping::make(random_spec(array));
    auto target = Mapping::make(random_spec(array));
    RC_PRE(source && target);
    return program(RedistPlan::make(*source, *target).value(), options);
}

Result<std::string> random_region_program(ProgramOptions const& options, bool collects) {
    RandomRegion sample = random_region();
    if (one_in(2)) sample.statement.approximation = RegionApproximation::May; // an update collects first
    auto const region = Region::make(sample.statement, sample.array);
    auto const mapping = Mapping::make(random_spec_of(sample.array));
    RC_PRE(region && mapping);
    RegionMove move{collects, {}};
    for (Index position = 0; position < mapping->grid().size(); ++position)
        move.hosts.push_back(static_cast<Rank>(between(0, ranks - 1)));
    if (one_in(2)) move.hosts.resize(1);
    return region_program(*region, sample.values, *mapping, move, options);
}

constexpr std::array<char const*, 5> kinds{"collect", "update", "redist", "pitfalls", "halo"};

Result<std::string> random_program(std::string const& kind, ProgramOptions const& options) {
    if (kind == "redist") return random_redist(options, random_spec_of, redist_program);
    if (kind == "pitfalls") return random_redist(options, random_closed_form, pitfalls_program);
    if (kind == "halo") return halo_program(random_halo(random_mapping_spec(random_halo_extents(), ranks)).plan, options);
    return random_region_program(options, kind == "collect");
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    if (argc != 5) return 2;
    std::filesystem::path const folder = argv[1];
    ranks = static_cast<Rank>(std::atoi(argv[2]));
    try_many_cases((std::string("max_success=") + argv[3] + " seed=" + argv[4]).c_str());
    std::size_t number = static_cast<std::size_t>(std::atoi(argv[4])); // other kinds with other seeds
    return exit_code({rc::check("programs can be written", [&] {
        std::string const kind = kinds[number % kinds.size()];
        bool const cpp = number % 2 == 0;
        auto const text = random_program(kind, {cpp ? ProgramLanguage::Cpp : ProgramLanguage::Fortran, "a random job"});
        RC_PRE(text.has_value()); // some mappings have no polyhedra
        std::ofstream(folder / (std::to_string(ranks) + "-" + std::to_string(number++) + "-" + kind + (cpp ? ".cpp" : ".f90")))
            << *text;
    })});
}
