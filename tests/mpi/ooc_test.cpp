// SPDX-License-Identifier: BSD-3-Clause
// Tessera: out-of-core arrays of random mappings: every routine, every element compared with its own index.
#include "libcore/files/ooc/local_indices.hpp"
#include "libcore/files/ooc/out_of_core_array.hpp"
#include "libcore/files/ooc/out_of_core_shift.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/mpi/scratch_folder.hpp"
#include "tests/property/file_oracle.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_mask.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <rapidcheck.h>
#include <span>
#include <string>

using namespace tessera;
using namespace tessera::oracle;

namespace {

ScratchFolder const* array_folder = nullptr;
Communicator const* everybody = nullptr; // arrays keep it

using Value = std::int32_t;
constexpr Index value_bytes = sizeof(Value);

/// A descriptor, and memory for three ICLAs and what the routines need besides.
struct Case {
    Ocad ocad;
    MemoryAccount account{0};
    std::string path;

    [[nodiscard]] Extents const& extents() const { return ocad.mapping.array.extents; }
    /// Of an element of the global array, its own number.
    [[nodiscard]] Value value(std::span<Index const> global) const {
        Index number = 0;
        for (std::size_t d = 0; d < global.size(); ++d) number = number * extents()[d] + global[d];
        return static_cast<Value>(number + 1);
    }
    [[nodiscard]] OutOfCoreArray create() {
        auto array = OutOfCoreArray::create(*everybody, account, path, ocad, true);
        RC_ASSERT(everywhere(array.has_value()));
        return *std::move(array);
    }
};

bool is_legal(Ocad const& ocad) {
    auto const mapping = Mapping::make(ocad.mapping);
    return mapping && check_out_of_core(*mapping);
}

Case random_case(PlacementModel placement) {
    Case made;
    Extents extents;
    Index elements = 1;
    for (Index dims = between(1, 3); dims > 0; --dims) extents.push_back(between(1, dims == 1 ? 40 : 12));
    MappingSpec spec = random_mapping_spec(extents, job_size());
    spec.array.type = {"int32", value_bytes};
    if (one_in(2)) {
        for (std::size_t d = 0; d < extents.size(); ++d) {
            spec.array.shadow.push_back({between(0, 2), between(0, 2)});
            elements *= 1 + spec.array.shadow[d].low + spec.array.shadow[d].high;
        }
    }
    made.ocad = {spec, {}, placement, (elements + between(0, one_in(2) ? 5 : 200)) * value_bytes};
    for (Index const d : random_order(std::ssize(extents))) made.ocad.permutation.push_back(static_cast<int>(d));
    if (!is_legal(made.ocad)) RC_DISCARD("several copies, or overlap areas around single indices");
    made.account = MemoryAccount(5 * made.ocad.icla_bytes + (job_size() + 1) * value_bytes);
    made.path = array_folder->path("A.json");
    return made;
}

/// This rank's part: what it owns of each dimension.
BoxSet owned_by(OutOfCoreArray const& array, Rank rank) {
    auto const position = array.mapping().grid().position(rank);
    return position && array.mapping().holds(*position) ? array.mapping().owned(*position) : BoxSet();
}

/// The index in the global array, by counting. An index in an overlap area goes on from the end.
Index global_of(PeriodicSet const& owned, Index local) {
    if (local < 0) return owned.element(0) + local;
    return local < owned.count() ? owned.element(local) : owned.element(owned.count() - 1) + local - owned.count() + 1;
}

/// Calls visit(global index, element) for everything an ICLA holds that lies within the array.
template <class Visit>
void for_each_held(Case const& made, OutOfCoreArray const& array, Icla& icla, Visit const& visit) {
    BoxSet const owned = owned_by(array, Communicator::world().rank());
    icla.section().for_each([&](std::span<Index const> local) {
        Extents global;
        Index offset = 0;
        bool inside = true;
        for (std::size_t d = 0; d < local.size(); ++d) {
            global.push_back(global_of(owned.dims()[d], local[d]));
            inside = inside && 0 <= global[d] && global[d] < made.extents()[d];
            Index before = 0;
            for (Index x = icla.section().dims()[d].bounds().begin; x < local[d]; ++x)
                before += icla.section().dims()[d].contains(x) ? 1 : 0;
            offset += before * icla.strides()[d];
        }
        if (inside) visit(global, icla.data() + offset);
    });
}

void fill(Case const& made, OutOfCoreArray& array) {
    Icla icla = array.make_icla();
    for (Index k = 0; k < array.slabs().count(); ++k) {
        icla.hold(array.slabs().box(k));
        for_each_held(made, array, icla, [&](Extents const& global, std::byte* element) {
            Value const value = made.value(global);
            std::memcpy(element, &value, sizeof value);
        });
        array.write_section(icla.section(), icla);
    }
    Communicator::world().barrier();
}

bool holds_its_values(Case const& made, OutOfCoreArray const& array, Icla& icla) {
    bool right = true;
    for_each_held(made, array, icla, [&](Extents const& global, std::byte const* element) {
        Value value = 0;
        std::memcpy(&value, element, sizeof value);
        right = right && value == made.value(global);
    });
    return right;
}

/// Every slab with its overlap areas, read anew, with reuse, and ahead of time.
bool slabs_hold_their_values(Case const& made, OutOfCoreArray& array) {
    bool right = true;
    Icla reused = array.make_icla();
    Icla anew = array.make_icla();
    Icla ahead = array.make_icla();
    Index const count = array.slabs().count();
    auto const section = [&](Index k) { return section_of(array.slabs().with_shadow(k)); };
    Prefetch next = count > 0 ? array.prefetch(section(0), ahead) : Prefetch();
    for (Index k = 0; k < count; ++k) {
        next.wait();
        right = right && holds_its_values(made, array, ahead);
        array.read_reuse(k, reused);
        right = right && holds_its_values(made, array, reused) && reused.section() == section(k);
        if (k + 1 < count) next = array.prefetch(section(k + 1), ahead);
        array.read_section(section(k), anew);
        right = right && holds_its_values(made, array, anew);
    }
    next.wait();
    return right;
}

bool sections_hold_their_values(Case const& made, OutOfCoreArray& array) {
    bool right = true;
    Icla icla = array.make_icla();
    for (int i = 0; i < 5; ++i) {
        // All ranks draw the same numbers, whatever their parts: a pattern, cut to each part.
        BoxSet const pattern = random_section(Extents(made.extents().size(), 9));
        std::vector<PeriodicSet> dims;
        for (std::size_t d = 0; d < made.extents().size(); ++d)
            dims.push_back(pattern.dims()[d].clipped({0, array.local_shape()[d]}));
        BoxSet const section(std::move(dims));
        if (section.count() * value_bytes > icla.capacity()) continue;
        array.read_section(section, icla);
        right = right && holds_its_values(made, array, icla);
        array.write_section(section, icla);
    }
    return right;
}

/// A section of the global array in memory of its own.
struct Wanted {
    BoxSet section;
    ElementLocation place;
    std::vector<Value> memory;

    Wanted(Case const& made, BoxSet wanted)
        : section(std::move(wanted)), place(ElementLocation::packed(section, file_permutation(made.ocad), value_bytes)),
          memory(static_cast<std::size_t>(section.count())) {}
    [[nodiscard]] std::byte* data() { return reinterpret_cast<std::byte*>(memory.data()); }

    /// The values in file order of the permutation, one after the other.
    [[nodiscard]] std::vector<Value> expected(Case const& made) const {
        auto const permutation = file_permutation(made.ocad);
        std::vector<PeriodicSet> dims;
        for (auto d = permutation.rbegin(); d != permutation.rend(); ++d)
            dims.push_back(section.dims()[static_cast<std::size_t>(*d)]);
        std::vector<Value> values;
        BoxSet(std::move(dims)).for_each([&](std::span<Index const> index) {
            Extents global(index.size());
            for (std::size_t i = 0; i < index.size(); ++i)
                global[static_cast<std::size_t>(permutation[index.size() - 1 - i])] = index[i];
            values.push_back(made.value(global));
        });
        return values;
    }
};

void keeps_local_arrays() {
    Case made = random_case(PlacementModel::Local);
    {
        OutOfCoreArray array = made.create();
        fill(made, array);
        array.shift();
        RC_ASSERT(everywhere(slabs_hold_their_values(made, array)));
        RC_ASSERT(everywhere(sections_hold_their_values(made, array)));
        Wanted all(made, random_section(made.extents()));
        array.multicast(all.section, all.place, all.data());
        RC_ASSERT(everywhere(all.memory == all.expected(made)));
        array.close();
    }
    RC_ASSERT(everywhere(made.account.used() == 0));
    auto again = OutOfCoreArray::open(*everybody, made.account, made.path, FileUse::Update);
    RC_ASSERT(everywhere(again.has_value()));
    RC_ASSERT(again->ocad().permutation == file_permutation(made.ocad));
    RC_ASSERT(everywhere(slabs_hold_their_values(made, *again)));
    again->close();
}

void keeps_global_arrays() {
    Case made = random_case(PlacementModel::Global);
    OutOfCoreArray array = made.create();
    if (one_in(2)) {
        fill(made, array);
    } else { // each rank a share of the whole by a collective call
        std::vector<PeriodicSet> dims;
        for (Index const extent : made.extents()) dims.push_back(PeriodicSet::interval({0, extent}));
        dims[0] = PeriodicSet::periodic(Communicator::world().rank(), job_size(), {{0, 1}}, {0, made.extents()[0]});
        Wanted mine(made, BoxSet(std::move(dims)));
        mine.memory = mine.expected(made);
        array.global_write(mine.section, mine.place, mine.data());
    }
    RC_ASSERT(everywhere(slabs_hold_their_values(made, array)));
    Communicator::world().barrier();
    RC_ASSERT(everywhere(sections_hold_their_values(made, array)));
    Communicator::world().barrier();
    std::vector<BoxSet> sections;
    for (Rank r = 0; r < job_size(); ++r) sections.push_back(random_section(made.extents()));
    Wanted mine(made, sections[static_cast<std::size_t>(Communicator::world().rank())]);
    array.global_read(mine.section, mine.place, mine.data());
    RC_ASSERT(everywhere(mine.memory == mine.expected(made)));
    array.global_write(mine.section, mine.place, mine.data());
    array.close();
    auto again = OutOfCoreArray::open(*everybody, made.account, made.path, FileUse::Read);
    RC_ASSERT(everywhere(again.has_value()));
    RC_ASSERT(everywhere(slabs_hold_their_values(made, *again)));
}

/// By any distance, into an array that is as large, in pieces of half an ICLA.
void shifts_by_any_distance() {
    Case made = random_case(one_in(2) ? PlacementModel::Local : PlacementModel::Global);
    made.account = MemoryAccount(12 * made.ocad.icla_bytes);
    Case other = made;
    other.path = array_folder->path("B.json");
    Extents distance;
    for (Index const extent : made.extents()) distance.push_back(between(-extent - 1, extent + 1));
    auto const edge = one_in(3) ? ShiftEdge::Fill : one_in(2) ? ShiftEdge::Keep : ShiftEdge::Torus;
    OutOfCoreArray source = made.create();
    OutOfCoreArray target = other.create();
    fill(made, source);
    auto const condition = random_condition(static_cast<int>(made.extents().size()), 1);
    bool const some = one_in(2); // elements go, and not all
    auto const shift =
        GridShift::make(source.mapping(), distance, edge,
                        some ? std::optional(Mask::parse(condition.text, source.mapping().array()).value()) : std::nullopt);
    auto const goes = [&](Extents at) {
        for (std::size_t d = 0; d < at.size(); ++d) at[d] += source.mapping().array().lower[d];
        return !some || condition.at(at) != 0;
    };
    RC_ASSERT(everywhere(shift.has_value()));
    Value const filling = -7;
    std::optional<Combiner> op;
    if (one_in(3)) op = Combiner::make(ReduceOp::Min, source.mapping().array().type).value();
    auto const shifted = shift_out_of_core(*everybody, made.account, *shift, source, target, std::as_bytes(std::span(&filling, 1)),
                                           op ? &*op : nullptr);
    RC_ASSERT(everywhere(shifted.has_value()));
    Communicator::world().barrier();
    auto const expected = [&](Extents const& here) {
        Extents from = here;
        bool inside = true;
        for (std::size_t d = 0; d < from.size(); ++d) {
            from[d] -= distance[d];
            while (edge == ShiftEdge::Torus && from[d] < 0) from[d] += made.extents()[d];
            while (edge == ShiftEdge::Torus && from[d] >= made.extents()[d]) from[d] -= made.extents()[d];
            inside = inside && 0 <= from[d] && from[d] < made.extents()[d];
        }
        Value const before = made.value(here);
        Value after = edge == ShiftEdge::Fill ? filling : before;
        if (inside) after = goes(from) ? made.value(from) : before;
        return op ? std::min(before, after) : after;
    };
    bool right = true;
    Icla icla = target.make_icla();
    for (Index k = 0; k < target.slabs().count(); ++k) {
        target.read_section(section_of(target.slabs().box(k)), icla);
        for_each_held(other, target, icla, [&](Extents const& here, std::byte const* element) {
            Value value = 0;
            std::memcpy(&value, element, sizeof value);
            right = right && value == expected(here);
        });
    }
    RC_ASSERT(everywhere(right));
}

/// What is not closed was never there.
void leaves_nothing_behind() {
    array_folder->empty();
    {
        Case made = random_case(one_in(2) ? PlacementModel::Local : PlacementModel::Global);
        OutOfCoreArray array = made.create();
        fill(made, array);
    }
    Communicator::world().barrier();
    RC_ASSERT(everywhere(array_folder->files() == 0));
}

/// A local file that lost its end: whoever needs it throws, ahead of time too; the routines of all throw on all ranks.
void tells_of_broken_files() {
    Case made = random_case(PlacementModel::Local);
    OutOfCoreArray array = made.create();
    fill(made, array);
    Communicator::world().barrier();
    if (Communicator::world().rank() == 0)
        for (auto const& entry : std::filesystem::directory_iterator(std::filesystem::path(made.path).parent_path()))
            if (entry.path().extension() == ".bin") std::filesystem::resize_file(entry.path(), 0);
    Communicator::world().barrier();
    bool const has_some = array.slabs().count() > 0;
    bool threw = false;
    Icla icla = array.make_icla();
    try {
        Prefetch ahead = has_some ? array.prefetch(section_of(array.slabs().box(0)), icla) : Prefetch();
        ahead.wait();
    } catch (std::runtime_error const&) {
        threw = true;
    }
    RC_ASSERT(everywhere(threw == has_some));
    std::vector<PeriodicSet> dims;
    for (Index const extent : made.extents()) dims.push_back(PeriodicSet::interval({0, extent}));
    Wanted all(made, BoxSet(std::move(dims)));
    bool agreed = false;
    try {
        array.multicast(all.section, all.place, all.data());
    } catch (AgreedFailure const&) {
        agreed = true;
    }
    RC_ASSERT(everywhere(agreed));
}

void refuses_what_cannot_be() {
    Case made = random_case(PlacementModel::Local);
    made.ocad.icla_bytes = value_bytes - 1;
    RC_ASSERT(!OutOfCoreArray::create(*everybody, made.account, made.path, made.ocad, true).has_value());
    RC_ASSERT(!OutOfCoreArray::open(*everybody, made.account, made.path + ".none", FileUse::Read).has_value());
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    Communicator const world = Communicator::world();
    everybody = &world;
    ScratchFolder const scratch("ooc");
    array_folder = &scratch;
    auto const cases = std::to_string(450 / (job_size() + 2));
    try_many_cases(("seed=11 max_discard_ratio=30 max_success=" + cases).c_str());
    return exit_code({rc::check("local array files: every routine", keeps_local_arrays),
                      rc::check("global array files: every routine", keeps_global_arrays),
                      rc::check("shifts of any distance", shifts_by_any_distance),
                      rc::check("what is not closed is gone", leaves_nothing_behind),
                      rc::check("broken files are told of", tells_of_broken_files),
                      rc::check("impossible arrays are refused", refuses_what_cannot_be)});
}
