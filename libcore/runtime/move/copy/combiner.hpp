// SPDX-License-Identifier: BSD-3-Clause
// Tessera: combines elements of one type by an operation such as sum.
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

/// Combines elements, given as bytes aligned for their type. Integers wrap around; a boolean is a byte, 0 or 1. The order of
/// two operands matters only for floats, and there only for the sign of zero and the choice of NaN.
class Combiner {
  public:
    /// Errors: an operation that the type does not support (the error lists those it supports); a type that is no number of 8
    /// to 64 bits. and, or, xor support integers and booleans; min and max all but complex numbers; sum and product all but
    /// booleans.
    [[nodiscard]] static Result<Combiner> make(ReduceOp op, ElementType const& type);

    /// Returns a combiner for the caller's operation. combine(T left, T right) returns a T, for any T (a value with its index,
    /// a matrix). It must be associative. combine(identity, x) and combine(x, identity) must return x; the identity is the
    /// result if no element takes part. T is copied as bytes. If `commutative`, operands may change places; otherwise they
    /// keep the order of the indices (or of the ranks, in a reduction over ranks). combine may be called on any number of
    /// threads at the same time.
    template <class T, class Combine>
    [[nodiscard]] static Combiner of(Combine combine, T const& identity, bool commutative = false) {
        auto own = std::make_shared<OwnOperationOn<T, Combine> const>(std::move(combine), identity);
        return {std::move(own), Index{sizeof(T)}, commutative};
    }

    /// Returns the built-in operation. Precondition: !is_own().
    [[nodiscard]] ReduceOp op() const { return op_; }
    [[nodiscard]] bool is_own() const { return own_ != nullptr; }
    [[nodiscard]] bool commutative() const { return commutative_; }
    /// Returns the element type. For the caller's operation only its length in bytes is meaningful.
    [[nodiscard]] ElementType const& type() const { return type_; }
    /// Checks that elements of this type can be operands. Error: another length, or another number type.
    [[nodiscard]] Result<void> check_type(ElementType const& type) const;

    /// Computes out[i] = left[i] op right[i] for 0 <= i < count. `out` may equal `left` or `right` but must not overlap them
    /// otherwise.
    void combine(std::byte const* left, std::byte const* right, std::byte* out, Index count) const {
        own_ ? own_->combine(left, right, out, count) : kernels_.combine(left, right, out, count);
    }
    /// Computes accumulator = accumulator op row[0] op row[1] ..., from left to right. `stride`: elements between neighbours
    /// of the row.
    void fold(std::byte const* row, Index stride, Index count, std::byte* accumulator) const {
        own_ ? own_->fold(row, stride, count, accumulator) : kernels_.fold(row, stride, count, accumulator);
    }
    /// Folds `together` rows at once, row r into accumulator[r]. The rows are independent, so their operations overlap in the
    /// processor.
    void fold_rows(std::array<std::byte const*, 8> const& rows, Index stride, Index count, std::byte* accumulators) const {
        if (!own_) return kernels_.fold_rows(rows, stride, count, accumulators);
        for (std::size_t r = 0; r < rows.size(); ++r)
            own_->fold(rows[r], stride, count, accumulators + static_cast<Index>(r) * type_.bytes);
    }
    static constexpr Index together = 8;
    /// Computes target[i] = accumulator = accumulator op row[i] for each i in order. If `exclusive`, target[i] gets the
    /// accumulator before that. `stride`: elements between neighbours of row and target, which may be the same array.
    void scan(std::byte const* row, Index stride, Index count, std::byte* target, std::byte* accumulator, bool exclusive) const {
        own_ ? own_->scan(row, stride, count, target, accumulator, exclusive)
             : kernels_.scan(row, stride, count, target, accumulator, exclusive);
    }
    /// Computes target[places[k]] = target[places[k]] op values[k] for each k in order.
    void scatter(std::byte const* values, std::span<Index const> places, std::byte* target) const {
        own_ ? own_->scatter(values, places.data(), std::ssize(places), target)
             : kernels_.scatter(values, places.data(), std::ssize(places), target);
    }
    /// Writes the identity `count` times: 0 for sum, the largest number for min.
    void fill_identity(std::byte* out, Index count) const {
        own_ ? own_->fill_identity(out, count) : kernels_.fill_identity(out, count);
    }

    /// Functions for one type and operation.
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
    std::shared_ptr<OwnOperation const> own_; // used instead of the kernels
    bool commutative_ = true;
};

} // namespace tessera
