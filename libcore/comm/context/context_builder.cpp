// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes a context from its first position to its last.
#include "libcore/base/require.hpp"
#include "libcore/comm/context/context.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace tessera {
namespace {

template <class T>
constexpr Index longest_of = std::numeric_limits<T>::max();

/// Converts lengths that were split at 127 to a type with a larger range. Returns the same runs.
template <class T>
std::vector<T> relengthened(std::vector<std::int8_t> const& lengths) {
    std::vector<T> result;
    Index length = 0; // signed length of the open run
    auto const close = [&] {
        while (length != 0) {
            Index const part = std::clamp(length, -longest_of<T>, longest_of<T>);
            result.push_back(static_cast<T>(part));
            length -= part;
        }
    };
    for (std::int8_t const next : lengths) {
        if (length != 0 && (length < 0) != (next < 0)) close();
        length += next;
    }
    close();
    return result;
}

} // namespace

void ContextBuilder::add(bool active, Index count) {
    require(0 <= count && count <= positions_ - next_, "ContextBuilder::add: the context has fewer positions");
    if (count == 0) return;
    if (active != last_active_) close_run();
    last_active_ = active;
    last_ += count;
    next_ += count;
    if (active) active_ += count;
}

void ContextBuilder::close_run() {
    Run const run{next_ - last_, next_};
    last_ = 0;
    if (run.empty()) return;
    if (last_active_) ++runs_;
    if (!words_.empty()) return last_active_ ? set_bits(run) : void();
    for (Index left = run.size(); left > 0; left -= longest_of<std::int8_t>) {
        auto const part = static_cast<std::int8_t>(std::min(left, longest_of<std::int8_t>));
        lengths_.push_back(last_active_ ? static_cast<std::int8_t>(-part) : part);
    }
    if (std::ssize(lengths_) > ceil_div(positions_, 64) * 8) change_to_bitmap();
}

void ContextBuilder::change_to_bitmap() {
    // Few long runs need little memory with a larger number type, even if they need many single bytes.
    if (runs_ * 8 < std::ssize(lengths_)) return;
    words_.assign(as_size(ceil_div(positions_, 64)), 0);
    Index at = 0;
    for (std::int8_t const length : lengths_) {
        if (length < 0) set_bits({at, at - length});
        at += std::abs(Index{length});
    }
    lengths_ = {};
}

void ContextBuilder::set_bits(Run run) {
    for (Index at = run.begin; at < run.end;) {
        Index const end = std::min(run.end, (at / 64 + 1) * 64);
        std::uint64_t const ones = end - at == 64 ? ~std::uint64_t{0} : ((std::uint64_t{1} << (end - at)) - 1);
        words_[as_size(at / 64)] |= ones << (at % 64);
        at = end;
    }
}

Context ContextBuilder::finish() && {
    close_run();
    if (active_ == positions_) return Context::everywhere(positions_);
    if (!words_.empty()) return {positions_, active_, Context::Bitmap{std::move(words_)}};
    auto shorts = relengthened<std::int16_t>(lengths_);
    auto longs = relengthened<std::int32_t>(lengths_);
    Index const bytes[]{std::ssize(lengths_), std::ssize(shorts) * 2, std::ssize(longs) * 4, runs_ * Index{sizeof(Run)}};
    switch (std::ranges::min_element(bytes) - bytes) {
    case 0:
        return {positions_, active_, std::move(lengths_)};
    case 1:
        return {positions_, active_, std::move(shorts)};
    case 2:
        return {positions_, active_, std::move(longs)};
    default:
        break;
    }
    std::vector<Run> runs;
    Context::walk_lengths(longs, [&](Run run) { runs.push_back(run); });
    return {positions_, active_, std::move(runs)};
}

} // namespace tessera
