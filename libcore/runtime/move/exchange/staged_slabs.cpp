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

/// Bytes that a rank packs between two synchronizations. Two slabs fit the second-level cache.
constexpr Index slab_bytes = 512 * 1024;
constexpr Index least_slabs = 4; // with fewer, all messages fit the caches

/// Returns the message of `messages` with a partner.
template <class PartnerOf>
MultiMessage const& message_with(std::vector<MultiMessage> const& messages, Rank partner, PartnerOf const& partner_of) {
    return *std::ranges::find(messages, partner, partner_of);
}

} // namespace

bool StagedSlabs::are_worth_it(Index most_bytes) {
    return most_bytes >= least_slabs * slab_bytes;
}

std::unique_ptr<StagedSlabs> StagedSlabs::make(RankMessages const& staged, MultiPlan const& plan, Rank rank,
                                               RankLayouts const& layouts, Updaters const& updaters, Node const& node,
                                               Index most_bytes) {
    std::unique_ptr<StagedSlabs> slabs(new StagedSlabs(node, ceil_div(most_bytes, slab_bytes)));
    auto const plans = plan.plans();
    auto const sends = plan.sends(rank);
    auto const receives = plan.receives(rank);
    for (PeerMessage const& each : staged.sends) {
        End& end = slabs->sends_.emplace_back(End{node.number_of(each.peer).value(), 0, {}});
        for (auto const& [number, message] : message_with(sends, each.peer, &MultiMessage::to).parts)
            end.parts.push_back(
                {as_size(number), sliced_pack_program(plans[as_size(number)], message, *layouts.sources[as_size(number)])});
    }
    for (PeerMessage const& each : staged.receives) {
        End& end = slabs->receives_.emplace_back(End{node.number_of(each.peer).value(), 0, {}});
        for (auto const& [number, message] : message_with(receives, each.peer, &MultiMessage::from).parts)
            end.parts.push_back(
                {as_size(number), sliced_unpack_program(plans[as_size(number)], message, *layouts.targets[as_size(number)],
                                                        updater_of(updaters, as_size(number)))});
    }
    auto const suits = [](End const& end) {
        return std::ranges::all_of(end.parts, [](End::Part const& part) { return part.copy.suits(); });
    };
    if (!on_all(node.comm(), std::ranges::all_of(slabs->sends_, suits) && std::ranges::all_of(slabs->receives_, suits)))
        return nullptr;
    slabs->exchange_offsets();
    return slabs;
}

Run StagedSlabs::slice_of(SlicedCopy const& copy, Index slab) const {
    return {copy.count() * slab / slabs_, copy.count() * (slab + 1) / slabs_};
}

Index StagedSlabs::longest_slab(End const& end) const {
    Index bytes = 0;
    for (End::Part const& part : end.parts) bytes += ceil_div(part.copy.count(), slabs_) * part.copy.bytes_of_one();
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

Index StagedSlabs::pack(End const& end, Index slab, SourcePointers sources, std::byte* buffer) const {
    Index bytes = 0;
    for (End::Part const& part : end.parts) {
        Run const slice = slice_of(part.copy, slab);
        part.copy.run(slice, static_cast<std::byte const*>(sources[part.plan]),
                      buffer + bytes - slice.begin * part.copy.bytes_of_one());
        bytes += slice.size() * part.copy.bytes_of_one();
    }
    return bytes;
}

Index StagedSlabs::unpack(End const& end, Index slab, std::byte const* buffer, TargetPointers targets) const {
    Index bytes = 0;
    for (End::Part const& part : end.parts) {
        Run const slice = slice_of(part.copy, slab);
        part.copy.run(slice, buffer + bytes - slice.begin * part.copy.bytes_of_one(), static_cast<std::byte*>(targets[part.plan]));
        bytes += slice.size() * part.copy.bytes_of_one();
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
