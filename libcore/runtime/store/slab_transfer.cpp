// SPDX-License-Identifier: BSD-3-Clause
// Tessera: between a global file and a distributed array, by way of slabs.
#include "libcore/runtime/store/slab_transfer.hpp"

#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace tessera {

namespace {

enum class Direction { FromFile, ToFile };

/// Some slabs of the file, block-distributed over all ranks.
class Round {
  public:
    Round(FileArray const& file, Run slabs, Index slabs_per_rank, int ranks)
        : slabs_(slabs), dim_(static_cast<std::size_t>(file.slab_dim())) {
        MappingSpec spec;
        spec.array.name = "slabs";
        spec.array.type = file.type;
        spec.array.order = file.order;
        spec.array.extents = file.extents;
        spec.array.extents[dim_] = slabs.size();
        spec.array.lower.assign(file.extents.size(), 0);
        spec.formats.assign(file.extents.size(), DistFormat::collapsed());
        spec.formats[dim_] = DistFormat::block(slabs_per_rank);
        spec.processors.lower = {0};
        spec.processors.extents = {ranks};
        mapping_ = Mapping::make(std::move(spec)).value();
    }

    /// Which slabs of the file a rank reads or writes.
    [[nodiscard]] Run slabs_of(Rank rank) const {
        Run const owned = mapping_->dim(static_cast<int>(dim_)).owned(rank).bounds();
        return owned.empty() ? Run{} : Run{slabs_.begin + owned.begin, slabs_.begin + owned.end};
    }

    [[nodiscard]] Result<MultiPlan> plan(Mapping const& array, Direction direction) const {
        CopyMap map = CopyMap::identity(mapping_->array().extents);
        auto& in_array = direction == Direction::FromFile ? map.axes[dim_].target : map.axes[dim_].source;
        in_array->start = slabs_.begin;
        auto plan =
            direction == Direction::FromFile ? RedistPlan::make(*mapping_, array, map) : RedistPlan::make(array, *mapping_, map);
        if (!plan) return forward_error(plan);
        return MultiPlan::make({*std::move(plan)});
    }

  private:
    Run slabs_;
    std::size_t dim_;
    std::optional<Mapping> mapping_;
};

using RunRound = std::function<void(Run mine, Redistributor& move, std::byte* slabs)>;

Result<void> for_each_round(Comm const& comm, FileArray const& file, Mapping const& array, Direction direction,
                            SlabTransferOptions const& options, RunRound const& run) {
    if (file.elements() == 0) return {};
    Index const ranks = comm.size();
    Index const fair_share = (file.slabs() + ranks - 1) / ranks;
    Index const per_rank = std::clamp<Index>(options.slab_bytes / file.slab_bytes(), 1, fair_share);
    Buffer slabs;
    all_or_none(comm, [&] { slabs = Buffer(per_rank * file.slab_bytes()); });
    for (Index begin = 0; begin < file.slabs(); begin += per_rank * ranks) {
        Run const part{begin, std::min(begin + per_rank * ranks, file.slabs())};
        Round const round(file, part, per_rank, comm.size());
        auto const plan = round.plan(array, direction);
        if (!plan) return forward_error(plan);
        auto move = Redistributor::make(*plan, comm.handle());
        if (!move) return forward_error(move);
        run(round.slabs_of(comm.rank()), *move, slabs.data());
        if (options.progress && comm.rank() == 0) options.progress(part.size() * file.slab_bytes());
    }
    return {};
}

} // namespace

Result<void> read_slabs(Comm const& comm, SlabFile& file, Mapping const& mapping, std::byte* local,
                        SlabTransferOptions const& options) {
    return for_each_round(comm, file.array(), mapping, Direction::FromFile, options,
                          [&](Run mine, Redistributor& move, std::byte* slabs) {
                              all_or_none(comm, [&] { file.read(mine, slabs); });
                              move.execute(slabs, local);
                          });
}

Result<void> write_slabs(Comm const& comm, SlabFile& file, Mapping const& mapping, std::byte const* local,
                         SlabTransferOptions const& options) {
    return for_each_round(comm, file.array(), mapping, Direction::ToFile, options,
                          [&](Run mine, Redistributor& move, std::byte* slabs) {
                              move.execute(local, slabs);
                              all_or_none(comm, [&] { file.write(mine, slabs); });
                          });
}

} // namespace tessera
