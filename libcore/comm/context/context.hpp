// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which of a rank's elements an operation is about (pC*, section 3.3: where and else).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/box_set.hpp"
#include "libcore/sets/run.hpp"

#include <cstdint>
#include <memory>
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

    [[nodiscard]] Index positions() const { return positions_; }
    [[nodiscard]] Index active() const { return active_; } ///< how many are in it
    [[nodiscard]] ContextForm form() const;
    [[nodiscard]] Index bytes() const; ///< that the form takes

    /// Calls visit(Run) for every maximal run of active positions, ascending.
    template <class Visit>
    void for_each_run(Visit const& visit) const;

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
    /// The first position from `from` on whose bit is `wanted`, or positions().
    [[nodiscard]] Index next_bit(Bitmap const& bits, Index from, bool wanted) const;

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

template <class Visit>
void Context::for_each_run(Visit const& visit) const {
    if (active_ == 0) return;
    if (std::holds_alternative<std::monostate>(*stored_)) visit(Run{0, positions_});
    if (auto const* lengths = std::get_if<Lengths<std::int8_t>>(stored_.get())) walk_lengths(*lengths, visit);
    if (auto const* lengths = std::get_if<Lengths<std::int16_t>>(stored_.get())) walk_lengths(*lengths, visit);
    if (auto const* lengths = std::get_if<Lengths<std::int32_t>>(stored_.get())) walk_lengths(*lengths, visit);
    if (auto const* runs = std::get_if<std::vector<Run>>(stored_.get()))
        for (Run const& run : *runs) visit(run);
    if (auto const* bits = std::get_if<Bitmap>(stored_.get())) {
        for (Index begin = next_bit(*bits, 0, true); begin < positions_;) {
            Index const end = next_bit(*bits, begin, false);
            visit(Run{begin, end});
            begin = next_bit(*bits, end, true);
        }
    }
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
