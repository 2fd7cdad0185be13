// SPDX-License-Identifier: BSD-3-Clause
// Tessera: combines elements of one type by an operation such as sum.
#include "libcore/runtime/move/copy/combiner.hpp"

#include "libcore/base/units.hpp"

#include <algorithm>
#include <array>
#include <complex>
#include <concepts>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <type_traits>
#include <utility>

namespace tessera {
namespace {

/// The unsigned type, at least as wide as int, for sums and products of integers that wrap around.
template <std::integral T>
using Wrapping = std::make_unsigned_t<decltype(T{} + T{})>;

struct SumOf {
    template <class T>
    static T apply(T a, T b) {
        if constexpr (std::integral<T>)
            return static_cast<T>(static_cast<Wrapping<T>>(a) + static_cast<Wrapping<T>>(b));
        else
            return a + b;
    }
    template <class T>
    static T identity() {
        return T{0};
    }
};
struct ProductOf {
    template <class T>
    static T apply(T a, T b) {
        if constexpr (std::integral<T>)
            return static_cast<T>(static_cast<Wrapping<T>>(a) * static_cast<Wrapping<T>>(b));
        else
            return a * b;
    }
    template <class T>
    static T identity() {
        return T{1};
    }
};
struct MinOf {
    template <class T>
    static T apply(T a, T b) {
        return std::min(a, b);
    }
    template <class T>
    static T identity() {
        if constexpr (std::floating_point<T>)
            return std::numeric_limits<T>::infinity();
        else
            return std::numeric_limits<T>::max();
    }
};
struct MaxOf {
    template <class T>
    static T apply(T a, T b) {
        return std::max(a, b);
    }
    template <class T>
    static T identity() {
        if constexpr (std::floating_point<T>)
            return -std::numeric_limits<T>::infinity();
        else
            return std::numeric_limits<T>::lowest();
    }
};
struct AndOf {
    template <std::integral T>
    static T apply(T a, T b) {
        return static_cast<T>(a & b);
    }
    template <std::integral T>
    static T identity() {
        return static_cast<T>(~T{0});
    }
};
struct OrOf {
    template <std::integral T>
    static T apply(T a, T b) {
        return static_cast<T>(a | b);
    }
    template <std::integral T>
    static T identity() {
        return T{0};
    }
};
struct XorOf {
    template <std::integral T>
    static T apply(T a, T b) {
        return static_cast<T>(a ^ b);
    }
    template <std::integral T>
    static T identity() {
        return T{0};
    }
};

template <class T, class Op>
struct KernelsOf {
    static T const* elements(std::byte const* bytes) { return reinterpret_cast<T const*>(bytes); }
    static T* elements(std::byte* bytes) { return reinterpret_cast<T*>(bytes); }

    static void combine(std::byte const* left, std::byte const* right, std::byte* out, Index count) {
        for (Index i = 0; i < count; ++i) elements(out)[i] = Op::apply(elements(left)[i], elements(right)[i]);
    }
    static void fold(std::byte const* row, Index stride, Index count, std::byte* accumulator) {
        T result = *elements(accumulator);
        for (Index i = 0; i < count; ++i) result = Op::apply(result, elements(row)[i * stride]);
        *elements(accumulator) = result;
    }
    static void fold_rows(std::array<std::byte const*, 8> const& rows, Index stride, Index count, std::byte* accumulators) {
        std::array<T const*, 8> from;
        std::array<T, 8> results;
        for (std::size_t r = 0; r < from.size(); ++r) {
            from[r] = elements(rows[r]);
            results[r] = elements(accumulators)[r];
        }
        Index const block = stride == 1 ? std::max<Index>(1, block_bytes / static_cast<Index>(sizeof(T))) : count;
        for (Index begin = 0; begin < count; begin += block) {
            if (stride == 1)
                for (T const* const row : from) fetch_ahead(row + begin);
            Index const end = std::min(count, begin + block);
            for (Index i = begin; i < end; ++i)
                for (std::size_t r = 0; r < from.size(); ++r) results[r] = Op::apply(results[r], from[r][i * stride]);
        }
        for (std::size_t r = 0; r < from.size(); ++r) elements(accumulators)[r] = results[r];
    }
    static void scan(std::byte const* row, Index stride, Index count, std::byte* target, std::byte* accumulator, bool exclusive) {
        T result = *elements(accumulator);
        for (Index i = 0; i < count; ++i) {
            T const next = Op::apply(result, elements(row)[i * stride]);
            elements(target)[i * stride] = exclusive ? result : next;
            result = next;
        }
        *elements(accumulator) = result;
    }
    static void fill_identity(std::byte* out, Index count) { std::fill_n(elements(out), count, Op::template identity<T>()); }
    static void scatter(std::byte const* values, Index const* places, Index count, std::byte* target) {
        for (Index k = 0; k < count; ++k) elements(target)[places[k]] = Op::apply(elements(target)[places[k]], elements(values)[k]);
    }

    /// Prefetches each row's next lines. The processor predicts one row at a time but not eight (measured: 0.65 of the time
    /// for rows of 24 KB from memory). A prefetch is only a hint and is valid for any address.
    static constexpr Index block_bytes = 256;
    static void fetch_ahead(T const* row) {
        auto const* const bytes = reinterpret_cast<std::byte const*>(row) + 2 * block_bytes;
        for (Index b = 0; b < block_bytes; b += 64) __builtin_prefetch(bytes + b, 0);
    }

    static constexpr Combiner::Kernels all{&combine, &fold, &fold_rows, &scan, &fill_identity, &scatter};
};

using KernelRow = std::array<Combiner::Kernels, 7>; // by operation, in the order of ReduceOp

template <class T>
constexpr KernelRow complex_row{KernelsOf<T, SumOf>::all, KernelsOf<T, ProductOf>::all};
template <class T>
constexpr KernelRow float_row{KernelsOf<T, SumOf>::all, KernelsOf<T, ProductOf>::all, KernelsOf<T, MinOf>::all,
                              KernelsOf<T, MaxOf>::all};
template <class T>
constexpr KernelRow integer_row{KernelsOf<T, SumOf>::all, KernelsOf<T, ProductOf>::all, KernelsOf<T, MinOf>::all,
                                KernelsOf<T, MaxOf>::all, KernelsOf<T, AndOf>::all,     KernelsOf<T, OrOf>::all,
                                KernelsOf<T, XorOf>::all};
/// Booleans have neither sum nor product. Compilers differ in the bits of true (1, or all bits). So every value but 0 is true;
/// results are 0 or 1.
template <auto combined, bool neutral>
struct TruthOp {
    template <class T>
    static T apply(T a, T b) {
        return T{combined(a != 0, b != 0)};
    }
    template <class T>
    static T identity() {
        return T{neutral};
    }
};
using TruthAnd = TruthOp<[](bool a, bool b) { return a && b; }, true>;
using TruthOr = TruthOp<[](bool a, bool b) { return a || b; }, false>;
using TruthXor = TruthOp<[](bool a, bool b) { return a != b; }, false>;
template <class T>
constexpr KernelRow truth_row{Combiner::Kernels{},        Combiner::Kernels{},         KernelsOf<T, TruthAnd>::all,
                              KernelsOf<T, TruthOr>::all, KernelsOf<T, TruthAnd>::all, KernelsOf<T, TruthOr>::all,
                              KernelsOf<T, TruthXor>::all};

constexpr std::pair<std::string_view, KernelRow const*> combined_types[]{
    {"float32", &float_row<float>},
    {"float64", &float_row<double>},
    {"complex64", &complex_row<std::complex<float>>},
    {"complex128", &complex_row<std::complex<double>>},
    {"int8", &integer_row<std::int8_t>},
    {"int16", &integer_row<std::int16_t>},
    {"int32", &integer_row<std::int32_t>},
    {"int64", &integer_row<std::int64_t>},
    {"uint8", &integer_row<std::uint8_t>},
    {"uint16", &integer_row<std::uint16_t>},
    {"uint32", &integer_row<std::uint32_t>},
    {"uint64", &integer_row<std::uint64_t>},
    {"bool", &truth_row<std::uint8_t>},
    {"logical16", &truth_row<std::uint16_t>},
    {"logical32", &truth_row<std::uint32_t>},
    {"logical64", &truth_row<std::uint64_t>},
};

/// Returns the names of the supported operations, such as "sum, product".
std::string operations_of(KernelRow const& row) {
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i)
        if (row[i].combine != nullptr) text += (text.empty() ? "" : ", ") + std::string(reduce_op_names()[i]);
    return text;
}

} // namespace

Result<Combiner> Combiner::make(ReduceOp op, ElementType const& type) {
    auto const found = std::ranges::find(combined_types, type.name, [](auto const& entry) { return entry.first; });
    if (found == std::end(combined_types))
        return fail(fmt::format("elements of type {} cannot be combined; integers of 8 to 64 bits, float32, float64, complex64, "
                                "complex128, bool and logical can",
                                type.name));
    Kernels const kernels = (*found->second)[static_cast<std::size_t>(op)];
    if (kernels.combine == nullptr)
        return fail(
            fmt::format("{} is not for elements of type {}; they have {}", name_of(op), type.name, operations_of(*found->second)));
    return Combiner(op, type, kernels);
}

Combiner::Combiner(std::shared_ptr<OwnOperation const> own, Index bytes, bool commutative)
    : type_{fmt::format("bytes{}", bytes), bytes}, own_(std::move(own)), commutative_(commutative) {}

Result<void> Combiner::check_type(ElementType const& type) const {
    if (is_own() ? type_.bytes == type.bytes : type_ == type) return {};
    return fail(fmt::format("the operation is for elements of type {}, {} long; the array's are {}, {} long", type_.name,
                            scaled_bytes(type_.bytes), type.name, scaled_bytes(type.bytes)));
}

} // namespace tessera
