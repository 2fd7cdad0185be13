// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which of a rank's elements an operation is about (pC*, section 3.3: where and else).
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

/// How a context is stored. Whatever takes the fewest bytes is chosen.
enum class ContextForm {
    Everywhere, ///< nothing is stored
    Runs8,      ///< lengths of active and of inactive runs in turn, in bytes: positive inactive, negative active, longer runs split
    Runs16,     ///< the same in numbers of two bytes
    Runs32,     ///< and of four
    Bitmap,     ///< a bit for each position
    Intervals   ///< begin and end of each active run
};

/// "everywhere", "runs of 8 bits", ...
[[nodiscard]] std::string_view name_of(ContextForm form);

/// A set of positions among [0, positions()), the local elements of a rank in the order of its memory. Immutable, cheap to copy.
/// What walks it costs the runs, not the positions (of a bitmap, a 64th of them).
class Context {
  public:
    [[nodiscard]] static Context everywhere(Index positions);
    /// Those of the box: one interval per dimension of `shape`, whose last dimension varies fastest. Its runs are written without
    /// asking any position (pC*, section 6.1, Figs. 6.2 to 6.4). Precondition: the box lies within the shape.
    [[nodiscard]] static Context of_box(Extents const& shape, std::vector<Run> const& box);

    /// Those in a list. Precondition: the list ascends; it may name a position several times.
    [[nodiscard]] static Context of_list(Index positions, std::span<Index const> active);

    [[nodiscard]] Index positions() const { return positions_; }
    [[nodiscard]] Index active() const { return active_; } ///< how many are in it
    [[nodiscard]] ContextForm form() const;
    [[nodiscard]] Index bytes() const; ///< that the form takes

    /// The stored form, which has bytes() bytes and can be sent. The bytes live as long as the context or a copy of it.
    [[nodiscard]] std::span<std::byte const> stored_bytes() const;
    /// The context that these bytes are from. Precondition: form() and stored_bytes() of a context with as many positions and
    /// active positions, on a machine with the same byte order.
    [[nodiscard]] static Context of_bytes(Index positions, Index active, ContextForm form, std::span<std::byte const> stored);
    /// No context with this many positions stores more bytes.
    [[nodiscard]] static Index most_bytes(Index positions) { return (positions + 63) / 64 * 8 + 8; }

    /// Calls visit(Run) for every maximal run of active positions, ascending.
    template <class Visit>
    void for_each_run(Visit const& visit) const;
    /// The same for work that is quick on single positions: calls visit_run(Run), or visit_points(first, stride, count) for runs of
    /// one position at equal distances, as tiled contexts have them.
    template <class VisitRun, class VisitPoints>
    void for_each_part(VisitRun const& visit_run, VisitPoints const& visit_points) const;

    /// Those that are active in both.
    [[nodiscard]] Context and_in(Context const& other) const;
    /// Those that are active in either.
    [[nodiscard]] Context or_in(Context const& other) const;
    /// `else`: those of this context that are not in `inner`.
    [[nodiscard]] Context except(Context const& inner) const;
    /// `where`: those of this context for which the predicate holds; it is asked once for each of them and for no other.
    template <class Predicate>
    [[nodiscard]] Context where(Predicate const& holds) const;

    /// The same positions, however they are stored.
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
    /// The distance of the ones of a word where it is everywhere the same and at least 2; else 0. The last bit is not among them,
    /// as the run that it begins may go on.
    [[nodiscard]] static int stride_of(std::uint64_t word) {
        std::uint64_t const rest = word & (word - 1);
        if (rest == 0 || word >> 63 != 0) return 0;
        int const stride = std::countr_zero(rest) - std::countr_zero(word);
        bool const even = (word & ~(word << stride)) == (word & (~word + 1)); // only the lowest has none before it
        return stride > 1 && even ? stride : 0;
    }
    template <class VisitRun, class VisitPoints>
    static void walk_words(Bitmap const& bits, VisitRun const& visit_run, VisitPoints const& visit_points);

    Index positions_ = 0;
    Index active_ = 0;
    std::shared_ptr<Stored const> stored_;
};

/// Writes a context from its first position to its last. It never holds more than a bit for each position and a little.
class ContextBuilder {
  public:
    explicit ContextBuilder(Index positions) : positions_(positions) {}

    /// The next `count` positions are active, or not.
    void add(bool active, Index count);
    /// Positions that were not added are inactive.
    [[nodiscard]] Context finish() &&;

  private:
    void close_run();
    void change_to_bitmap();
    void set_bits(Run run);

    Index positions_;
    Index next_ = 0; // the first position that was not added
    Index active_ = 0;
    Index runs_ = 0; // of active positions that are closed
    bool last_active_ = false;
    Index last_ = 0; // length of the open run
    std::vector<std::int8_t> lengths_;
    std::vector<std::uint64_t> words_; // empty until runs would take more room
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

/// A word at a time: the runs of a tiled context are single positions, each worth a few instructions.
template <class VisitRun, class VisitPoints>
void Context::walk_words(Bitmap const& bits, VisitRun const& visit_run, VisitPoints const& visit_points) {
    Index base = 0;
    Index open = -1; // the begin of a run that reaches the end of the word before
    for (std::uint64_t left : bits.words) {
        if (open >= 0) {
            int const ones = std::countr_one(left);
            if (ones < 64) {
                visit_run(Run{open, base + ones});
                open = -1;
                left &= left + 1; // without its lowest ones
            } else {
                left = 0;
            }
        }
        // A single last position may go on in the next word.
        std::uint64_t const last = left >> 62 == 2 ? std::uint64_t{1} << 63 : 0;
        if (int const stride = stride_of(left ^ last); stride > 0) {
            visit_points(base + std::countr_zero(left), Index{stride}, Index{std::popcount(left ^ last)});
            if (last != 0) open = base + 63;
            left = 0;
        }
        while (left != 0) {
            Index const begin = base + std::countr_zero(left);
            std::uint64_t const carried = left + (left & (~left + 1)); // its lowest one is where the lowest run ends
            if (carried == 0)
                open = begin;
            else
                visit_run(Run{begin, base + std::countr_zero(carried)});
            left &= carried;
        }
        base += 64;
    }
    if (open >= 0) visit_run(Run{open, base}); // bits beyond the positions are 0, so that there are none
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
        Index begin = run.begin; // of what is alike
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
