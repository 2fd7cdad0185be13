// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the inner loops of all copies, chosen once per plan.
#include "libcore/runtime/move/copy/copy_kernels.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace tessera {

namespace {

/// Longest run, in bytes, copied by straight-line code. For longer runs the library's memcpy is as fast.
constexpr std::size_t longest_unrolled_run = 128;
/// Most strided elements per repetition copied by straight-line code.
constexpr std::size_t most_unrolled_elements = 8;

// Loops first copy the segment's members to local variables. Otherwise the compiler would reload them for every element,
// because a store of bytes might change the segment.

void copy_runs(std::byte const* from, std::byte* to, StridedCopy const& s, Index element_bytes) {
    auto const bytes = as_size(s.count * element_bytes);
    for (Index r = 0; r < s.repeat; ++r) {
        std::memcpy(to + s.to + r * s.to_stride, from + s.from + r * s.from_stride, bytes);
    }
}

template <std::size_t Bytes>
void copy_short_runs(std::byte const* from, std::byte* to, StridedCopy const& s, Index) {
    from += s.from;
    to += s.to;
    Index const from_stride = s.from_stride;
    Index const to_stride = s.to_stride;
    for (Index rest = s.repeat; rest > 0; --rest) {
        std::memcpy(to, from, Bytes);
        from += from_stride;
        to += to_stride;
    }
}

/// Steps known at compile time are constants; 0 means unknown.
template <std::size_t Bytes, Index FromStep, Index ToStep>
void copy_steps(std::byte const* from, std::byte* to, StridedCopy const& s) {
    Index const from_step = FromStep != 0 ? FromStep : s.from_step;
    Index const to_step = ToStep != 0 ? ToStep : s.to_step;
    Index const from_stride = s.from_stride;
    Index const to_stride = s.to_stride;
    Index const count = s.count;
    from += s.from;
    to += s.to;
    for (Index rest = s.repeat; rest > 0; --rest) {
        std::byte const* source = from;
        std::byte* target = to;
        Index c = 0;
        for (; c + 4 <= count; c += 4) {
            std::memcpy(target, source, Bytes);
            std::memcpy(target + to_step, source + from_step, Bytes);
            std::memcpy(target + 2 * to_step, source + 2 * from_step, Bytes);
            std::memcpy(target + 3 * to_step, source + 3 * from_step, Bytes);
            source += 4 * from_step;
            target += 4 * to_step;
        }
        for (; c < count; ++c) {
            std::memcpy(target, source, Bytes);
            source += from_step;
            target += to_step;
        }
        from += from_stride;
        to += to_stride;
    }
}

template <std::size_t Bytes>
void copy_strided(std::byte const* from, std::byte* to, StridedCopy const& s, Index) {
    constexpr auto dense = static_cast<Index>(Bytes);
    if (s.to_step == dense) return copy_steps<Bytes, 0, dense>(from, to, s);
    if (s.from_step == dense) return copy_steps<Bytes, dense, 0>(from, to, s);
    copy_steps<Bytes, 0, 0>(from, to, s);
}

template <std::size_t Bytes, std::size_t... C>
void copy_few_strided(std::byte const* from, std::byte* to, StridedCopy const& s, std::index_sequence<C...>) {
    Index const from_step = s.from_step;
    Index const to_step = s.to_step;
    Index const from_stride = s.from_stride;
    Index const to_stride = s.to_stride;
    from += s.from;
    to += s.to;
    for (Index rest = s.repeat; rest > 0; --rest) {
        (std::memcpy(to + static_cast<Index>(C) * to_step, from + static_cast<Index>(C) * from_step, Bytes), ...);
        from += from_stride;
        to += to_stride;
    }
}

template <std::size_t Bytes, std::size_t Count>
void copy_few_strided(std::byte const* from, std::byte* to, StridedCopy const& s, Index) {
    copy_few_strided<Bytes>(from, to, s, std::make_index_sequence<Count>{});
}

void copy_strided_any(std::byte const* from, std::byte* to, StridedCopy const& s, Index element_bytes) {
    auto const bytes = as_size(element_bytes);
    for (Index r = 0; r < s.repeat; ++r) {
        for (Index c = 0; c < s.count; ++c) {
            std::memcpy(to + s.to + r * s.to_stride + c * s.to_step, from + s.from + r * s.from_stride + c * s.from_step, bytes);
        }
    }
}

template <std::size_t... I>
constexpr auto short_run_table(std::index_sequence<I...>) {
    return std::array<CopyKernel, sizeof...(I)>{copy_short_runs<I + 1>...};
}
/// Kernels for multiples of 4 bytes; shortest_runs has those for 1 ... 16 bytes. Other lengths use copy_runs.
constexpr auto short_runs_of_words = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<CopyKernel, sizeof...(I)>{copy_short_runs<4 * (I + 1)>...};
}
(std::make_index_sequence<longest_unrolled_run / 4>{});
constexpr auto shortest_runs = short_run_table(std::make_index_sequence<16>{});

CopyKernel run_kernel(std::size_t bytes) {
    if (bytes <= shortest_runs.size()) return shortest_runs[bytes - 1];
    if (bytes <= longest_unrolled_run && bytes % 4 == 0) return short_runs_of_words[bytes / 4 - 1];
    return copy_runs;
}

template <std::size_t Bytes>
CopyKernel strided_kernel(Index count) {
    static constexpr auto few = []<std::size_t... C>(std::index_sequence<C...>) {
        return std::array<CopyKernel, sizeof...(C)>{copy_few_strided<Bytes, C + 1>...};
    }
    (std::make_index_sequence<most_unrolled_elements>{});
    return count <= static_cast<Index>(few.size()) ? few[as_size(count - 1)] : copy_strided<Bytes>;
}

/// Rows are the outer loop, because the elements of a row are neighbours on the side that is written.
template <class Copy>
void copy_tile(std::byte const* from, std::byte* to, std::span<OffsetPair const> rows, std::span<OffsetPair const> columns,
               Copy const& copy) {
    for (OffsetPair const row : rows) {
        for (OffsetPair const column : columns) copy(to + row.to + column.to, from + row.from + column.from);
    }
}

template <std::size_t Bytes>
void copy_tile_of(std::byte const* from, std::byte* to, std::span<OffsetPair const> rows, std::span<OffsetPair const> columns,
                  Index) {
    copy_tile(from, to, rows, columns, [](std::byte* target, std::byte const* source) { std::memcpy(target, source, Bytes); });
}

void copy_tile_any(std::byte const* from, std::byte* to, std::span<OffsetPair const> rows, std::span<OffsetPair const> columns,
                   Index element_bytes) {
    auto const bytes = as_size(element_bytes);
    copy_tile(from, to, rows, columns, [bytes](std::byte* target, std::byte const* source) { std::memcpy(target, source, bytes); });
}

} // namespace

CopyKernel choose_kernel(StridedCopy const& segment, Index element_bytes) {
    bool const run = segment.count == 1 || (segment.from_step == element_bytes && segment.to_step == element_bytes);
    if (run) return run_kernel(as_size(segment.count * element_bytes));
    switch (element_bytes) {
    case 1:
        return strided_kernel<1>(segment.count);
    case 2:
        return strided_kernel<2>(segment.count);
    case 4:
        return strided_kernel<4>(segment.count);
    case 8:
        return strided_kernel<8>(segment.count);
    case 16:
        return strided_kernel<16>(segment.count);
    default:
        return copy_strided_any;
    }
}

TileKernel choose_tile_kernel(Index element_bytes) {
    switch (element_bytes) {
    case 1:
        return copy_tile_of<1>;
    case 2:
        return copy_tile_of<2>;
    case 4:
        return copy_tile_of<4>;
    case 8:
        return copy_tile_of<8>;
    case 16:
        return copy_tile_of<16>;
    default:
        return copy_tile_any;
    }
}

Index tile_rows(Index element_bytes) {
    return std::clamp<Index>(64 / std::max<Index>(element_bytes, 1), 8, 16);
}

Index tile_columns(Index element_bytes) {
    return std::clamp<Index>(128 / std::max<Index>(element_bytes, 1), 8, 16);
}

} // namespace tessera
