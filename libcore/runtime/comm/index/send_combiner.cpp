// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the operation that stores a sent value in its element.
#include "libcore/runtime/comm/index/send_combiner.hpp"

#include "libcore/runtime/comm/index/index_kernels.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <vector>

namespace tessera {

SendCombiner SendCombiner::of(MPI_Op op, MPI_Datatype type, Index bytes) {
    SendCombiner made;
    made.user_ = [=](std::byte const* values, std::span<Index const> places, std::byte* target) {
        std::vector<std::byte> result(as_size(bytes));
        for (std::size_t k = 0; k < places.size(); ++k) {
            // MPI_Reduce_local(a, b) stores a op b in b.
            std::memcpy(result.data(), values + static_cast<Index>(k) * bytes, result.size());
            check_mpi(MPI_Reduce_local(target + places[k] * bytes, result.data(), 1, type, op), "MPI_Reduce_local");
            std::memcpy(target + places[k] * bytes, result.data(), result.size());
        }
    };
    return made;
}

void SendCombiner::scatter(std::byte const* values, std::span<Index const> places, std::byte* target, Index bytes) const {
    if (user_)
        user_(values, places, target);
    else if (combiner_)
        combiner_->scatter(values, places, target);
    else
        scatter_elements(values, places, target, bytes);
}

void SendCombiner::put(std::byte const* values, std::byte* target, Index place, Index step, Index count, Index bytes) const {
    std::byte* const first = target + place * bytes;
    if (!user_ && (step == 1 || count == 1)) {
        if (combiner_) return combiner_->combine(first, values, first, count);
        std::memcpy(first, values, as_size(count * bytes));
        return;
    }
    std::array<Index, 64> places{};
    for (Index done = 0; done < count; done += std::ssize(places)) {
        Index const part = std::min(count - done, std::ssize(places));
        for (Index k = 0; k < part; ++k) places[as_size(k)] = place + (done + k) * step;
        scatter(values + done * bytes, std::span(places).first(as_size(part)), target, bytes);
    }
}

void SendCombiner::merge(std::byte const* values, std::span<Index const> places, std::byte* target, Index wire_slots,
                         Index bytes) const {
    if (!user_) {
        if (combiner_) combiner_->fill_identity(target, wire_slots);
        return scatter(values, places, target, bytes);
    }
    std::vector<bool> taken(as_size(wire_slots), false);
    merge_of_user(values, places, target, taken, bytes);
}

void SendCombiner::merge_parts(DenseIndices const& places, std::byte const* values, std::byte* table, Index elements,
                               Index bytes) const {
    std::vector<bool> taken(user_ ? as_size(elements) : 0, false);
    if (combiner_) combiner_->fill_identity(table, elements);
    places.for_each_part([&](std::size_t first, std::span<Index const> part) {
        std::byte const* const from = values + static_cast<Index>(first) * bytes;
        if (user_)
            merge_of_user(from, part, table, taken, bytes);
        else
            scatter(from, part, table, bytes);
    });
}

void SendCombiner::merge_of_user(std::byte const* values, std::span<Index const> places, std::byte* target,
                                 std::vector<bool>& taken, Index bytes) const {
    for (std::size_t k = 0; k < places.size(); ++k) {
        std::byte const* const value = values + static_cast<Index>(k) * bytes;
        if (taken[as_size(places[k])])
            user_(value, places.subspan(k, 1), target);
        else
            std::memcpy(target + places[k] * bytes, value, as_size(bytes));
        taken[as_size(places[k])] = true;
    }
}

} // namespace tessera
