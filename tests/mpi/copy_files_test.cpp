// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random arrays copied between random files, within as little memory as they can do with, against one assignment per
// element.
#include "libcore/files/copy/copy_forecast.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/io/copy_units.hpp"
#include "libcore/io/npy_header.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/mpi/scratch_folder.hpp"
#include "tests/mpi/whole_array.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <map>
#include <optional>
#include <rapidcheck.h>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// The names of a file in each format.
constexpr std::array all_formats{".h5:/some/where/B", ".npy", ".raw", ".json", ".zarr:/some/where/B", ".safetensors:/some/where/B"};

/// What safetensors files call a type; empty: they have none such.
std::string safetensors_name(ElementType const& type) {
    static std::map<std::string, std::string> const names{
        {"float64", "F64"}, {"float32", "F32"}, {"int32", "I32"}, {"uint8", "U8"}, {"int16", "I16"}};
    auto const found = names.find(type.name);
    return found == names.end() ? "" : found->second;
}

/// The header of a safetensors file of one tensor, with its length in front.
std::string safetensors_header(std::string const& name, WholeArray const& array) {
    std::uint64_t bytes = static_cast<std::uint64_t>(array.type.bytes);
    for (Index const extent : array.extents) bytes *= static_cast<std::uint64_t>(extent);
    std::string const text = fmt::format(R"({{"{}":{{"dtype":"{}","shape":[{}],"data_offsets":[0,{}]}}}})", name,
                                         safetensors_name(array.type), fmt::join(array.extents, ","), bytes);
    std::uint64_t const length = text.size();
    return std::string(reinterpret_cast<char const*>(&length), sizeof length) + text;
}

Index safetensors_header_bytes(std::string const& path) {
    std::uint64_t length = 0;
    std::ifstream(path, std::ios::binary).read(reinterpret_cast<char*>(&length), sizeof length);
    return static_cast<Index>(length + sizeof length);
}

std::optional<ScratchFolder> folder; // of the whole run

ElementType random_copied_type() {
    return *rc::gen::elementOf(std::vector<ElementType>{
        {"float64", 8}, {"float32", 4}, {"int32", 4}, {"uint8", 1}, {"int16", 2}, {"complex128", 16}, {"V24", 24}, {"S3", 3}});
}

StorageOrder random_storage_order() {
    return one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
}

Hdf5Layout random_layout(Extents const& extents) {
    Hdf5Layout layout;
    if (extents.empty() || one_in(4)) return layout;
    layout.chunk.emplace();
    for (Index const extent : extents) layout.chunk->push_back(between(1, std::max<Index>(extent, 1)));
    layout.filters.shuffle = one_in(3);
    if (one_in(3)) layout.filters.deflate = static_cast<int>(between(0, 6));
    layout.fletcher32 = one_in(8);
    return layout;
}

Mapping random_files(WholeArray const& array) {
    MappingSpec spec = random_mapping_spec(array.extents, static_cast<Rank>(between(1, 6)));
    spec.array.name = "A";
    spec.array.type = array.type;
    spec.array.order = array.order;
    if (one_in(2))
        for (std::size_t d = 0; d < array.extents.size(); ++d) spec.array.shadow.push_back({between(0, 2), between(0, 2)});
    return Mapping::make(spec).value();
}

/// What is copied: a random part of a random array, its dimensions in random order, some of them backwards.
struct Content {
    WholeArray source;
    CopyMap map; // in normal form
    Extents target_extents;
    StorageOrder target_order = StorageOrder::C;

    [[nodiscard]] WholeArray expected() const { return source.copied(map, target_extents, target_order); }
};

Content random_content() {
    RandomCopy const random = random_copy();
    Content content{
        WholeArray::make(random_copied_type(), random.source_extents, random_storage_order()), {}, {}, random_storage_order()};
    CopyMap map = random.map;
    int dims = 0;
    for (CopyAxis& axis : map.axes) {
        if (!axis.target) continue;
        bool const backwards = one_in(4);
        axis.target = CopySide{dims++, backwards ? axis.extent - 1 : 0, backwards ? -1 : 1};
        content.target_extents.push_back(axis.extent);
    }
    content.map = normal_form(map, content.target_extents).value();
    return content;
}

/// Of a format that has the type.
FileName random_name(std::string const& stem, ElementType const& type) {
    std::vector<std::string> endings(all_formats.begin(), all_formats.end());
    if (safetensors_name(type).empty()) endings.pop_back();
    auto const ending = *rc::gen::elementOf(endings);
    return parse_file_name(folder->path(stem + ending)).value();
}

/// Writes the source on the first rank; every rank makes the same random choices.
FileName write_source(WholeArray const& array, std::optional<RawArray>& raw) {
    bool const mine = Communicator::world().rank() == 0;
    FileName const file = random_name("source", array.type);
    if (file.format->name() == "zarr") {
        Hdf5Layout const layout = random_layout(array.extents);
        ZarrLayout const zarr{layout.chunk.value_or(Extents(array.extents.size(), between(1, 9))), one_in(2) ? '.' : '/',
                              one_in(2)};
        if (mine) write_zarr(array, file.path + file.dataset, zarr);
    } else if (file.format->name() == "safetensors") {
        WholeArray c = array;
        c.order = StorageOrder::C; // the only one that they say
        if (mine) write_flat(c, file.path, safetensors_header(file.dataset.substr(1), c));
    } else if (!file.dataset.empty()) {
        Hdf5Layout const layout = random_layout(array.extents);
        WholeArray c = array;
        c.order = StorageOrder::C; // HDF5's dimensions are C's
        if (mine) write_hdf5(c, file.path, file.dataset, layout);
    } else if (file.path.ends_with(".npy")) {
        if (mine) write_flat(array, file.path, npy_header({{array.type, array.extents, array.order}}).value());
    } else if (file.path.ends_with(".raw")) {
        raw = RawArray{array.type, array.extents, array.order, between(0, 100)};
        if (mine) write_flat(array, file.path, std::string(static_cast<std::size_t>(raw->begin), '#'));
    } else {
        Mapping const mapping = random_files(array);
        std::vector<int> permutation;
        for (Index const dim : random_order(std::ssize(array.extents))) permutation.push_back(static_cast<int>(dim));
        if (mine) write_local(array, mapping, permutation, file.path);
    }
    Communicator::world().barrier();
    return file;
}

struct Target {
    FileName file;
    OutputPath place;
    std::unique_ptr<OutputFile> target;
};

Target random_target(WholeArray const& expected) {
    Target made{random_name("target", expected.type), {}, nullptr};
    made.place.path = made.file.path;
    NewArray array{expected.type, expected.extents, expected.order};
    array.dataset = made.file.dataset;
    if (made.file.format->capabilities().has_chunks) {
        Hdf5Layout const layout = random_layout(expected.extents);
        array.chunk = layout.chunk;
        if (array.chunk) array.filters = layout.filters;
        if (made.file.format->name() == "zarr") array.filters.shuffle = false;
    }
    if (made.file.format->capabilities().is_mapped) array.mapping = random_files(expected);
    made.target = made.file.format->make(made.place, {array}).value();
    return made;
}

bool holds(Target const& target, WholeArray const& expected) {
    std::string const& path = target.place.path;
    if (target.file.format->name() == "zarr") return read_zarr(expected, path + target.file.dataset) == expected;
    if (target.file.format->name() == "safetensors") return read_flat(expected, path, safetensors_header_bytes(path)) == expected;
    if (!target.file.dataset.empty()) return read_hdf5(expected, path, target.file.dataset) == expected;
    if (target.file.format->capabilities().is_mapped) return local_files_hold(expected, path);
    FileArray const array{expected.type, expected.extents, expected.order};
    Index const header = path.ends_with(".npy") ? std::ssize(npy_header({array}).value()) : 0;
    return read_flat(expected, path, header) == expected;
}

/// With so little memory that there are many parts, where it can be.
CopyPlan planned(CopyJob& job) {
    for (Index each = copy_overhead / 7 * 8 + between(0, 500);; each += 250) {
        job.options.memory = each * Communicator::world().size();
        auto const plan = plan_of(Communicator::world(), job);
        if (plan) return *plan;
        RC_ASSERT(plan.error().message.find("takes") != std::string::npos); // too little memory
    }
}

bool same(RequestCounts const& a, RequestCounts const& b) {
    return a.requests == b.requests && a.bytes == b.bytes;
}

/// Sometimes other parts than were planned, or another way of reading: the mover does what it is told.
void change(CopyPlan& plan, CopyTask const& task) {
    if (one_in(2)) return;
    if (plan.access != Access::TwoPhase) plan.access = plan.access == Access::Direct ? Access::Sieve : Access::Direct;
    if (plan.access != Access::TwoPhase) plan.largest_gap = plan.access == Access::Direct ? 0 : widest_gap;
    if (plan.access == Access::TwoPhase || task.target.whole_chunks || plan.part.empty()) return;
    auto const d = static_cast<std::size_t>(between(0, std::ssize(plan.part) - 1));
    plan.part[d] = between(1, std::min(plan.part[d], task.target.chunk[d]));
    plan.unit = plan.part;
}

void arrives_as_it_should() {
    folder->empty();
    Content const content = random_content();
    WholeArray const expected = content.expected();
    std::optional<RawArray> raw;
    FileName const file = write_source(content.source, raw);
    auto source = open_array(file, {.declared = raw});
    RC_ASSERT(source.has_value());
    Target const target = random_target(expected);
    CopyJob job{*source, content.map, *target.target, target.place};
    job.options.verify = one_in(2);
    job.options.access = *rc::gen::element(Access::Direct, Access::Sieve, Access::TwoPhase, Access::TwoPhase);
    job.options.domains = *rc::gen::element(DomainKind::Dynamic, DomainKind::Static, DomainKind::BlockCyclic);
    job.options.aggregators = static_cast<int>(between(0, Communicator::world().size()));
    CopyPlan plan = planned(job);
    CopyTask const task = task_of(Communicator::world(), job);
    change(plan, task);
    if (one_in(2)) plan.unit = unit_of_parts(task.target, plan.part, task.element_bytes, between(1, 500));
    bool const first = Communicator::world().rank() == 0;
    CopyForecast const expected_counts = first ? forecast(job, task, plan) : CopyForecast();
    auto const copied = copy_array(Communicator::world(), job, plan);
    RC_ASSERT(copied.has_value());
    CopyOutcome const& outcome = *copied;
    RC_ASSERT(!outcome.wrong);
    RC_ASSERT(outcome.parts == CopyParts(task.target, plan.part).count());
    auto const foretold = [&](ForecastCounts const& counts, RequestCounts const& made) {
        return !first || !counts.exact || same(counts.counts, made);
    };
    RC_ASSERT(everywhere(foretold(expected_counts.reads, outcome.reads)));
    RC_ASSERT(everywhere(foretold(expected_counts.writes, outcome.writes)));
    bool const chunks_are_files = target.file.format->name() == "zarr"; // how long they will be nobody knows, but how many
    RC_ASSERT(everywhere(!first || !chunks_are_files || expected_counts.writes.counts.requests == outcome.writes.requests));
    RC_CLASSIFY(expected_counts.reads.exact, "reads known exactly");
    RC_CLASSIFY(expected_counts.writes.exact, "writes known exactly");
    RC_ASSERT(outcome.memory_peak <= job.options.memory);
    bool right = true;
    if (Communicator::world().rank() == 0) right = holds(target, expected);
    RC_ASSERT(right);
    RC_ASSERT(folder->count(".target") == 0); // nothing provisional is left
    RC_CLASSIFY(outcome.parts > 1, "several parts");
    RC_CLASSIFY(outcome.parts > 10, "more than ten parts");
    RC_CLASSIFY(plan.unit != plan.part, "parts of several units");
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    try_many_cases("seed=1 max_success=250");
    folder.emplace("copy-files");
    bool const passed = rc::check("copies between files hold what was to be copied", arrives_as_it_should);
    folder.reset();
    return exit_code({passed});
}
