// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an operation on elements of one type.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/mapping/reduce_op.hpp"
#include "libcore/runtime/move/copy/own_operation.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace tessera {

/// Combines elements, given as bytes that are aligned for their type. Integers wrap around; a boolean is a byte, 0 or 1.
/// Where an operand may stand left or right matters only to floats: which zero, which NaN.
class Combiner {
  public:
    /// Errors: an operation that the type does not have (what it has): and, or, xor are for integers and booleans, min and max for
    /// all but complex numbers, sum and product for all but booleans; a type that is no number of 8 to 64 bits.
    [[nodiscard]] static Result<Combiner> make(ReduceOp op, ElementType const& type);

    /// An operation of the caller's: combine(T left, T right) gives a T, whatever T is (a pair of a value and its index, a matrix).
    /// It is associative, and combine(identity, x) and combine(x, identity) are x: where no element takes part, the identity comes
    /// out. T is copied as bytes. Where `commutative` is stated, operands may change places; else they stand in the order of
    /// the indices (of ranks, where ranks are reduced). combine may be called on any number of threads at once.
    template <class T, class Combine>
    [[nodiscard]] static Combiner of(Combine combine, T const& identity, bool commutative = false) {
        auto own = std::make_shared<OwnOperationOn<T, Combine> const>(std::move(combine), identity);
        return {std::move(own), Index{sizeof(T)}, commutative};
    }

    /// Precondition: it is not the caller's.
    [[nodiscard]] ReduceOp op() const { return op_; }
    [[nodiscard]] bool is_own() const { return own_ != nullptr; }
    [[nodiscard]] bool commutative() const { return commutative_; }
    /// Of the caller's operation its bytes alone count.
    [[nodiscard]] ElementType const& type() const { return type_; }
    /// Are its operands elements of this type? Error: they have another length, or it is another type of number.
    [[nodiscard]] Result<void> check_type(ElementType const& type) const;

    /// out[i] = left[i] op right[i], 0 <= i < count. `out` may be `left` or `right`, but not overlap them otherwise.
    void combine(std::byte const* left, std::byte const* right, std::byte* out, Index count) const {
        own_ ? own_->combine(left, right, out, count) : kernels_.combine(left, right, out, count);
    }
    /// accumulator = accumulator op row[0] op row[1] ..., from left to right; `stride`: elements from one of the row to the next.
    void fold(std::byte const* row, Index stride, Index count, std::byte* accumulator) const {
        own_ ? own_->fold(row, stride, count, accumulator) : kernels_.fold(row, stride, count, accumulator);
    }
    /// The same of `together` rows at once, each into its own accumulator[r]: where one addition waits for the other, the rows do
    /// not.
    void fold_rows(std::array<std::byte const*, 8> const& rows, Index stride, Index count, std::byte* accumulators) const {
        if (!own_) return kernels_.fold_rows(rows, stride, count, accumulators);
        for (std::size_t r = 0; r < rows.size(); ++r)
            own_->fold(rows[r], stride, count, accumulators + static_cast<Index>(r) * type_.bytes);
    }
    static constexpr Index together = 8;
    /// target[i] = accumulator = accumulator op row[i], one after the other; or with `exclusive` target[i] = accumulator, before
    /// that. `stride`: elements from one to the next, of row and target, which may be the same.
    void scan(std::byte const* row, Index stride, Index count, std::byte* target, std::byte* accumulator, bool exclusive) const {
        own_ ? own_->scan(row, stride, count, target, accumulator, exclusive)
             : kernels_.scan(row, stride, count, target, accumulator, exclusive);
    }
    /// target[places[k]] = target[places[k]] op values[k], in this order.
    void scatter(std::byte const* values, std::span<Index const> places, std::byte* target) const {
        own_ ? own_->scatter(values, places.data(), std::ssize(places), target)
             : kernels_.scatter(values, places.data(), std::ssize(places), target);
    }
    /// `count` times the element that changes nothing: 0 for sum, the largest number for min.
    void fill_identity(std::byte* out, Index count) const {
        own_ ? own_->fill_identity(out, count) : kernels_.fill_identity(out, count);
    }

    /// Of one type and operation.
    struct Kernels {
        void (*combine)(std::byte const*, std::byte const*, std::byte*, Index) = nullptr;
        void (*fold)(std::byte const*, Index, Index, std::byte*) = nullptr;
        void (*fold_rows)(std::array<std::byte const*, 8> const&, Index, Index, std::byte*) = nullptr;
        void (*scan)(std::byte const*, Index, Index, std::byte*, std::byte*, bool) = nullptr;
        void (*fill_identity)(std::byte*, Index) = nullptr;
        void (*scatter)(std::byte const*, Index const*, Index, std::byte*) = nullptr;
    };

  private:
    Combiner(ReduceOp op, ElementType type, Kernels kernels) : op_(op), type_(std::move(type)), kernels_(kernels) {}
    Combiner(std::shared_ptr<OwnOperation const> own, Index bytes, bool commutative);

    ReduceOp op_ = ReduceOp::Sum;
    ElementType type_;
    Kernels kernels_;
    std::shared_ptr<OwnOperation const> own_; // in place of the kernels
    bool commutative_ = true;
};

} // namespace tessera
