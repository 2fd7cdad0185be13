// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the set of a rank's elements that an operation applies to (pC*, section 3.3: where and else).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/box_set.hpp"
#include "libcore/sets/run.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace tessera {

/// The stored form of a context. The form with the fewest bytes is chosen.
enum class ContextForm {
    Everywhere, ///< all positions are active, and nothing is stored
    Runs8,      ///< lengths of active and inactive runs in turn, one byte each: positive inactive, negative active; longer runs are
                ///< split
    Runs16,     ///< the same with two bytes per length
    Runs32,     ///< the same with four bytes per length
    Bitmap,     ///< one bit per position
    Intervals   ///< begin and end of each active run
};

/// Returns "everywhere", "runs of 8 bits", ...
[[nodiscard]] std::string_view name_of(ContextForm form);

/// A set of positions among [0, positions()), the local elements of a rank in the order of its memory. Immutable, cheap to copy.
/// A walk costs the runs, not the positions (for a bitmap, a 64th of the positions).
class Context {
  public:
    [[nodiscard]] static Context everywhere(Index positions);
    /// Makes the context of a box: one interval per dimension of `shape`, whose last dimension varies fastest. The runs are
    /// computed without testing positions (pC*, section 6.1, Figs. 6.2 to 6.4). Precondition: the box lies within the shape.
    [[nodiscard]] static Context of_box(Extents const& shape, std::vector<Run> const& box);

    /// Makes the context of the listed positions. Precondition: the list ascends; it may name a position several times.
    [[nodiscard]] static Context of_list(Index positions, std::span<Index const> active);

    [[nodiscard]] Index positions() const { return positions_; }
    [[nodiscard]] Index active() const { return active_; } ///< number of active positions
    [[nodiscard]] ContextForm form() const;
    [[nodiscard]] Index bytes() const; ///< bytes of the stored form

    /// Returns the stored form, which has bytes() bytes and can be sent. The bytes live as long as the context or a copy of it.
    [[nodiscard]] std::span<std::byte const> stored_bytes() const;
    /// Makes the context from its stored form. Precondition: form() and stored_bytes() of a context with the same numbers of
    /// positions and active positions, on a machine with the same byte order.
    [[nodiscard]] static Context of_bytes(Index positions, Index active, ContextForm form, std::span<std::byte const> stored);
    /// Returns the largest number of bytes that a context of this size can take.
    [[nodiscard]] static Index most_bytes(Index positions) { return (positions + 63) / 64 * 8 + 8; }

    /// Calls visit(Run) for every maximal run of active positions, ascending.
    template <class Visit>
    void for_each_run(Visit const& visit) const;
    /// Does the same for work that is fast on single positions: calls visit_run(Run), or visit_points(first, stride, count) for
    /// runs of one position at equal distances, which tiled contexts have.
    template <class VisitRun, class VisitPoints>
    void for_each_part(VisitRun const& visit_run, VisitPoints const& visit_points) const;

    /// Returns the positions that are active in both contexts.
    [[nodiscard]] Context and_in(Context const& other) const;
    /// Returns the positions that are active in either context.
    [[nodiscard]] Context or_in(Context const& other) const;
    /// Returns the positions of this context that are not in `inner` (`else`).
    [[nodiscard]] Context except(Context const& inner) const;
    /// Returns the positions of this context for which the predicate holds (`where`). Calls it once per position, and for no other.
    template <class Predicate>
    [[nodiscard]] Context where(Predicate const& holds) const;

    /// Compares the active positions; the stored forms do not matter.
    friend bool operator==(Context const& a, Context const& b);

  private:
    friend class ContextBuilder;

    struct Bitmap {
        std::vector<std::uint64_t> words;
    };
    template <class T>
    using Lengths = std::vector<T>;
    using Stored =
        std::variant<std::monostate, Lengths<std::int8_t>, Lengths<std::int16_t>, Lengths<std::int32_t>, Bitmap, std::vector<Run>>;

    Context(Index positions, Index active, Stored stored)
        : positions_(positions), active_(active), stored_(std::make_shared<Stored const>(std::move(stored))) {}

    template <class T, class Visit>
    static void walk_lengths(Lengths<T> const& lengths, Visit const& visit);
    /// Returns the distance of the ones of a word, if it is constant and at least 2, else 0. Also returns 0 if the last bit is a
    /// one, because its run may continue in the next word.
    [[nodiscard]] static int stride_of(std::uint64_t word) {
        std::uint64_t const rest = word & (word - 1);
        if (rest == 0 || word >> 63 != 0) return 0;
        int const stride = std::countr_zero(rest) - std::countr_zero(word);
        bool const even = (word & ~(word << stride)) == (word & (~word + 1)); // no other bit than the lowest lacks a predecessor
        return stride > 1 && even ? stride : 0;
    }
    template <class VisitRun, class VisitPoints>
    static void walk_words(Bitmap const& bits, VisitRun const& visit_run, VisitPoints const& visit_points);

    Index positions_ = 0;
    Index active_ = 0;
    std::shared_ptr<Stored const> stored_;
};

/// Writes a context from its first position to its last. It uses little more than one bit per position.
class ContextBuilder {
  public:
    explicit ContextBuilder(Index positions) : positions_(positions) {}

    /// Adds `count` positions that are all active, or all inactive.
    void add(bool active, Index count);
    /// Returns the context. Positions that were not added are inactive.
    [[nodiscard]] Context finish() &&;

  private:
    void close_run();
    void change_to_bitmap();
    void set_bits(Run run);

    Index positions_;
    Index next_ = 0; // the first position that was not yet added
    Index active_ = 0;
    Index runs_ = 0; // number of closed active runs
    bool last_active_ = false;
    Index last_ = 0; // length of the open run
    std::vector<std::int8_t> lengths_;
    std::vector<std::uint64_t> words_; // empty while runs need less memory
};

template <class T, class Visit>
void Context::walk_lengths(Lengths<T> const& lengths, Visit const& visit) {
    Run run;
    Index at = 0;
    for (T const length : lengths) {
        if (length < 0) {
            if (run.empty()) run.begin = at;
            at -= length;
            run.end = at;
            continue;
        }
        if (!run.empty()) visit(run);
        at += length;
        run = {};
    }
    if (!run.empty()) visit(run);
}

/// Processes one word at a time, because the runs of a tiled context are single positions that take a few instructions each.
template <class VisitRun, class VisitPoints>
void Context::walk_words(Bitmap const& bits, VisitRun const& visit_run, VisitPoints const& visit_points) {
    Index base = 0;
    Index open = -1; // begin of a run that reaches the end of the previous word, or -1
    for (std::uint64_t left : bits.words) {
        if (open >= 0) {
            int const ones = std::countr_one(left);
            if (ones < 64) {
                visit_run(Run{open, base + ones});
                open = -1;
                left &= left + 1; // clear its lowest ones
            } else {
                left = 0;
            }
        }
        // A run of one position at the end may continue in the next word.
        std::uint64_t const last = left >> 62 == 2 ? std::uint64_t{1} << 63 : 0;
        if (int const stride = stride_of(left ^ last); stride > 0) {
            visit_points(base + std::countr_zero(left), Index{stride}, Index{std::popcount(left ^ last)});
            if (last != 0) open = base + 63;
            left = 0;
        }
        while (left != 0) {
            Index const begin = base + std::countr_zero(left);
            std::uint64_t const carried = left + (left & (~left + 1)); // its lowest one marks the end of the lowest run
            if (carried == 0)
                open = begin;
            else
                visit_run(Run{begin, base + std::countr_zero(carried)});
            left &= carried;
        }
        base += 64;
    }
    if (open >= 0) visit_run(Run{open, base}); // bits after the last position are 0
}

template <class Visit>
void Context::for_each_run(Visit const& visit) const {
    for_each_part(visit, [&](Index first, Index stride, Index count) {
        for (; count > 0; --count, first += stride) visit(Run{first, first + 1});
    });
}

template <class VisitRun, class VisitPoints>
void Context::for_each_part(VisitRun const& visit_run, VisitPoints const& visit_points) const {
    if (active_ == 0) return;
    if (std::holds_alternative<std::monostate>(*stored_)) visit_run(Run{0, positions_});
    if (auto const* lengths = std::get_if<Lengths<std::int8_t>>(stored_.get())) walk_lengths(*lengths, visit_run);
    if (auto const* lengths = std::get_if<Lengths<std::int16_t>>(stored_.get())) walk_lengths(*lengths, visit_run);
    if (auto const* lengths = std::get_if<Lengths<std::int32_t>>(stored_.get())) walk_lengths(*lengths, visit_run);
    if (auto const* runs = std::get_if<std::vector<Run>>(stored_.get()))
        for (Run const& run : *runs) visit_run(run);
    if (auto const* bits = std::get_if<Bitmap>(stored_.get())) walk_words(*bits, visit_run, visit_points);
}

template <class Predicate>
Context Context::where(Predicate const& holds) const {
    ContextBuilder builder(positions_);
    Index at = 0;
    for_each_run([&](Run run) {
        builder.add(false, run.begin - at);
        Index begin = run.begin; // begin of the positions with the same result
        bool active = false;
        for (Index i = run.begin; i < run.end; ++i) {
            if (holds(i) == active) continue;
            builder.add(active, i - begin);
            begin = i;
            active = !active;
        }
        builder.add(active, run.end - begin);
        at = run.end;
    });
    return std::move(builder).finish();
}

} // namespace tessera
