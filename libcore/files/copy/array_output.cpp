// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes distributed arrays to files.
#include "libcore/base/try.hpp"
#include "libcore/files/copy/array_files.hpp"
#include "libcore/files/copy/copy_journal.hpp"
#include "libcore/files/copy/disk_space.hpp"
#include "libcore/files/copy/part_writer.hpp"
#include "libcore/files/copy/slab_rounds.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/array_formats.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace tessera {

namespace {

/// Returns the checksum of this rank's part; 0 for all but the first copy of replicated elements.
std::uint64_t checksum_of_part(Mapping const& mapping, Index position, LocalLayout const& layout, std::byte const* local) {
    if (mapping.replica(position) != 0) return 0;
    Index const bytes = mapping.array().type.bytes;
    return checksum_of(layout.owned(), bytes, ElementLocation::in(layout, bytes), local,
                       ElementLocation::numbers(mapping.array().extents));
}

/// Returns a copy of the allocation in the standard layout: the owned elements and the shadow planes for which the rank's layout
/// has ghosts. Other shadow planes are zero.
Buffer standard_copy(Mapping const& mapping, LocalLayout const& own, LocalLayout const& standard, std::byte const* local) {
    Index const bytes = mapping.array().type.bytes;
    Buffer copy(standard.allocation_size() * bytes);
    copy.clear();
    std::vector<LoopDim> dims;
    for (std::size_t d = 0; d < own.local_shape().size(); ++d) {
        Index const low = std::min(own.ghosts()[d].low, standard.ghosts()[d].low);
        Index const high = std::min(own.ghosts()[d].high, standard.ghosts()[d].high);
        dims.push_back({PeriodicSet::interval({0, low + own.local_shape()[d] + high}),
                        AxisSide::affine(-low, 1, own.strides()[d] * bytes),
                        AxisSide::affine(-low, 1, standard.strides()[d] * bytes)});
    }
    CopyProgram(LoopNest(dims, own.first_offset() * bytes, standard.first_offset() * bytes), bytes).run(local, copy.data());
    return copy;
}

/// Writes each rank's allocation to its file as it is in memory, shadow included, or as standard_copy() of it.
std::uint64_t write_allocation(Communicator const& comm, StoredArray const& target, Mapping const& mapping,
                               std::optional<LocalLayout> const& own, std::byte const* local) {
    std::uint64_t checksum = 0;
    for (StoredFile const& file : target.files) {
        if (file.rank != comm.rank()) continue;
        Index const position = mapping.grid().position(comm.rank()).value();
        LocalLayout const standard(mapping, position);
        Index const bytes = standard.allocation_size() * target.type.bytes;
        Buffer const copy = own && *own != standard ? standard_copy(mapping, *own, standard, local) : Buffer();
        auto const channel = FileChannel::open_alone(file.path, FileUse::Update);
        if (bytes > 0) channel->write_at(0, {copy.size() > 0 ? copy.data() : local, as_size(bytes)});
        channel->sync();
        channel->close();
        checksum += checksum_of_part(mapping, position, own.value_or(standard), local);
    }
    return checksum;
}

/// Returns whether each file is the memory of one rank.
bool is_by_ranks(StoredArray const& target) {
    return std::ranges::all_of(target.files, [](StoredFile const& file) { return file.rank.has_value(); });
}

/// Collective. Gathers slabs of the array and writes them. Returns the checksum of the elements that this rank wrote.
Result<std::uint64_t> write_slabs(Communicator const& comm, StoredArray const& target, ArrayOutput::Array const& array,
                                  std::byte const* local, ArrayTransfer const& transfer) {
    if (target.elements() == 0) return 0;
    MemoryAccount account(std::numeric_limits<Index>::max()); // SlabRounds bounds the memory
    FileArray const stored{target.type, target.extents, target.order};
    StoredShape const& shape = target.files.front().shape;
    // So that each chunk has one writer.
    Index const unit = target.files.front().chunks ? shape.chunk[as_size(stored.slab_dim())] : 1;
    SlabRounds const rounds(stored, unit, std::max(transfer.slab_bytes, unit * stored.slab_bytes()), comm.size());
    std::optional<PartBuffer> slab;
    std::optional<PartWriter> writer;
    all_or_none(comm, [&] {
        slab.emplace(account, rounds.buffer_bytes(), permutation_of(target.order, target.extents.size()), target.type.bytes);
        CopyPlan plan;
        if (target.files.size() > 1) plan.gathering = rounds.buffer_bytes();
        writer.emplace(target, plan, account);
    });
    auto const kind = kind_of(target.type);
    // The file's byte order differs from the memory's.
    bool const byte_swapped = kind && target.big_endian != (std::endian::native == std::endian::big);
    std::uint64_t checksum = 0;
    for (Index round = 0; round < rounds.count(); ++round) {
        auto move = TRY(rounds.mover(comm, array.mapping, array.layout, round, FileDirection::ToFile));
        auto const box = rounds.box(round, comm.rank());
        if (!box.empty()) slab->begin(box);
        move.execute(local, slab->data());
        all_or_none(comm, [&] {
            if (box.empty()) return;
            if (byte_swapped) swap_byte_order(*kind, {slab->data(), as_size(slab->place().bytes())});
            writer->write(*slab);
            checksum += checksum_of(section_of(box), target.type.bytes, slab->place().place(), slab->data(),
                                    ElementLocation::numbers(target.extents));
        });
        if (transfer.progress && comm.rank() == 0) transfer.progress(rounds.bytes(round));
    }
    all_or_none(comm, [&] { writer->finish(); });
    return checksum;
}

} // namespace

struct ArrayOutput::State {
    /// A file and the indices of its arrays.
    struct File {
        std::unique_ptr<OutputFile> file;
        std::vector<std::size_t> arrays;
        OutputPath place;
        // On rank 0, while the file is made: shows later runs that this one was killed.
        std::optional<CopyJournal> journal = std::nullopt;
    };

    State(Communicator const& of, std::span<Array const> given) : comm(of), arrays(given.begin(), given.end()) {}
    State(State const&) = delete;
    State& operator=(State const&) = delete;
    ~State() {
        for (File& each : files) {
            if (!each.journal) continue;
            each.file->discard();
            end(each);
        }
    }
    static void end(File& each) noexcept {
        std::error_code ignored;
        std::filesystem::remove(each.place.journal(), ignored);
        each.journal.reset();
    }

    [[nodiscard]] Result<void> check_own_layouts() const {
        for (Array const& array : arrays)
            if (array.layout)
                if (auto const fits = check_layout(array.mapping, comm.rank(), array.layout); !fits) return fits;
        return {};
    }
    Result<void> write(File& each, std::span<std::byte const* const> locals, ArrayTransfer const& transfer);

    Communicator const& comm;
    std::vector<Array> arrays;
    std::vector<MadeDirectory> directories = {}; // on the rank that made them; destroyed after the files
    std::vector<File> files = {};
    DiskSpace room = {}; // on rank 0
};

namespace {

NewArray new_array(ArrayOutput::Array const& array, FileName const& place) {
    ArraySpec const& spec = array.mapping.array();
    NewArray made{stored_type(spec.type), spec.extents, spec.order, std::endian::native == std::endian::big};
    made.dataset = place.dataset;
    made.copied_from = array.copied_from;
    made.mapping = array.mapping;
    made.format_version = array.format_version;
    made.shares = array.mapping.grid().size(); // one file for each rank that may hold a part
    return made;
}

/// The arrays of one file.
struct FileContent {
    FileName place;
    std::vector<NewArray> made;
    std::vector<std::size_t> arrays; // indices of the written arrays
};

/// Consecutive arrays with the same path share a file.
std::vector<FileContent> contents_of(FileName const& file, std::span<ArrayOutput::Array const> arrays) {
    std::vector<FileContent> contents;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        FileName const place = place_of(file, arrays[i].mapping.array().name, arrays.size() > 1);
        if (contents.empty() || contents.back().place.path != place.path) contents.push_back({place, {}, {}});
        contents.back().made.push_back(new_array(arrays[i], place));
        contents.back().arrays.push_back(i);
    }
    return contents;
}

Result<void> check_target(OutputFile const& output, OutputPath const& place, bool force) {
    if (auto const free = output.check_place(place.path, force); !free) return free;
    return CopyJournal::check_free(place, force);
}

std::vector<NeededSpace> rooms_of(OutputFile const& output, std::span<Index const> element_bytes) {
    std::vector<NeededSpace> rooms;
    for (std::size_t i = 0; i < element_bytes.size(); ++i) rooms.push_back(needed_space(output, i, element_bytes[i]));
    return rooms;
}

} // namespace

Result<void> check_holds(FileName const& file, std::size_t arrays, std::string_view what) {
    if (file.format->capabilities().holds_several || arrays < 2) return {};
    std::vector<std::string_view> names;
    for (ArrayFormat const* const format : array_formats()) {
        bool const possible = what == "read" || !format->capabilities().is_shared_out; // only iocopy writes such files
        if (format->capabilities().holds_several && possible) names.push_back(format->names());
    }
    return fail(fmt::format("'{}' holds one array, but {} are to be {}; use {}", file.path, arrays, what, fmt::join(names, ", ")));
}

ArrayOutput::ArrayOutput(std::unique_ptr<State> state) : state_(std::move(state)) {}
ArrayOutput::ArrayOutput(ArrayOutput&&) noexcept = default;
ArrayOutput::~ArrayOutput() = default;

Result<ArrayOutput> ArrayOutput::make(Communicator const& comm, FileName const& file, std::span<Array const> arrays, bool force,
                                      bool any_size) {
    TRY(check_holds(file, arrays.size(), "written"));
    auto state = std::make_unique<State>(comm, arrays);
    TRY(together(comm, [&]() -> Result<void> {
        for (FileContent& content : contents_of(file, arrays)) {
            OutputPath const place{content.place.path};
            std::vector<Index> element_bytes;
            for (NewArray const& array : content.made) element_bytes.push_back(array.type.bytes);
            auto output = TRY(file.format->make(place, std::move(content.made)));
            if (comm.rank() == 0) {
                state->directories.emplace_back(content.place);
                if (auto const free = check_target(*output, place, force); !free) return free;
                auto const room = TRY(checked_space(place, rooms_of(*output, element_bytes), any_size));
                state->room = state->files.empty() ? room : sum_of(state->room, room);
            }
            state->files.push_back({std::move(output), std::move(content.arrays), place});
        }
        return {};
    }));
    return ArrayOutput(std::move(state));
}

Result<void> ArrayOutput::State::write(File& each, std::span<std::byte const* const> locals, ArrayTransfer const& transfer) {
    std::vector<StoredArray> stored;
    auto const claimed = together(comm, [&]() -> Result<void> {
        if (comm.rank() != 0) return {};
        each.journal.emplace(TRY(CopyJournal::create(each.place.journal(), {})));
        return {};
    });
    if (!claimed) return claimed;
    all_or_none(comm, [&] {
        if (comm.rank() == 0) each.file->create(ignore_progress);
    });
    all_or_none(comm, [&] {
        for (std::size_t i = 0; i < each.arrays.size(); ++i) stored.push_back(each.file->open(i));
    });
    std::vector<std::uint64_t> checksums;
    for (std::size_t i = 0; i < stored.size(); ++i) {
        Array const& array = arrays[each.arrays[i]];
        std::byte const* const local = locals[each.arrays[i]];
        checksums.push_back(0);
        if (each.file->in_files() && is_by_ranks(stored[i])) {
            all_or_none(comm, [&] { checksums.back() = write_allocation(comm, stored[i], array.mapping, array.layout, local); });
            if (transfer.progress && comm.rank() == 0) transfer.progress(stored[i].bytes());
            continue;
        }
        checksums.back() = TRY(write_slabs(comm, stored[i], array, local, transfer));
    }
    stored.clear(); // closes the files
    sum_entries<std::uint64_t>(comm, checksums);
    each.file->finish(comm, std::vector<std::optional<std::uint64_t>>(checksums.begin(), checksums.end()));
    return {};
}

std::vector<Loss> ArrayOutput::losses() const {
    std::vector<Loss> all;
    for (State::File const& each : state_->files) std::ranges::copy(each.file->losses(), std::back_inserter(all));
    return all;
}

DiskSpace ArrayOutput::room() const {
    return state_->room;
}

Result<void> ArrayOutput::write(std::span<std::byte const* const> locals, ArrayTransfer const& transfer) {
    auto const fit = together(state_->comm, [&] { return state_->check_own_layouts(); });
    if (!fit) return fit;
    for (State::File& each : state_->files)
        if (auto const written = state_->write(each, locals, transfer); !written) return written;
    for (State::File& each : state_->files) {
        all_or_none(state_->comm, [&] {
            if (state_->comm.rank() != 0) return;
            each.file->publish();
            each.file->publish_checksum();
        });
        if (each.journal) State::end(each);
    }
    return {};
}

} // namespace tessera
