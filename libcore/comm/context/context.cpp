// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the set of a rank's elements that an operation applies to (pC*, section 3.3: where and else).
#include "libcore/comm/context/context.hpp"

#include "libcore/base/require.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

namespace tessera {
namespace {

constexpr std::array<std::string_view, 6> form_names{"everywhere",      "runs of 8 bits", "runs of 16 bits",
                                                     "runs of 32 bits", "bitmap",         "intervals"};

std::vector<Run> runs_of(Context const& context) {
    std::vector<Run> runs;
    context.for_each_run([&](Run run) { runs.push_back(run); });
    return runs;
}

/// Iterates over the runs of a context, so that two contexts can be walked in parallel.
class RunCursor {
  public:
    explicit RunCursor(Context const& context) : runs_(runs_of(context)) {}

    [[nodiscard]] bool done() const { return next_ == runs_.size(); }
    [[nodiscard]] Run const& run() const { return runs_[next_]; }
    void skip_below(Index position) {
        while (!done() && run().end <= position) ++next_;
    }

  private:
    std::vector<Run> runs_;
    std::size_t next_ = 0;
};

} // namespace

std::string_view name_of(ContextForm form) {
    return form_names[static_cast<std::size_t>(form)];
}

Context Context::everywhere(Index positions) {
    return {positions, positions, std::monostate()};
}

Context Context::of_box(Extents const& shape, std::vector<Run> const& box) {
    Index positions = 1;
    for (Index const extent : shape) positions *= extent;
    ContextBuilder builder(positions);
    if (std::ranges::any_of(box, &Run::empty)) return std::move(builder).finish();
    // Fast dimensions that the box fills completely extend its runs.
    std::size_t inner = shape.size();
    Index length = 1;
    while (inner > 0 && (inner == shape.size() || box[inner].size() == shape[inner])) {
        --inner;
        length *= box[inner].size();
    }
    Extents strides(shape.size(), 1);
    for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
    Index offset = 0;
    for (std::size_t d = 0; d < shape.size(); ++d) offset += box[d].begin * strides[d];
    Extents at(inner, 0);
    for (Index next = 0;;) {
        builder.add(false, offset - next);
        builder.add(true, length);
        next = offset + length;
        std::size_t d = inner;
        while (d > 0 && ++at[d - 1] == box[d - 1].size()) {
            --d;
            at[d] = 0;
            offset -= (box[d].size() - 1) * strides[d];
        }
        if (d == 0) break;
        offset += strides[d - 1];
    }
    return std::move(builder).finish();
}

ContextForm Context::form() const {
    return static_cast<ContextForm>(stored_->index());
}

Index Context::bytes() const {
    auto const bytes_of = []<class T>(T const& stored) -> Index {
        if constexpr (std::is_same_v<T, std::monostate>)
            return 0;
        else if constexpr (std::is_same_v<T, Bitmap>)
            return std::ssize(stored.words) * Index{sizeof(stored.words[0])};
        else
            return std::ssize(stored) * Index{sizeof(stored[0])};
    };
    return std::visit(bytes_of, *stored_);
}

std::span<std::byte const> Context::stored_bytes() const {
    auto const bytes_of = []<class T>(T const& stored) -> std::span<std::byte const> {
        if constexpr (std::is_same_v<T, std::monostate>)
            return {};
        else if constexpr (std::is_same_v<T, Bitmap>)
            return std::as_bytes(std::span(stored.words));
        else
            return std::as_bytes(std::span(stored));
    };
    return std::visit(bytes_of, *stored_);
}

Context Context::of_bytes(Index positions, Index active, ContextForm form, std::span<std::byte const> stored) {
    auto const numbers = [&]<class T>(std::vector<T> read) {
        read.resize(stored.size() / sizeof(T));
        if (!read.empty()) std::memcpy(read.data(), stored.data(), read.size() * sizeof(T));
        return read;
    };
    switch (form) {
    case ContextForm::Runs8:
        return {positions, active, numbers(Lengths<std::int8_t>())};
    case ContextForm::Runs16:
        return {positions, active, numbers(Lengths<std::int16_t>())};
    case ContextForm::Runs32:
        return {positions, active, numbers(Lengths<std::int32_t>())};
    case ContextForm::Bitmap:
        return {positions, active, Bitmap{numbers(std::vector<std::uint64_t>())}};
    case ContextForm::Intervals:
        return {positions, active, numbers(std::vector<Run>())};
    case ContextForm::Everywhere:
        break;
    }
    return {positions, active, std::monostate()};
}

Context Context::of_list(Index positions, std::span<Index const> active) {
    ContextBuilder builder(positions);
    Index next = 0;
    for (Index const position : active) {
        if (position == next - 1) continue; // listed again
        require(position >= next, "Context::of_list expects positions that ascend");
        builder.add(false, position - next);
        builder.add(true, 1);
        next = position + 1;
    }
    return std::move(builder).finish();
}

Context Context::and_in(Context const& other) const {
    require(positions_ == other.positions_, "two contexts with different numbers of positions cannot be combined");
    ContextBuilder builder(positions_);
    RunCursor cursor(other);
    Index at = 0;
    for_each_run([&](Run run) {
        for (cursor.skip_below(run.begin); !cursor.done() && cursor.run().begin < run.end; cursor.skip_below(at)) {
            Run const common = intersection(run, cursor.run());
            builder.add(false, common.begin - at);
            builder.add(true, common.size());
            at = common.end;
            if (cursor.run().end > run.end) break;
        }
    });
    return std::move(builder).finish();
}

Context Context::or_in(Context const& other) const {
    require(positions_ == other.positions_, "two contexts with different numbers of positions cannot be combined");
    ContextBuilder builder(positions_);
    Index at = 0;
    auto const add = [&](Run run) {
        builder.add(false, std::max<Index>(run.begin - at, 0));
        builder.add(true, std::max<Index>(run.end - std::max(run.begin, at), 0));
        at = std::max(at, run.end);
    };
    RunCursor mine(*this);
    for (RunCursor theirs(other); !mine.done() || !theirs.done();) {
        RunCursor& first = theirs.done() || (!mine.done() && mine.run().begin < theirs.run().begin) ? mine : theirs;
        Run const run = first.run();
        first.skip_below(run.end);
        add(run);
    }
    return std::move(builder).finish();
}

Context Context::except(Context const& inner) const {
    require(positions_ == inner.positions_, "two contexts with different numbers of positions cannot be combined");
    ContextBuilder builder(positions_);
    RunCursor cursor(inner);
    Index at = 0;
    for_each_run([&](Run run) {
        while (!run.empty()) {
            cursor.skip_below(run.begin);
            Run const taken = cursor.done() ? Run{run.end, run.end} : intersection(run, cursor.run());
            Index const free_until = taken.empty() ? run.end : taken.begin;
            builder.add(false, run.begin - at);
            builder.add(true, free_until - run.begin);
            at = free_until;
            run.begin = taken.empty() ? run.end : taken.end;
        }
    });
    return std::move(builder).finish();
}

bool operator==(Context const& a, Context const& b) {
    return a.positions_ == b.positions_ && a.active_ == b.active_ && runs_of(a) == runs_of(b);
}

} // namespace tessera
