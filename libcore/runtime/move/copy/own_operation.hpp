// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the caller's own operation on elements of any type.
#pragma once

#include "libcore/base/index.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tessera {

/// Interface of an operation; see the methods of Combiner with the same names.
class OwnOperation {
  public:
    OwnOperation() = default;
    OwnOperation(OwnOperation const&) = delete;
    OwnOperation& operator=(OwnOperation const&) = delete;
    virtual ~OwnOperation() = default;

    virtual void combine(std::byte const* left, std::byte const* right, std::byte* out, Index count) const = 0;
    virtual void fold(std::byte const* row, Index stride, Index count, std::byte* accumulator) const = 0;
    virtual void scan(std::byte const* row, Index stride, Index count, std::byte* target, std::byte* accumulator,
                      bool exclusive) const = 0;
    virtual void scatter(std::byte const* values, Index const* places, Index count, std::byte* target) const = 0;
    virtual void fill_identity(std::byte* out, Index count) const = 0;
};

/// An operation given as T combine(T left, T right).
template <class T, class Combine>
class OwnOperationOn final : public OwnOperation {
  public:
    static_assert(std::is_trivially_copyable_v<T>, "elements travel as bytes");
    static_assert(alignof(T) <= alignof(std::max_align_t), "messages align elements for any ordinary type");

    OwnOperationOn(Combine combine, T const& identity) : combine_(std::move(combine)), identity_(identity) {}

    void combine(std::byte const* left, std::byte const* right, std::byte* out, Index count) const override {
        for (Index i = 0; i < count; ++i) elements(out)[i] = combine_(elements(left)[i], elements(right)[i]);
    }
    void fold(std::byte const* row, Index stride, Index count, std::byte* accumulator) const override {
        T result = *elements(accumulator);
        for (Index i = 0; i < count; ++i) result = combine_(result, elements(row)[i * stride]);
        *elements(accumulator) = result;
    }
    void scan(std::byte const* row, Index stride, Index count, std::byte* target, std::byte* accumulator,
              bool exclusive) const override {
        T result = *elements(accumulator);
        for (Index i = 0; i < count; ++i) {
            T const next = combine_(result, elements(row)[i * stride]);
            elements(target)[i * stride] = exclusive ? result : next;
            result = next;
        }
        *elements(accumulator) = result;
    }
    void scatter(std::byte const* values, Index const* places, Index count, std::byte* target) const override {
        for (Index k = 0; k < count; ++k) elements(target)[places[k]] = combine_(elements(target)[places[k]], elements(values)[k]);
    }
    void fill_identity(std::byte* out, Index count) const override { std::fill_n(elements(out), count, identity_); }

  private:
    static T const* elements(std::byte const* bytes) { return reinterpret_cast<T const*>(bytes); }
    static T* elements(std::byte* bytes) { return reinterpret_cast<T*>(bytes); }

    Combine combine_;
    T identity_;
};

} // namespace tessera
