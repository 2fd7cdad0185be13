// SPDX-License-Identifier: BSD-3-Clause
// Tessera: long messages within a node that pass through a short shared memory, slab by slab.
#include "libcore/runtime/move/exchange/staged_slabs.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/move/copy/message_programs.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <array>
#include <mpi.h>

namespace tessera {

namespace {

constexpr Index least_slabs = 4; // with fewer, all messages fit the caches
/// Calls of the copy along the slowest axis for a slab. With more, the calls take longer than the copies.
constexpr Index most_calls_per_slab = 1024;

/// Columns that are rows of the target are unpacked in tiles; a slice has whole ones.
constexpr Index grain_of_tiles = 16;

/// Returns whether the slowest axis of a plan's messages is the fastest one of the target.
bool is_transposed(RedistPlan const& plan) {
    CopyAxis const& slowest = plan.map().axes[message_order(plan).front()];
    bool const last_is_fastest = plan.target().array().order == StorageOrder::C;
    return slowest.source && slowest.target && slowest.target->dim == (last_is_fastest ? plan.target().dims() - 1 : 0);
}

/// Returns whether the sender updates a plan's elements. The update of contiguous elements is faster than that of tiles.
bool is_updated_early(RedistPlan const& plan, std::shared_ptr<BlockUpdater const> const& updater) {
    return updater && updater->works_in_place() && is_transposed(plan);
}

/// Returns the message of `messages` with a partner.
template <class PartnerOf>
MultiMessage const& message_with(std::vector<MultiMessage> const& messages, Rank partner, PartnerOf const& partner_of) {
    return *std::ranges::find(messages, partner, partner_of);
}

} // namespace

std::unique_ptr<StagedSlabs> StagedSlabs::make(RankMessages const& staged, SlabInput const& input, Node const& node,
                                               Index most_bytes) {
    Index const slab_bytes = input.slab;
    if (slab_bytes < 1 || most_bytes / least_slabs < slab_bytes) return nullptr;
    std::unique_ptr<StagedSlabs> slabs(new StagedSlabs(node, ceil_div(most_bytes, slab_bytes)));
    slabs->compile(staged, input);
    if (!on_all(node.comm(), slabs->suits(slab_bytes))) return nullptr;
    slabs->exchange_offsets();
    return slabs;
}

void StagedSlabs::compile(RankMessages const& staged, SlabInput const& input) {
    auto const part_of = [&](int number, auto const& sliced) {
        RedistPlan const& plan = input.plan.plans()[as_size(number)];
        auto const updater = updater_of(input.updaters, as_size(number));
        // Elements of several arrays may not be aligned in a message.
        bool const early = input.plan.plans().size() == 1 && is_updated_early(plan, updater);
        return End::Part{as_size(number), sliced(plan, early ? nullptr : updater), is_transposed(plan) ? grain_of_tiles : 1,
                         early ? updater : nullptr};
    };
    auto const sends = input.plan.sends(input.rank);
    for (PeerMessage const& send : staged.sends) {
        End& end = sends_.emplace_back(End{node_.number_of(send.peer).value(), 0, {}});
        for (MultiMessage::Part const& part : message_with(sends, send.peer, &MultiMessage::to).parts)
            end.parts.push_back(part_of(part.plan, [&](RedistPlan const& plan, auto const&) {
                return sliced_pack_program(plan, part.message, *input.layouts.sources[as_size(part.plan)]);
            }));
    }
    auto const receives = input.plan.receives(input.rank);
    for (PeerMessage const& receive : staged.receives) {
        End& end = receives_.emplace_back(End{node_.number_of(receive.peer).value(), 0, {}});
        for (MultiMessage::Part const& part : message_with(receives, receive.peer, &MultiMessage::from).parts)
            end.parts.push_back(part_of(part.plan, [&](RedistPlan const& plan, auto const& updater) {
                return sliced_unpack_program(plan, part.message, *input.layouts.targets[as_size(part.plan)], updater);
            }));
    }
}

/// Returns whether the messages of this rank can be cut.
bool StagedSlabs::suits(Index slab_bytes) const {
    auto const fits = [&](End const& end) {
        return std::ranges::all_of(end.parts, [&](End::Part const& part) {
            return part.copy.suits() && part.copy.bytes_of_one() * most_calls_per_slab >= slab_bytes;
        });
    };
    return std::ranges::all_of(sends_, fits) && std::ranges::all_of(receives_, fits);
}

Run StagedSlabs::slice_of(End::Part const& part, Index slab) const {
    Index const grains = ceil_div(part.copy.count(), part.grain);
    auto const border = [&](Index number) { return std::min(grains * number / slabs_ * part.grain, part.copy.count()); };
    return {border(slab), border(slab + 1)};
}

Index StagedSlabs::longest_slab(End const& end) const {
    Index bytes = 0;
    for (End::Part const& part : end.parts)
        bytes += ceil_div(ceil_div(part.copy.count(), part.grain), slabs_) * part.grain * part.copy.bytes_of_one();
    return ceil_div(bytes, message_line) * message_line;
}

/// Lays out a half of the staging and tells receivers where their slabs are. Collective over the node.
void StagedSlabs::exchange_offsets() {
    std::vector<std::array<Index, 2>> told(as_size(node_.comm().size())); // offset of the message to a rank; the half's length
    for (End& send : sends_) {
        send.offset = half_bytes_;
        half_bytes_ += longest_slab(send);
        told[as_size(send.peer)][0] = send.offset;
    }
    for (auto& each : told) each[1] = half_bytes_;
    std::vector<std::array<Index, 2>> heard(told.size());
    check_mpi(MPI_Alltoall(told.data(), 2, MPI_INT64_T, heard.data(), 2, MPI_INT64_T, node_.comm().handle()), "MPI_Alltoall");
    for (End& receive : receives_) receive.offset = heard[as_size(receive.peer)][0];
    for (auto const& each : heard) half_of_.push_back(each[1]);
}

void StagedSlabs::pack(End const& end, Index slab, SourcePointers sources, std::byte* buffer) const {
    for (End::Part const& part : end.parts) {
        Run const slice = slice_of(part, slab);
        Index const one = part.copy.bytes_of_one();
        part.copy.run(slice, static_cast<std::byte const*>(sources[part.plan]), buffer - slice.begin * one);
        if (part.early) part.early->run_in_place(buffer, slice.size() * one);
        buffer += slice.size() * one;
    }
}

Index StagedSlabs::unpack(End const& end, Index slab, std::byte const* buffer, TargetPointers targets) const {
    Index bytes = 0;
    for (End::Part const& part : end.parts) {
        Run const slice = slice_of(part, slab);
        Index const one = part.copy.bytes_of_one();
        part.copy.run(slice, buffer + bytes - slice.begin * one, static_cast<std::byte*>(targets[part.plan]));
        bytes += slice.size() * one;
    }
    return bytes;
}

void StagedSlabs::run(NodeMemory& staging, SourcePointers sources, TargetPointers targets, std::vector<KeptPart> const& kept,
                      std::function<void(Index)> const& report) {
    for (Index slab = 0; slab < slabs_; ++slab) {
        // A half is packed again after a synchronization that followed its last reading.
        half_ = 1 - half_;
        for (End const& end : sends_) pack(end, slab, sources, staging.data() + half_ * half_bytes_ + end.offset);
        staging.sync();
        node_.comm().barrier();
        staging.sync();
        for (End const& end : receives_) {
            std::byte const* const half = staging.of(end.peer) + half_ * half_of_[as_size(end.peer)];
            report(unpack(end, slab, half + end.offset, targets));
        }
        for (KeptPart const& part : kept)
            part.copy.run_slab(static_cast<std::byte const*>(sources[part.plan]), static_cast<std::byte*>(targets[part.plan]), slab,
                               slabs_);
    }
}

} // namespace tessera
