// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of two ownership patterns on one ruler.
#include "libcore/scene/ownership/rhythm_scene.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <set>
#include <string_view>

namespace tessera {
namespace {

using namespace detail;
using Anchor = SceneText::Anchor;

constexpr Index most_on_ruler = 240; // in indices
constexpr std::size_t most_lanes = 28;
constexpr std::size_t most_falls_named = 2;
constexpr double ruler_width = 600;
constexpr double widest_index = 26;
constexpr double ruler_height = 24;
constexpr double lane_pitch = 18;
constexpr double least_rhythm_left = 120;

/// The common indices of two coordinates.
struct RhythmLane {
    Index from = 0;
    Index to = 0;
    PeriodicSet shared;
};

std::string falls_text(PeriodicSet const& set) {
    std::string text;
    std::vector<Falls> const falls = set.falls();
    for (std::size_t i = 0; i < std::min(falls.size(), most_falls_named); ++i)
        text += fmt::format("{}({}, {}, {}, {})", i == 0 ? "" : " + ", falls[i].l, falls[i].r, falls[i].s, falls[i].n);
    if (falls.size() > most_falls_named) text += fmt::format(" + {} more", falls.size() - most_falls_named);
    return text;
}

/// Returns the number of indices after which both patterns repeat together; nothing if it does not fit in an Index.
std::optional<Index> common_period(DimTransfer const& factor) {
    Index const source = std::max<Index>(factor.source().period(), 1);
    Index const target = std::max<Index>(factor.target().period(), 1);
    auto const joint = checked_mul(source / std::gcd(source, target), target);
    return joint ? std::optional<Index>(*joint) : std::nullopt;
}

/// Returns the common period, or the extent if that is smaller.
Index joint_period(DimTransfer const& factor) {
    Index const extent = std::max<Index>(factor.extent(), 1);
    return std::min(common_period(factor).value_or(extent), extent);
}

std::string period_text(std::string_view name, DimMapping const& dim) {
    return fmt::format("{}, period {}", name, grouped(dim.period()));
}

class Rhythm {
  public:
    Rhythm(RedistPlan const& plan, std::size_t dim, std::optional<std::pair<Index, Index>> only)
        : plan_(plan), factor_(plan.factors()[dim]), dim_(dim), period_(joint_period(factor_)),
          drawn_(std::min(period_, most_on_ruler)), scale_(std::min(widest_index, ruler_width / static_cast<double>(drawn_))),
          left_(std::max({least_rhythm_left, words_room(factor_.source(), "before"), words_room(factor_.target(), "after")})) {
        for (Index from = 0; from < factor_.source().coords(); ++from)
            for (DimTransfer::Entry const& entry : factor_.row(from)) {
                if (only && *only != std::pair(from, entry.coord)) continue;
                ++pairs_;
                if (lanes_.size() < most_lanes) lanes_.push_back({from, entry.coord, factor_.set(from, entry.coord)});
            }
        if (!only && (as_size(pairs_) > lanes_.size() || drawn_ < period_)) take_lanes_on_ruler();
    }

    Scene draw() {
        std::string const of = plan_.factors().size() > 1 ? fmt::format(", dimension {}", dim_ + 1) : "";
        Scene scene = blank_scene(fmt::format("two rhythms: {}{}", describe(plan_.source().spec().array), of));
        double y = add_title(scene, scene.title,
                             fmt::format("{} -> {}", describe(plan_.source().spec()), describe(plan_.target().spec())));
        y += 30;
        add_ticks(scene, y - 10);
        add_ruler(scene, y, factor_.source(), "before");
        y += ruler_height + 6;
        add_ruler(scene, y, factor_.target(), "after");
        y += ruler_height + 22;
        add_text(scene, edge, y - 8, "shared indices", {caption_size, Anchor::Start, ink, true});
        y += 8;
        for (RhythmLane const& lane : lanes_) {
            add_lane(scene, lane, y);
            y += lane_pitch;
        }
        y = detail::add_notes(scene, notes(), y + 14);
        scene.height = std::max(scene.height, y + edge);
        return scene;
    }

  private:
    [[nodiscard]] static double words_room(DimMapping const& dim, std::string_view name) {
        return edge + text_width(period_text(name, dim), tick_size) + 8;
    }

    /// If not all pairs or not all indices fit, takes the pairs with common indices on the ruler, in the order of their first ones.
    void take_lanes_on_ruler() {
        lanes_.clear();
        std::set<std::pair<Index, Index>> known;
        for (Index at = 0; at < drawn_ && lanes_.size() < most_lanes; ++at) {
            auto const pair = std::pair(factor_.source().owner(at), factor_.target().owner(at));
            if (known.insert(pair).second) lanes_.push_back({pair.first, pair.second, factor_.set(pair.first, pair.second)});
        }
    }

    [[nodiscard]] double x_of(Index index) const { return left_ + scale_ * static_cast<double>(index); }

    void add_ticks(Scene& scene, double y) const {
        for (int const index : labelled_cells(as_size(drawn_), scale_, 30))
            add_text(scene, x_of(index) + scale_ / 2, y, fmt::to_string(index), {tick_size, Anchor::Middle, faint_ink});
    }

    /// Draws blocks of one owner, and a line at the start of each period.
    void add_ruler(Scene& scene, double y, DimMapping const& dim, std::string const& name) const {
        add_text(scene, edge, y + ruler_height / 2, period_text(name, dim), {tick_size, Anchor::Start, ink});
        for (Index at = 0; at < drawn_;) {
            Index const owner = dim.owner(at);
            Index end = at + 1;
            while (end < drawn_ && dim.owner(end) == owner) ++end;
            SceneRect const rect{x_of(at),
                                 y,
                                 std::max(scale_ * static_cast<double>(end - at) - 0.5, 0.5),
                                 ruler_height,
                                 rank_color(static_cast<Rank>(owner)),
                                 {},
                                 fmt::format("indices {} to {}: processor {} {}", at, end - 1, owner, name)};
            scene.rects.push_back(rect);
            add_label(scene, rect, fmt::to_string(owner), 0.9, 12);
            at = end;
        }
        for (Index at = dim.period(); at <= drawn_; at += dim.period())
            scene.lines.push_back({x_of(at), y - 3, x_of(at), y + ruler_height + 3, black, 1.5, 1, {}, {}});
    }

    void add_lane(Scene& scene, RhythmLane const& lane, double y) const {
        add_text(scene, left_ - 8, y, fmt::format("{} \u2192 {}", lane.from, lane.to), {tick_size, Anchor::End, ink});
        scene.rects.push_back({left_, y - 5, x_of(drawn_) - left_, 10, blank, {}, {}});
        std::string const words = falls_text(lane.shared);
        for (auto run = lane.shared.run_from(0); run && run->begin < drawn_; run = lane.shared.run_from(run->end)) {
            Index const end = std::min(run->end, drawn_);
            scene.rects.push_back({x_of(run->begin),
                                   y - 5,
                                   std::max(scale_ * static_cast<double>(end - run->begin) - 0.5, 0.5),
                                   10,
                                   rank_color(static_cast<Rank>(lane.to)),
                                   {},
                                   fmt::format("{} to {}: {}", lane.from, lane.to, words)});
        }
        add_text(scene, x_of(drawn_) + 8, y, words, {tick_size, Anchor::Start, faint_ink});
    }

    [[nodiscard]] std::vector<std::string> notes() const {
        std::vector<std::string> notes{
            together(), "(l, r, s, n): n blocks of indices, the first from l to r, then one every s. Indices count from 0."};
        Index const all = factor_.source().coords() * factor_.target().coords();
        if (pairs_ < all && lanes_.size() > 1)
            notes.push_back(fmt::format("{} of {} pairs exchange nothing.", grouped(all - pairs_), grouped(all)));
        if (as_size(pairs_) > lanes_.size())
            notes.push_back(fmt::format("Only {} of the {} pairs that share indices are drawn.", lanes_.size(), grouped(pairs_)));
        if (drawn_ < period_) notes.push_back(fmt::format("Only the first {} indices are drawn.", drawn_));
        return notes;
    }

    /// Returns a sentence on the number of indices after which both patterns repeat together.
    [[nodiscard]] std::string together() const {
        auto const common = common_period(factor_);
        if (common && *common <= factor_.extent())
            return fmt::format("Both patterns together repeat after {} indices, the least common multiple of the two periods.",
                               grouped(*common));
        std::string const after = common ? grouped(*common) : "very many";
        return fmt::format("Both patterns together would repeat after {} indices, the least common multiple of the two periods, "
                           "but there are only {}.",
                           after, grouped(factor_.extent()));
    }

    RedistPlan const& plan_;
    DimTransfer const& factor_;
    std::size_t dim_;
    Index period_;
    Index drawn_;
    double scale_; // pixels per index
    double left_;  // left edge of the ruler
    Index pairs_ = 0;
    std::vector<RhythmLane> lanes_;
};

} // namespace

std::optional<std::size_t> rhythm_dim(RedistPlan const& plan) {
    auto const factors = plan.factors();
    for (std::size_t d = 0; d < factors.size(); ++d) {
        DimMapping const& source = factors[d].source();
        DimMapping const& target = factors[d].target();
        if (std::max(source.coords(), target.coords()) < 2 || factors[d].extent() == 0) continue;
        Index const looked = std::min(joint_period(factors[d]), most_on_ruler);
        for (Index at = 0; at < looked; ++at)
            if (source.coords() != target.coords() || source.owner(at) != target.owner(at)) return d;
    }
    return std::nullopt;
}

Result<Scene> rhythm_scene(RedistPlan const& plan, std::optional<std::pair<Index, Index>> only) {
    auto const dim = rhythm_dim(plan);
    if (!dim) return fail("no dimension changes owners, so there is only one pattern");
    return Rhythm(plan, *dim, only).draw();
}

} // namespace tessera
