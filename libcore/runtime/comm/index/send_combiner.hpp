// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the operation that stores a sent value in its element.
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

/// Stores a value in an element: the value replaces the element, or an operation of Tessera or the user combines them.
class SendCombiner {
  public:
    /// The value replaces the element.
    SendCombiner() = default;
    SendCombiner(Combiner combiner) : combiner_(std::move(combiner)) {}
    SendCombiner(std::optional<Combiner> combiner) : combiner_(std::move(combiner)) {}

    /// Returns the operation element = combine(element, value) on type T, independent of the array's declared type. If
    /// `associative`, values for one element may be combined before they travel. Otherwise they are applied one by one, in the
    /// order of ranks and values. Either way the order is kept, so the operation need not be commutative.
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
    /// Returns an operation of MPI, built-in or made with MPI_Op_create, on a type of `bytes` bytes. MPI requires it to be
    /// associative. Both handles must live as long as this object.
    [[nodiscard]] static SendCombiner of(MPI_Op op, MPI_Datatype type, Index bytes);

    [[nodiscard]] bool associative() const { return user_ ? associative_ : true; }
    /// Returns whether a value only replaces the element.
    [[nodiscard]] bool replaces() const { return !user_ && !combiner_; }
    /// Returns the combiner; null unless it is one of Tessera's.
    [[nodiscard]] Combiner const* combiner() const { return !user_ && combiner_ ? &*combiner_ : nullptr; }

    /// Sets target[place + k * step] = target[place + k * step] op values[k] for 0 <= k < count. Elements have `bytes` bytes.
    void put(std::byte const* values, std::byte* target, Index place, Index step, Index count, Index bytes) const;

    /// Sets target[places[k]] = target[places[k]] op values[k] for each k in order. Elements have `bytes` bytes.
    void scatter(std::byte const* values, std::span<Index const> places, std::byte* target, Index bytes) const;
    /// Does the same into `wire_slots` empty elements: the first value for an element is stored unchanged.
    void merge(std::byte const* values, std::span<Index const> places, std::byte* target, Index wire_slots, Index bytes) const;

    /// Does the same for the elements of a dense list, into a table of all `elements` of the array. Elements that are not
    /// named are undefined.
    void merge_parts(DenseIndices const& places, std::byte const* values, std::byte* table, Index elements, Index bytes) const;

  private:
    /// merge() for an operation of the user. `taken` tells which places have a value.
    void merge_of_user(std::byte const* values, std::span<Index const> places, std::byte* target, std::vector<bool>& taken,
                       Index bytes) const;

    std::optional<Combiner> combiner_;
    std::function<void(std::byte const*, std::span<Index const>, std::byte*)> user_; // instead of combiner_
    bool associative_ = true;
};

} // namespace tessera
