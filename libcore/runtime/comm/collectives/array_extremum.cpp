// SPDX-License-Identifier: BSD-3-Clause
// Tessera: finds the largest or smallest element of a distributed array.
#include "libcore/runtime/comm/collectives/array_extremum.hpp"

#include "libcore/base/try.hpp"
#include "libcore/comm/context/context_places.hpp"
#include "libcore/mapping/storage_strides.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <algorithm>

namespace tessera {

ArrayExtremum::ArrayExtremum(Mapping mapping, CandidateMaker maker, Communicator comm)
    : mapping_(std::move(mapping)), maker_(maker), comm_(std::move(comm)) {
    auto const position = mapping_.grid().position(comm_.rank());
    if (position && mapping_.holds(*position)) layout_.emplace(mapping_, *position);
}

Result<ArrayExtremum> ArrayExtremum::make(Mapping mapping, Extreme extreme, MPI_Comm comm) {
    auto const maker = TRY(CandidateMaker::make(extreme, mapping.array().type));
    Communicator all = Communicator::duplicate(comm);
    Index const ranks = Index{mapping.grid().max_rank()} + 1;
    if (ranks > all.size()) return too_few_ranks(ranks, all.size());
    return ArrayExtremum(std::move(mapping), maker, std::move(all));
}

std::optional<ArrayExtremum::Found> ArrayExtremum::execute(std::byte const* source, Context const* where) const {
    ArraySpec const& array = mapping_.array();
    Index const bytes = array.type.bytes;
    ExtremeCandidate own;
    Index own_offset = 0;
    if (layout_) {
        Extents const strides = dense_strides(array.extents, array.order);
        std::vector<int> const order(layout_->permutation().begin(), layout_->permutation().end());
        auto const element_number = [&](Index position) {
            Index number = 0;
            for (int const d : order) {
                PeriodicSet const& owned = layout_->owned().dims()[as_size(d)];
                number += owned.element(position % owned.count()) * strides[as_size(d)];
                position /= owned.count();
            }
            return number;
        };
        // Within a rank memory order equals number order, so only the number of a better element is computed.
        Context const active = where != nullptr ? *where : Context::everywhere(layout_->owned().count());
        for_each_contiguous_run(active, *layout_, [&](Index position, Index offset, Index count) {
            for (Index k = 0; k < count; ++k) {
                ExtremeCandidate each = maker_.of(source + (offset + k) * bytes, 0);
                if (each.place == ExtremeCandidate::none) continue;
                if (own.place != ExtremeCandidate::none && each.key <= own.key) continue;
                each.place = element_number(position + k);
                own = each;
                own_offset = offset + k;
            }
        });
    }
    ExtremeCandidate best = own;
    agree_on_best(comm_, {&best, 1});
    if (best.place == ExtremeCandidate::none) return std::nullopt;
    // All copies of an element have the same bytes, so a bitwise or over the ranks returns the element.
    Found found{best.place, std::vector<std::byte>(as_size(bytes))};
    if (own.place == best.place) std::copy_n(source + own_offset * bytes, bytes, found.element.begin());
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, found.element.data(), static_cast<int>(bytes), MPI_BYTE, MPI_BOR, comm_.handle()),
              "MPI_Allreduce");
    return found;
}

} // namespace tessera
