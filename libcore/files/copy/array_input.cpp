// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reads distributed arrays from files.
#include "libcore/base/try.hpp"
#include "libcore/files/copy/array_files.hpp"
#include "libcore/files/copy/part_reader.hpp"
#include "libcore/files/copy/slab_rounds.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/files/store/stream_hash.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace tessera {

namespace {

/// Files with a checksum of their bytes are checked first, each by one rank.
Result<void> check_files(Communicator const& comm, StoredArray const& array) {
    for (auto i = as_size(comm.rank()); i < array.files.size(); i += as_size(comm.size())) {
        StoredFile const& file = array.files[i];
        if (file.copy == 0 && file.checksum && hash_of_file(file.path) != *file.checksum)
            return fail(fmt::format("'{}' is damaged: its checksum is not the manifest's", file.path));
    }
    return {};
}

/// Opens the declared array and checks its files.
Result<StoredArray> opened(Communicator const& comm, FileName const& file, ArraySpec const& declared) {
    auto array = open_declared(file, declared);
    if (!array) return array;
    array->byte_swapped = array->big_endian != (std::endian::native == std::endian::big);
    TRY(check_files(comm, *array));
    return array;
}

/// Reads neighbouring runs together, through a buffer that holds whole chunks.
CopyPlan plan_of_slabs(StoredArray const& array) {
    constexpr Index buffer = Index{4} << 20;
    CopyPlan plan;
    plan.access = Access::Sieve;
    plan.largest_gap = widest_gap;
    plan.staging = buffer;
    for (StoredFile const& file : array.files)
        if (file.shape.whole_chunks) plan.staging = std::max(plan.staging, chunk_elements(file.shape) * array.type.bytes);
    return plan;
}

class SlabReader {
  public:
    SlabReader(Communicator const& comm, StoredArray const& source, Index slab_bytes)
        : comm_(comm), map_(CopyMap::identity(source.extents)), plan_(plan_of_slabs(source)),
          rounds_({source.type, source.extents, source.order}, slab_unit(source), slab_bytes, comm.size()),
          slab_(account_, rounds_.buffer_bytes(), permutation_of(source.order, source.extents.size()), source.type.bytes),
          reader_(source, map_, source.extents, plan_, account_, is_comparable(source)) {}

    [[nodiscard]] SlabRounds const& rounds() const { return rounds_; }

    /// Collective. Reads the round's slabs and redistributes their elements.
    [[nodiscard]] Result<void> read(Index round, Mapping const& mapping, std::optional<LocalLayout> const& layout,
                                    std::byte* local) {
        all_or_none(comm_, [&] {
            auto const box = rounds_.box(round, comm_.rank());
            if (box.empty()) return;
            slab_.begin(box);
            checksum_ += reader_.read_summed(slab_);
        });
        auto move = TRY(rounds_.mover(comm_, mapping, layout, round, FileDirection::FromFile));
        move.execute(slab_.data(), local);
        return {};
    }

    /// Returns whether the source has a checksum that can be compared with that of the elements read.
    [[nodiscard]] static bool is_comparable(StoredArray const& source) { return source.checksum && !source.byte_swapped; }
    /// Collective. Returns the checksum of all elements read. Precondition: is_comparable().
    [[nodiscard]] std::uint64_t checksum() const { return all_sum(comm_, checksum_); }

  private:
    /// Returns the slabs per unit. Chunks that only HDF5 can decode are kept whole, so that each is decoded once.
    [[nodiscard]] static Index slab_unit(StoredArray const& source) {
        StoredShape const& shape = source.files.front().shape;
        FileArray const array{source.type, source.extents, source.order};
        return shape.whole_chunks ? shape.chunk[as_size(array.slab_dim())] : 1;
    }

    Communicator const& comm_;
    CopyMap map_;
    CopyPlan plan_;
    MemoryAccount account_{std::numeric_limits<Index>::max()}; // SlabRounds bounds the memory
    SlabRounds rounds_;
    PartBuffer slab_;
    PartReader reader_;
    std::uint64_t checksum_ = 0;
};

} // namespace

Result<void> read_array(Communicator const& comm, FileName const& file, Mapping const& mapping, std::byte* local,
                        ArrayTransfer const& transfer, std::optional<LocalLayout> const& layout) {
    std::optional<StoredArray> source;
    auto const found = together(comm, [&]() -> Result<void> {
        source = TRY(opened(comm, file, mapping.array()));
        return {};
    });
    if (!found || source->elements() == 0) return found;
    std::optional<SlabReader> reader;
    all_or_none(comm, [&] { reader.emplace(comm, *source, transfer.slab_bytes); });
    for (Index round = 0; round < reader->rounds().count(); ++round) {
        if (auto read = reader->read(round, mapping, layout, local); !read) return read;
        if (transfer.progress && comm.rank() == 0) transfer.progress(reader->rounds().bytes(round));
    }
    if (!SlabReader::is_comparable(*source)) return {};
    std::uint64_t const checksum = reader->checksum();
    if (checksum != *source->checksum) return fail(changed_since(source->name, checksum, *source->checksum));
    return {};
}

} // namespace tessera
