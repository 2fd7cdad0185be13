// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random arrays written in one mapping and read in another, by other numbers of ranks, in every format; spoilt files.
#include "libcore/files/copy/array_files.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/held_array.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/mpi/scratch_folder.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_storage.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <numeric>
#include <optional>
#include <rapidcheck.h>
#include <string>
#include <sys/resource.h>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

std::optional<ScratchFolder> files_folder; // of the whole run

/// The first `ranks` ranks of the world; nothing on the others.
class FirstRanks {
  public:
    explicit FirstRanks(int ranks) {
        Communicator const world = Communicator::world();
        MPI_Comm some = MPI_COMM_NULL;
        MPI_Comm_split(world.handle(), world.rank() < ranks ? 0 : MPI_UNDEFINED, 0, &some);
        if (some == MPI_COMM_NULL) return;
        comm_ = Communicator::duplicate(some);
        MPI_Comm_free(&some);
    }
    [[nodiscard]] Communicator const* comm() const { return comm_ ? &*comm_ : nullptr; }

  private:
    std::optional<Communicator> comm_;
};

Extents random_extents() {
    Extents extents;
    for (Index dims = between(1, 3); dims > 0; --dims) extents.push_back(one_in(15) ? 0 : between(1, 14));
    return extents;
}

ElementType random_stored_type() {
    return *rc::gen::elementOf(std::vector<ElementType>{{"float64", 8},
                                                        {"float32", 4},
                                                        {"int32", 4},
                                                        {"uint8", 1},
                                                        {"int16", 2},
                                                        {"uint64", 8},
                                                        {"complex64", 8},
                                                        {"complex128", 16},
                                                        {"bool", 1},
                                                        {"logical32", 4},
                                                        {"float16", 2},
                                                        {"V24", 24},
                                                        {"S3", 3}});
}

Mapping random_array(Extents const& extents, ElementType const& type, StorageOrder order, int ranks) {
    MappingSpec spec = random_mapping_spec(extents, ranks);
    spec.array.name = "field";
    spec.array.type = type;
    spec.array.order = order;
    if (one_in(3)) {
        for (std::size_t d = 0; d < extents.size(); ++d) spec.array.shadow.push_back({between(0, 2), between(0, 2)});
    }
    return Mapping::make(spec).value();
}

/// Of any format.
FileName random_name() {
    std::string const name =
        *rc::gen::elementOf(std::vector<std::string>{"a.h5", "a.h5:/deep/in/groups/x", "a.npy", "a.npy", "a.raw", "a.raw", "parts/",
                                                     "a.json", "a.zarr:/", "b.zarr:/deep/in/groups/x", "a.safetensors"});
    return place_of(parse_file_name(files_folder->path(name)).value(), "field", false);
}

/// Writes a generated array and says whether that went well everywhere.
bool written(Communicator const& comm, FileName const& file, HeldArray const& array) {
    // An HDF5 file that holds another dataset is not replaced. It goes before any rank looks at it.
    if (!file.dataset.empty() && comm.rank() == 0) std::filesystem::remove_all(file.path);
    MPI_Barrier(comm.handle());
    ArrayOutput::Array const made{.mapping = array.mapping(), .layout = array.layout()};
    auto output = ArrayOutput::make(comm, file, {&made, 1}, true);
    if (!output) return false;
    std::byte const* const local = array.data();
    return output->write({&local, 1}).has_value();
}

StorageOrder random_order_of_storage() {
    return one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
}

void what_was_written_is_read() {
    FileName const file = random_name();
    int const writers = static_cast<int>(between(1, job_size()));
    int const readers = static_cast<int>(between(1, job_size()));
    Extents const extents = random_extents();
    bool const is_safetensors = file.format->name() == "safetensors";
    ElementType const type = is_safetensors ? ElementType{"float64", 8} : random_stored_type();
    StorageOrder const order = random_order_of_storage();
    // npy files and manifests say their order; HDF5, safetensors and raw files take that of the array.
    bool const says_order = file.format->name() != "hdf5" && !is_safetensors && file.format->capabilities().describes_itself;
    Mapping const source = random_array(extents, type, order, writers);
    Mapping const target = random_array(extents, type, says_order ? random_order_of_storage() : order, readers);
    bool fine = true;
    bool const stored_somehow = one_in(2);
    auto const seed = static_cast<std::uint64_t>(between(0, 1'000'000));
    auto const layout_on = [&](Communicator const& comm, Mapping const& mapping) {
        return stored_somehow ? random_layout(mapping, comm.rank(), seed) : std::nullopt;
    };
    if (FirstRanks const some(writers); some.comm() != nullptr)
        fine = written(*some.comm(), file,
                       HeldArray(*some.comm(), source, HeldArray::Content::Generated, layout_on(*some.comm(), source)));
    RC_ASSERT(everywhere(fine));
    if (FirstRanks const some(readers); some.comm() != nullptr) {
        HeldArray array(*some.comm(), target, HeldArray::Content::Rubbish, layout_on(*some.comm(), target));
        fine = read_array(*some.comm(), file, target, array.data(), {}, array.layout()).has_value() &&
               array.holds_data_of(source) && array.gaps_are_untouched();
    }
    RC_ASSERT(everywhere(fine));
}

std::vector<std::byte> bytes_of_file(std::string const& path) {
    std::ifstream stream(path, std::ios::binary);
    std::string const text{std::istreambuf_iterator<char>(stream), {}};
    auto const bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

void put_file(std::string const& path, std::span<std::byte const> bytes) {
    std::ofstream(path, std::ios::binary).write(reinterpret_cast<char const*>(bytes.data()), std::ssize(bytes));
}

/// Raw files hold the elements in storage order and nothing else, however few slabs go at a time.
void slabs_in_rounds_lie_in_order() {
    Communicator const world = Communicator::world();
    Extents const extents = random_extents();
    Mapping const source = random_array(extents, random_stored_type(), random_order_of_storage(), job_size());
    FileName const file = parse_file_name(files_folder->path("rounds.raw")).value();
    HeldArray const array(world, source);
    ArrayOutput::Array const made{source};
    auto output = ArrayOutput::make(world, file, {&made, 1}, true).value();
    std::byte const* const local = array.data();
    RC_ASSERT(everywhere(output.write({&local, 1}, {.slab_bytes = between(1, 300)}).has_value()));
    RC_ASSERT(everywhere(bytes_of_file(file.path) == HeldArray::whole(source)));
    world.barrier();
    Mapping const target = random_array(extents, source.array().type, source.array().order, job_size());
    HeldArray back(world, target, HeldArray::Content::Rubbish);
    Index reported = 0;
    ArrayTransfer const transfer{.slab_bytes = between(1, 300), .progress = [&](Index bytes) { reported += bytes; }};
    RC_ASSERT(everywhere(read_array(world, file, target, back.data(), transfer).has_value()));
    RC_ASSERT(everywhere(back.holds_data_of(source)));
    RC_ASSERT(everywhere(world.rank() != 0 || reported == target.volume() * target.array().type.bytes));
}

/// Local files have the array's shadow: of a rank's own ghosts the planes that are in it, whatever lies there.
void ghosts_of_a_callers_layout_are_written() {
    Communicator const world = Communicator::world();
    MappingSpec spec = random_mapping_spec({between(1, 9), between(1, 9)}, job_size());
    spec.array.name = "field";
    spec.array.type = {"int32", 4};
    spec.array.shadow = {{between(0, 2), between(0, 2)}, {between(0, 2), between(0, 2)}};
    Mapping const mapping = Mapping::make(spec).value();
    LocalStorage storage{.strides = {2, 100}, .ghosts = {{between(0, 2), between(0, 2)}, {between(0, 2), between(0, 2)}}};
    if (one_in(2)) std::ranges::reverse(storage.strides);
    auto const position = mapping.grid().position(world.rank());
    ArrayOutput::Array made{.mapping = mapping};
    std::vector<std::int32_t> local;
    if (position && mapping.holds(*position)) {
        made.layout = LocalLayout::strided(mapping, *position, storage).value();
        local.resize(as_size(made.layout->allocation_size()));
        std::iota(local.begin(), local.end(), 1 + 10'000 * world.rank());
    }
    FileName const file = place_of(parse_file_name(files_folder->path("ghosts.json")).value(), "field", false);
    auto output = ArrayOutput::make(world, file, {&made, 1}, true).value();
    auto const* const data = reinterpret_cast<std::byte const*>(local.data());
    RC_ASSERT(everywhere(output.write({&data, 1}).has_value()));
    bool right = true;
    if (made.layout && made.layout->allocation_size() > 0) {
        LocalLayout const standard(mapping, *position);
        std::vector<std::int32_t> expected(as_size(standard.allocation_size()), 0);
        auto const& ghosts = made.layout->ghosts();
        auto const& shadow = spec.array.shadow;
        for (Index i = -shadow[0].low; i < standard.local_shape()[0] + shadow[0].high; ++i)
            for (Index j = -shadow[1].low; j < standard.local_shape()[1] + shadow[1].high; ++j) {
                bool const stored = i >= -ghosts[0].low && i < standard.local_shape()[0] + ghosts[0].high && j >= -ghosts[1].low &&
                                    j < standard.local_shape()[1] + ghosts[1].high;
                Extents const at{i, j};
                if (stored) expected[as_size(standard.offset(at))] = local[as_size(made.layout->offset(at))];
            }
        auto const part = bytes_of_file(files_folder->newest("ghosts", fmt::format("{:04}.bin", world.rank())));
        right = std::ranges::equal(part, std::as_bytes(std::span(expected)));
    }
    RC_ASSERT(everywhere(right));
}

/// A file from a machine of the other byte order.
void big_endian_npy_files_are_read() {
    Communicator const world = Communicator::world();
    ElementType const type = *rc::gen::elementOf(std::vector<ElementType>{{"float64", 8}, {"int16", 2}, {"complex64", 8}});
    Mapping const mapping = random_array({between(1, 9), between(1, 9)}, type, random_order_of_storage(), job_size());
    FileName const file = parse_file_name(files_folder->path("big.npy")).value();
    RC_ASSERT(everywhere(written(world, file, HeldArray(world, mapping))));
    if (world.rank() == 0) {
        auto bytes = bytes_of_file(file.path);
        *std::ranges::find(bytes, std::byte{'<'}) = std::byte{'>'};
        Index const data = mapping.volume() * type.bytes;
        Index const size = type.name == "complex64" ? 4 : type.bytes;
        for (auto at = bytes.end() - data; at != bytes.end(); at += size) std::reverse(at, at + size);
        put_file(file.path, bytes);
    }
    world.barrier();
    HeldArray array(world, mapping, HeldArray::Content::Rubbish);
    RC_ASSERT(everywhere(read_array(world, file, mapping, array.data()).has_value()));
    RC_ASSERT(everywhere(array.holds_data_of(mapping)));
}

/// One byte more, less or changed in any part is found; every rank hears of it.
void spoilt_parts_are_found() {
    Communicator const world = Communicator::world();
    Mapping const mapping = random_array({between(1, 9), between(1, 9)}, {"int32", 4}, StorageOrder::C, job_size());
    FileName const file = parse_file_name(files_folder->path("spoilt.json")).value();
    RC_ASSERT(everywhere(written(world, file, HeldArray(world, mapping))));
    Index const way = between(0, 3);
    if (world.rank() == 0) {
        std::string const part = files_folder->newest("spoilt", ".bin");
        auto bytes = bytes_of_file(part);
        bool const empty = bytes.empty();
        if (way == 0 || empty) bytes.push_back(std::byte{0});
        if (way == 1 && !empty) bytes.pop_back();
        if (way == 2 && !empty) bytes.back() ^= std::byte{1};
        put_file(part, bytes);
        if (way == 3) std::filesystem::remove(part);
    }
    world.barrier();
    HeldArray array(world, mapping, HeldArray::Content::Rubbish);
    auto const read = read_array(world, file, mapping, array.data());
    // A spoilt copy that nobody reads does no harm.
    RC_ASSERT(everywhere(!read || array.holds_data_of(mapping)));
    if (mapping.replicas() == 1) RC_ASSERT(everywhere(!read));
}

/// Old parts go when a new manifest replaces theirs; nothing else does.
void old_parts_are_tidied_up() {
    Communicator const world = Communicator::world();
    if (world.rank() == 0) put_file(files_folder->path("again.keep.bin"), {});
    FileName const file = parse_file_name(files_folder->path("again.json")).value();
    for (int time = 0; time < 3; ++time) {
        Mapping const mapping = random_array({between(1, 9)}, {"int32", 4}, StorageOrder::C, job_size());
        RC_ASSERT(everywhere(written(world, file, HeldArray(world, mapping))));
        Index parts = 0;
        for (Index position = 0; position < mapping.grid().size(); ++position) parts += mapping.holds(position) ? 1 : 0;
        RC_ASSERT(everywhere(files_folder->count("again") == parts + 2)); // the manifest and the stranger
        world.barrier();
    }
}

/// While it lives this rank can make no file larger than some bytes: a disk that is full.
class FullDisk {
  public:
    explicit FullDisk(Index bytes) {
        getrlimit(RLIMIT_FSIZE, &before_);
        rlimit const little{static_cast<rlim_t>(bytes), before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &little);
    }
    FullDisk(FullDisk const&) = delete;
    FullDisk& operator=(FullDisk const&) = delete;
    ~FullDisk() { setrlimit(RLIMIT_FSIZE, &before_); }

  private:
    rlimit before_{};
};

/// Where any rank's disk is full no rank waits, all fail alike, and what was there before is untouched.
void full_disks_leave_nothing_behind() {
    Communicator const world = Communicator::world();
    Rank victim = static_cast<Rank>(between(0, world.size() - 1));
    Index const room = between(0, 16);
    Index const rows = world.size() * between(1, 5); // each rank has some to write, whatever the format
    MappingSpec spec;
    spec.array = {"field", {"float64", 8}, {0, 0}, {rows, between(4, 9)}, StorageOrder::C, {}};
    spec.formats = {DistFormat::cyclic(), DistFormat::collapsed()};
    spec.processors.lower = {0};
    spec.processors.extents = {world.size()};
    Mapping const mapping = Mapping::make(spec).value();
    FileName const file = random_name();
    if (file.format->name() == "zarr") victim = 0; // so little is one chunk, which one rank writes
    files_folder->empty();
    std::string verdict = "written";
    try {
        FullDisk const full(world.rank() == victim ? room : Index{1} << 20);
        ArrayOutput::Array const made{mapping};
        auto output = ArrayOutput::make(world, file, {&made, 1}, false).value();
        HeldArray const array(world, mapping);
        std::byte const* const local = array.data();
        static_cast<void>(output.write({&local, 1}));
    } catch (AgreedFailure const& failure) {
        verdict = failure.what();
    }
    RC_ASSERT(everywhere(verdict.find("File too large") != std::string::npos));
    RC_ASSERT(everywhere(files_folder->files() == 0));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    files_folder.emplace("files_test");
    auto const cases = std::to_string(300 / (job_size() + 3));
    try_many_cases(("seed=23 max_success=" + cases).c_str());
    int const code = exit_code({rc::check("what was written is read", what_was_written_is_read),
                                rc::check("slabs in rounds lie in order", slabs_in_rounds_lie_in_order),
                                rc::check("ghosts of a callers layout are written", ghosts_of_a_callers_layout_are_written),
                                rc::check("big-endian npy files are read", big_endian_npy_files_are_read),
                                rc::check("spoilt parts are found", spoilt_parts_are_found),
                                rc::check("full disks leave nothing behind", full_disks_leave_nothing_behind),
                                rc::check("old parts are tidied up", old_parts_are_tidied_up)});
    files_folder.reset();
    return code;
}
