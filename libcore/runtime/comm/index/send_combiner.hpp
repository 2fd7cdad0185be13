// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what becomes of a value that is sent and the element that it is for.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/comm/index/dense_indices.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"

#include <cstddef>
#include <functional>
#include <mpi.h>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tessera {

/// The value takes the element's place; or an operation of ours combines them, or the user's.
class SendCombiner {
  public:
    /// element = value.
    SendCombiner() = default;
    SendCombiner(Combiner combiner) : combiner_(std::move(combiner)) {}
    SendCombiner(std::optional<Combiner> combiner) : combiner_(std::move(combiner)) {}

    /// element = combine(element, value), of type T, whatever the array calls it. Where `associative` is stated, values for one
    /// element may be combined before they travel; where it is not, they are applied one by one, in the order of ranks and values.
    /// (The operation need not be commutative in either case: that order is kept.)
    template <class T, class Combine>
    [[nodiscard]] static SendCombiner of(Combine combine, bool associative = false) {
        SendCombiner made;
        made.associative_ = associative;
        made.user_ = [combine = std::move(combine)](std::byte const* values, std::span<Index const> places, std::byte* target) {
            auto const* const from = reinterpret_cast<T const*>(values);
            auto* const to = reinterpret_cast<T*>(target);
            for (std::size_t k = 0; k < places.size(); ++k) to[places[k]] = combine(to[places[k]], from[k]);
        };
        return made;
    }
    /// An operation of MPI's, or made with MPI_Op_create, on a type of `bytes` bytes; MPI has it that it is associative. Both must
    /// live as long as this.
    [[nodiscard]] static SendCombiner of(MPI_Op op, MPI_Datatype type, Index bytes);

    [[nodiscard]] bool associative() const { return user_ ? associative_ : true; }
    /// Does a value only take the element's place?
    [[nodiscard]] bool replaces() const { return !user_ && !combiner_; }
    /// Null where it is not one of ours.
    [[nodiscard]] Combiner const* combiner() const { return !user_ && combiner_ ? &*combiner_ : nullptr; }

    /// target[place + k * step] = target[place + k * step] op values[k], 0 <= k < count. Elements have `bytes` bytes.
    void put(std::byte const* values, std::byte* target, Index place, Index step, Index count, Index bytes) const;

    /// target[places[k]] = target[places[k]] op values[k], in this order. Elements have `bytes` bytes.
    void scatter(std::byte const* values, std::span<Index const> places, std::byte* target, Index bytes) const;
    /// The same into `wire_slots` elements that hold nothing yet: the first value for one takes its place.
    void merge(std::byte const* values, std::span<Index const> places, std::byte* target, Index wire_slots, Index bytes) const;

    /// The same by the elements of a dense list, into a table of all `elements` of the array; what is not named is undefined.
    void merge_parts(DenseIndices const& places, std::byte const* values, std::byte* table, Index elements, Index bytes) const;

  private:
    /// Of an operation of the user's: `taken` says which places have a value.
    void merge_of_user(std::byte const* values, std::span<Index const> places, std::byte* target, std::vector<bool>& taken,
                       Index bytes) const;

    std::optional<Combiner> combiner_;
    std::function<void(std::byte const*, std::span<Index const>, std::byte*)> user_; // in its place
    bool associative_ = true;
};

} // namespace tessera
