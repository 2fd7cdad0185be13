// SPDX-License-Identifier: BSD-3-Clause
// Tessera: redistribution by runtime resolution, the baseline for comparisons with plans.
#include "libcore/runtime/move/runtime_resolution.hpp"

#include "libcore/base/try.hpp"
#include "libcore/redist/summed_plan.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/owner_arithmetic.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/request_set.hpp"
#include "libcore/sets/run_walk.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tessera {

namespace {

using ResolvedSide = std::optional<CopySide> CopyAxis::*;

/// One axis of the iteration space: the points with elements that this rank holds on one side.
struct HeldAxis {
    PeriodicSet points;
    std::optional<PeriodicSet> cut; // owned indices of the held dimension, unless the points are all of them
    CopySide here, there;           // the held array and the other one
    Index stride = 0;               // bytes between adjacent local indices of the held array
    OwnerTerm owner = {};           // in the other array

    /// Calls visit(byte offset in the held array, index in the other array) for every point.
    template <class Visit>
    void for_each(Visit const& visit) const {
        Index const pace = here.step > 0 ? stride : -stride;
        Index offset = here.step > 0 ? 0 : stride * (points.count() - 1);
        for (RunWalk walk(points); !walk.done(); walk.next())
            for (Index k = walk.run().begin; k < walk.run().end; ++k, offset += pace)
                visit(cut ? cut->position(here.start + here.step * k) * stride : offset, there.start + there.step * k);
    }
};

HeldAxis held_axis(CopyAxis const& axis, ResolvedSide held, ResolvedSide other, LocalLayout const& layout, Index element_bytes) {
    CopySide const there = (axis.*other).value_or(CopySide{});
    if (!(axis.*held)) return {PeriodicSet::interval({0, axis.extent}), {}, CopySide{}, there};
    CopySide const& here = *(axis.*held);
    PeriodicSet const& owned = layout.owned().dims()[as_size(here.dim)];
    PeriodicSet points = owned.affine_preimage(here.start, here.step, axis.extent);
    bool const all = points.count() == owned.count();
    return {std::move(points), all ? std::nullopt : std::optional(owned), here, there,
            layout.strides()[as_size(here.dim)] * element_bytes};
}

/// Returns the axes from the slowest to the fastest in the source's memory, so that both sides visit elements in one order.
std::vector<std::size_t> memory_order(RedistPlan const& plan) {
    std::vector<std::size_t> order(plan.map().axes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    bool const first_is_fastest = plan.source().array().order == StorageOrder::Fortran;
    std::ranges::stable_sort(order, {}, [&](std::size_t a) {
        auto const& place = plan.map().axes[a].source;
        return !place ? -plan.source().dims() : first_is_fastest ? -place->dim : place->dim;
    });
    return order;
}

std::vector<HeldAxis> held_axes(RedistPlan const& plan, ResolvedSide held, LocalLayout const& layout,
                                OwnerArithmetic const& owners) {
    ResolvedSide const other = held == &CopyAxis::source ? &CopyAxis::target : &CopyAxis::source;
    std::vector<HeldAxis> axes;
    for (std::size_t const a : memory_order(plan)) {
        CopyAxis const& axis = plan.map().axes[a];
        axes.push_back(held_axis(axis, held, other, layout, plan.source().array().type.bytes));
        if (auto const& place = axis.*other) axes.back().owner = owners.term(place->dim);
    }
    return axes;
}

/// Calls visit(offset, part) for every held element: its byte offset, and its part of the other array.
template <class Visit>
void for_each_owner(std::span<HeldAxis const> axes, Index offset, Index part, Visit const& visit) {
    HeldAxis const& axis = axes.front();
    axis.for_each([&](Index along, Index index) {
        Index const term = axis.owner.of(index);
        if (axes.size() == 1)
            visit(offset + along, part + term);
        else
            for_each_owner(axes.subspan(1), offset + along, part + term, visit);
    });
}

/// Calls visit(offset) for every held element, in the same order.
template <class Visit>
void for_each_held_offset(std::span<HeldAxis const> axes, Index offset, Visit const& visit) {
    axes.front().for_each([&](Index along, Index /*index*/) {
        if (axes.size() == 1)
            visit(offset + along);
        else
            for_each_held_offset(axes.subspan(1), offset + along, visit);
    });
}

Index held_elements(std::span<HeldAxis const> axes) {
    Index count = 1;
    for (HeldAxis const& axis : axes) count *= axis.points.count();
    return count;
}

/// Calls work with a copy of one element, which the compiler knows for the usual sizes.
template <class Work>
void with_element_copy(std::size_t bytes, Work const& work) {
    auto const fixed = [&](auto size) {
        work([](std::byte* to, std::byte const* from) { std::memcpy(to, from, decltype(size)::value); });
    };
    switch (bytes) {
    case 4:
        return fixed(std::integral_constant<std::size_t, 4>{});
    case 8:
        return fixed(std::integral_constant<std::size_t, 8>{});
    case 16:
        return fixed(std::integral_constant<std::size_t, 16>{});
    default:
        return work([bytes](std::byte* to, std::byte const* from) { std::memcpy(to, from, bytes); });
    }
}

/// One side of an execution: what the inspector found, and the messages.
struct Inspection {
    static constexpr Rank nobody = -1;

    std::vector<HeldAxis> axes;
    Index first_offset = 0;
    Index copies = 1;                 // of each element
    std::unique_ptr<Rank[]> partners; // of each copy of each element, in the order of the walk
    std::vector<Index> bytes;         // by rank
    std::vector<Index> begins;        // of the rank's message in `messages`
    Buffer messages;

    Inspection(std::vector<HeldAxis> held, Index first, Index copies_of_each, int ranks)
        : axes(std::move(held)), first_offset(first), copies(copies_of_each),
          partners(std::make_unique_for_overwrite<Rank[]>(as_size(held_elements(axes) * copies))), bytes(as_size(ranks), 0),
          begins(bytes) {}

    void add_partner(std::size_t number, Rank partner, Index element_bytes) {
        partners[number] = partner;
        if (partner != nobody) bytes[as_size(partner)] += element_bytes;
    }
    void make_room() {
        std::exclusive_scan(bytes.begin(), bytes.end(), begins.begin(), Index{0});
        messages = Buffer(begins.back() + bytes.back());
    }
    [[nodiscard]] std::byte* message(Rank rank) { return messages.data() + begins[as_size(rank)]; }
};

/// Finds the receivers of each element. A receiver with a copy of its own gets nothing from here; the first copy serves the others.
std::optional<Inspection> inspected_sends(RedistPlan const& plan, Communicator const& comm, RankLayouts const& layouts) {
    if (!layouts.sources[0]) return std::nullopt;
    LocalLayout const& layout = *layouts.sources[0];
    Index const element_bytes = plan.source().array().type.bytes;
    OwnerArithmetic const sources(plan.source());
    OwnerArithmetic const targets(plan.target());
    Rank const me = comm.rank();
    Index const mine = sources.part_of(me).value();
    std::vector<bool> served(as_size(comm.size()), false);
    for (Rank rank = 0; rank < comm.size(); ++rank)
        served[as_size(rank)] = rank == me || (sources.rank(mine, 0) == me && sources.part_of(rank) != mine);
    Inspection side(held_axes(plan, &CopyAxis::source, layout, targets), layout.first_offset() * element_bytes, targets.copies(),
                    comm.size());
    std::size_t next = 0;
    for_each_owner(side.axes, 0, 0, [&](Index, Index part) {
        for (Index copy = 0; copy < targets.copies(); ++copy) {
            Rank const receiver = targets.rank(part, copy);
            side.add_partner(next++, served[as_size(receiver)] ? receiver : Inspection::nobody, element_bytes);
        }
    });
    side.make_room();
    return side;
}

/// Finds the sender of each element that this rank gets.
std::optional<Inspection> inspected_receives(RedistPlan const& plan, Communicator const& comm, RankLayouts const& layouts) {
    if (!layouts.targets[0]) return std::nullopt;
    LocalLayout const& layout = *layouts.targets[0];
    Index const element_bytes = plan.source().array().type.bytes;
    OwnerArithmetic const sources(plan.source());
    auto const mine = sources.part_of(comm.rank());
    Inspection side(held_axes(plan, &CopyAxis::target, layout, sources), layout.first_offset() * element_bytes, 1, comm.size());
    std::size_t next = 0;
    for_each_owner(side.axes, 0, 0, [&](Index, Index part) {
        side.add_partner(next++, mine == part ? comm.rank() : sources.rank(part, 0), element_bytes);
    });
    side.make_room();
    return side;
}

void pack_elements(Inspection& side, Communicator const& comm, Index element_bytes, std::byte const* source) {
    std::vector<std::byte*> ends;
    for (Rank rank = 0; rank < comm.size(); ++rank) ends.push_back(side.message(rank));
    Rank const* partner = side.partners.get();
    with_element_copy(as_size(element_bytes), [&](auto const& copy) {
        for_each_held_offset(side.axes, side.first_offset, [&](Index offset) {
            for (Index c = 0; c < side.copies; ++c, ++partner)
                if (*partner != Inspection::nobody)
                    copy(std::exchange(ends[as_size(*partner)], ends[as_size(*partner)] + element_bytes), source + offset);
        });
    });
}

/// `own`: the message of this rank to itself.
void unpack_elements(Inspection& side, Communicator const& comm, Index element_bytes, std::byte const* own, std::byte* target) {
    std::vector<std::byte const*> begins;
    for (Rank rank = 0; rank < comm.size(); ++rank) begins.push_back(rank == comm.rank() ? own : side.message(rank));
    Rank const* partner = side.partners.get();
    with_element_copy(as_size(element_bytes), [&](auto const& copy) {
        for_each_held_offset(side.axes, side.first_offset, [&](Index offset) {
            std::byte const*& next = begins[as_size(*partner++)];
            copy(target + offset, std::exchange(next, next + element_bytes));
        });
    });
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
      element_bytes_(plan_.source().array().type.bytes) {}

void RuntimeResolution::execute(void const* source, void* target) const {
    auto receives = inspected_receives(plan_, comm_, layouts_);
    RequestSet requests;
    for (Rank rank = 0; receives && rank < comm_.size(); ++rank)
        if (Index const bytes = receives->bytes[as_size(rank)]; bytes > 0 && rank != comm_.rank())
            requests.receive(comm_, rank, receives->message(rank), ByteBlock(bytes));
    auto sends = inspected_sends(plan_, comm_, layouts_);
    if (sends) pack_elements(*sends, comm_, element_bytes_, static_cast<std::byte const*>(source));
    for (Rank rank = 0; sends && rank < comm_.size(); ++rank)
        if (Index const bytes = sends->bytes[as_size(rank)]; bytes > 0 && rank != comm_.rank())
            requests.send(comm_, rank, sends->message(rank), ByteBlock(bytes));
    requests.wait_all();
    if (receives)
        unpack_elements(*receives, comm_, element_bytes_, sends ? sends->message(comm_.rank()) : nullptr,
                        static_cast<std::byte*>(target));
}

} // namespace tessera
