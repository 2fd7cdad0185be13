// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redistribution by runtime resolution, the baseline for comparisons with plans.
#include "libcore/runtime/move/runtime_resolution.hpp"

#include "libcore/base/try.hpp"
#include "libcore/redist/summed_plan.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace tessera {

namespace {

/// Returns the points of the iteration space with elements that a rank holds on one side.
BoxSet held_points(CopyMap const& map, std::optional<CopySide> CopyAxis::*side, LocalLayout const& layout) {
    std::vector<PeriodicSet> dims;
    for (CopyAxis const& axis : map.axes) {
        if (auto const& place = axis.*side) {
            PeriodicSet const& owned = layout.owned().dims()[as_size(place->dim)];
            dims.push_back(owned.affine_preimage(place->start, place->step, axis.extent));
        } else {
            dims.push_back(PeriodicSet::interval({0, axis.extent}));
        }
    }
    return BoxSet(std::move(dims));
}

Extents index_of(CopyMap const& map, std::optional<CopySide> CopyAxis::*side, int dims, std::span<Index const> point) {
    Extents index(as_size(dims));
    for (std::size_t a = 0; a < map.axes.size(); ++a) {
        if (auto const& place = map.axes[a].*side) index[as_size(place->dim)] = place->start + place->step * point[a];
    }
    return index;
}

std::size_t byte_offset(LocalLayout const& layout, std::span<Index const> index, std::size_t element_bytes) {
    return as_size(layout.offset(layout.global_to_local(index).value())) * element_bytes;
}

} // namespace

Result<RuntimeResolution> RuntimeResolution::make(RedistPlan plan, MPI_Comm comm) {
    Rank rank = 0;
    MPI_Comm_rank(comm, &rank);
    RankLayouts layouts = RankLayouts::standard({&plan, 1}, rank);
    return make(std::move(plan), comm, std::move(layouts));
}

Result<RuntimeResolution> RuntimeResolution::make(RedistPlan plan, MPI_Comm comm, RankLayouts layouts) {
    if (adds(plan)) return fail("no owner that is asked tells what is added up; take method sum");
    Communicator duplicate = Communicator::duplicate(comm);
    if (plan.ranks() > duplicate.size()) return too_few_ranks(plan.ranks(), duplicate.size());
    TRY(together(duplicate, [&] { return check_layouts({&plan, 1}, duplicate.rank(), layouts); }));
    return RuntimeResolution(std::move(plan), std::move(duplicate), std::move(layouts));
}

RuntimeResolution::RuntimeResolution(RedistPlan plan, Communicator comm, RankLayouts layouts)
    : plan_(std::move(plan)), comm_(std::move(comm)), layouts_(std::move(layouts)),
      element_bytes_(as_size(plan_.source().array().type.bytes)) {}

void RuntimeResolution::execute(void const* source, void* target) const {
    auto const* const from = static_cast<std::byte const*>(source);
    Messages received = sized_for_receiving();
    RequestSet requests;
    for (Rank rank = 0; rank < comm_.size(); ++rank) {
        auto& message = received[as_size(rank)];
        if (!message.empty()) requests.receive(comm_, rank, message.data(), ByteBlock(std::ssize(message)));
    }
    Messages const sent = packed(from);
    for (Rank rank = 0; rank < comm_.size(); ++rank) {
        auto const& message = sent[as_size(rank)];
        if (!message.empty()) requests.send(comm_, rank, message.data(), ByteBlock(std::ssize(message)));
    }
    requests.wait_all();
    unpack(received, from, static_cast<std::byte*>(target));
}

Rank RuntimeResolution::sender(Indices source_index, Rank receiver) const {
    auto const owners = plan_.source().owners(source_index);
    bool const holds_it = std::ranges::count(owners, receiver, &Owner::rank) > 0;
    return holds_it ? receiver : owners.front().rank;
}

RuntimeResolution::Messages RuntimeResolution::packed(std::byte const* source) const {
    Messages messages(as_size(comm_.size()));
    if (!layouts_.sources[0]) return messages;
    LocalLayout const& layout = *layouts_.sources[0];
    held_points(plan_.map(), &CopyAxis::source, layout).for_each([&](Indices point) {
        Extents const from = index_of(plan_.map(), &CopyAxis::source, plan_.source().dims(), point);
        Extents const to = index_of(plan_.map(), &CopyAxis::target, plan_.target().dims(), point);
        std::byte const* const element = source + byte_offset(layout, from, element_bytes_);
        for (Owner const& owner : plan_.target().owners(to)) {
            if (owner.rank == comm_.rank() || sender(from, owner.rank) != comm_.rank()) continue;
            auto& message = messages[as_size(owner.rank)];
            message.insert(message.end(), element, element + element_bytes_);
        }
    });
    return messages;
}

RuntimeResolution::Messages RuntimeResolution::sized_for_receiving() const {
    Messages messages(as_size(comm_.size()));
    if (!layouts_.targets[0]) return messages;
    std::vector<std::size_t> sizes(messages.size(), 0);
    held_points(plan_.map(), &CopyAxis::target, *layouts_.targets[0]).for_each([&](Indices point) {
        Extents const from = index_of(plan_.map(), &CopyAxis::source, plan_.source().dims(), point);
        Rank const rank = sender(from, comm_.rank());
        if (rank != comm_.rank()) sizes[as_size(rank)] += element_bytes_;
    });
    for (std::size_t rank = 0; rank < sizes.size(); ++rank) messages[rank].resize(sizes[rank]);
    return messages;
}

void RuntimeResolution::unpack(Messages const& messages, std::byte const* source, std::byte* target) const {
    if (!layouts_.targets[0]) return;
    LocalLayout const& layout = *layouts_.targets[0];
    std::vector<std::size_t> taken(messages.size(), 0);
    held_points(plan_.map(), &CopyAxis::target, layout).for_each([&](Indices point) {
        Extents const from = index_of(plan_.map(), &CopyAxis::source, plan_.source().dims(), point);
        Extents const to = index_of(plan_.map(), &CopyAxis::target, plan_.target().dims(), point);
        auto const rank = as_size(sender(from, comm_.rank()));
        bool const own = static_cast<Rank>(rank) == comm_.rank();
        std::byte const* const element = own ? source + byte_offset(*layouts_.sources[0], from, element_bytes_)
                                             : messages[rank].data() + std::exchange(taken[rank], taken[rank] + element_bytes_);
        std::memcpy(target + byte_offset(layout, to, element_bytes_), element, element_bytes_);
    });
}

} // namespace tessera
