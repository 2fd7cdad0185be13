// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a stencil, the neighbours of an element that a computation reads.
#include "libcore/comm/halo/stencil.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/sets/disjoint_boxes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace tessera {
namespace {

using OffsetBox = Stencil::OffsetBox;

bool holds_box(OffsetBox const& outer, OffsetBox const& inner) {
    for (std::size_t d = 0; d < outer.size(); ++d)
        if (inner[d].begin < outer[d].begin || inner[d].end > outer[d].end) return false;
    return true;
}

/// Returns the boxes that no other box contains.
std::vector<OffsetBox> maximal_boxes(std::vector<OffsetBox> const& boxes) {
    std::vector<OffsetBox> kept;
    for (OffsetBox const& box : boxes) {
        if (std::ranges::any_of(kept, [&](OffsetBox const& other) { return holds_box(other, box); })) continue;
        std::erase_if(kept, [&](OffsetBox const& other) { return holds_box(box, other); });
        kept.push_back(box);
    }
    return kept;
}

/// Adds the offset 0, because a step may keep the position.
std::vector<OffsetBox> with_itself(std::span<OffsetBox const> boxes, std::size_t dims) {
    std::vector<OffsetBox> all(boxes.begin(), boxes.end());
    all.emplace_back(dims, Run{0, 1});
    return maximal_boxes(all);
}

std::vector<OffsetBox> sums_of(std::span<OffsetBox const> a, std::span<OffsetBox const> b) {
    std::vector<OffsetBox> sums;
    for (OffsetBox const& x : a) {
        for (OffsetBox const& y : b) {
            OffsetBox sum = x;
            for (std::size_t d = 0; d < sum.size(); ++d) sum[d] = {x[d].begin + y[d].begin, x[d].end + y[d].end - 1};
            sums.push_back(std::move(sum));
        }
    }
    return maximal_boxes(sums);
}

BoxSet as_set(OffsetBox const& box) {
    std::vector<PeriodicSet> dims;
    for (Run const& run : box) dims.push_back(PeriodicSet::interval(run));
    return BoxSet(std::move(dims));
}

struct StencilName {
    std::string_view name;
    int dims;
    bool corners;
};
constexpr StencilName stencil_names[]{{"3", 1, false}, {"5", 2, false}, {"9", 2, true}, {"7", 3, false}, {"27", 3, true}};

/// Parses "star:2" and "box:2". Returns nothing for names of another form.
std::optional<std::pair<std::string_view, Index>> shape_and_width(std::string_view name) {
    auto const colon = name.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    auto const shape = name.substr(0, colon);
    auto const width = parse_signed(name.substr(colon + 1));
    if ((shape != "star" && shape != "box") || !width || *width < 1 || *width > Stencil::max_width) return std::nullopt;
    return std::pair{shape, *width};
}

Result<Extents> parse_offset(std::string_view line, int dims, SourceLocation where) {
    auto const wrong = [&](std::string message) { return tl::unexpected<Error>(Error{std::move(message), where}); };
    Extents offset;
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r,", at)) != std::string_view::npos;) {
        std::size_t const end = std::min(line.find_first_of(" \t\r,", at), line.size());
        where.column = static_cast<int>(at) + 1;
        where.length = static_cast<int>(end - at);
        auto const number = parse_signed(line.substr(at, end - at));
        if (!number) return wrong(fmt::format("'{}' is not a whole number", line.substr(at, end - at)));
        offset.push_back(*number);
        at = end;
    }
    where.column = 1;
    where.length = static_cast<int>(line.size());
    if (offset.size() != as_size(dims))
        return wrong(fmt::format("an offset has one number per dimension: expected {}, found {}", dims, offset.size()));
    return offset;
}

} // namespace

Stencil::Stencil(std::vector<OffsetBox> boxes, int dims) : boxes_(maximal_boxes(boxes)), widths_(as_size(dims)) {
    for (OffsetBox const& box : boxes_) {
        for (std::size_t d = 0; d < widths_.size(); ++d) {
            widths_[d].low = std::max(widths_[d].low, -box[d].begin);
            widths_[d].high = std::max(widths_[d].high, box[d].end - 1);
        }
    }
}

Stencil Stencil::star(std::span<ShadowWidth const> widths) {
    std::vector<OffsetBox> boxes;
    for (std::size_t d = 0; d < widths.size(); ++d) {
        OffsetBox box(widths.size(), Run{0, 1});
        box[d] = {-widths[d].low, widths[d].high + 1};
        boxes.push_back(std::move(box));
    }
    return {std::move(boxes), static_cast<int>(widths.size())};
}

Stencil Stencil::box(std::span<ShadowWidth const> widths) {
    OffsetBox box;
    for (ShadowWidth const& width : widths) box.push_back({-width.low, width.high + 1});
    return {{std::move(box)}, static_cast<int>(widths.size())};
}

Result<Stencil> Stencil::of_offsets(std::span<Extents const> offsets, int dims) {
    std::vector<OffsetBox> boxes;
    for (Extents const& offset : offsets) {
        if (offset.size() != as_size(dims))
            return fail(fmt::format("an offset has one number per dimension: expected {}, found {}", dims, offset.size()));
        OffsetBox box;
        for (Index const o : offset) {
            if (o < -max_width || o > max_width) return fail(fmt::format("offset {} is farther than {} elements", o, max_width));
            box.push_back({o, o + 1});
        }
        boxes.push_back(std::move(box));
    }
    return Stencil(std::move(boxes), dims);
}

Result<Stencil> Stencil::named(std::string_view name, int dims) {
    std::vector<ShadowWidth> widths(as_size(dims), ShadowWidth{1, 1});
    for (StencilName const& known : stencil_names) {
        if (known.name != name) continue;
        if (known.dims != dims)
            return fail(
                fmt::format("the stencil of {} points is for {} dimension{}, and the array has {}; star:W and box:W fit any", name,
                            known.dims, known.dims == 1 ? "" : "s", dims));
        return known.corners ? box(widths) : star(widths);
    }
    auto const shape = shape_and_width(name);
    if (!shape)
        return fail(fmt::format("'{}' is not a stencil: expected 3, 5, 7, 9, 27, star:W, box:W or a file of offsets", name));
    widths.assign(as_size(dims), ShadowWidth{shape->second, shape->second});
    return shape->first == "box" ? box(widths) : star(widths);
}

Result<Stencil> Stencil::parse(std::string_view text, int dims, std::string const& file) {
    if (text.find('\0') != text.npos)
        return fail(fmt::format("{} is not a text: expected {} whole numbers on each line", file, dims));
    std::vector<Extents> offsets;
    for (int number = 1; !text.empty(); ++number) {
        std::size_t const end = std::min(text.find('\n'), text.size());
        std::string_view const line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        std::string_view const content = line.substr(0, line.find('#'));
        if (content.find_first_not_of(" \t\r,") == std::string_view::npos) continue;
        offsets.push_back(TRY(parse_offset(content, dims, {.file = file, .line = number, .text = std::string(line)})));
    }
    if (offsets.empty()) return fail(fmt::format("{} holds no offset: expected {} whole numbers on each line", file, dims));
    return of_offsets(offsets, dims);
}

Index Stencil::points() const {
    std::vector<BoxSet> sets;
    for (OffsetBox const& box : boxes_) sets.push_back(as_set(box));
    Index points = 0;
    bool has_zero = false;
    Extents const zero(widths_.size(), 0);
    for (BoxSet const& set : disjoint_boxes(sets)) {
        points += set.count();
        has_zero = has_zero || set.contains(zero);
    }
    return points - (has_zero ? 1 : 0);
}

Result<Stencil> Stencil::followed_by(Stencil const& next) const {
    for (std::size_t d = 0; d < widths_.size(); ++d)
        if (std::max(widths_[d].low + next.widths_[d].low, widths_[d].high + next.widths_[d].high) > max_width)
            return fail(fmt::format("the steps at once reach farther than {} elements", max_width));
    return Stencil(sums_of(with_itself(boxes_, widths_.size()), with_itself(next.boxes_, widths_.size())), dims());
}

Result<Stencil> Stencil::widened(Index steps, Watch const& watch) const {
    for (ShadowWidth const& width : widths_)
        if (std::max(width.low, width.high) > max_width / steps)
            return fail(fmt::format("{} steps at once reach farther than {} elements", steps, max_width));
    if (auto const step = with_itself(boxes_, widths_.size()); step.size() == 1) { // the sums are one box too
        OffsetBox wide = step.front();
        for (Run& run : wide) run = {run.begin * steps, (run.end - 1) * steps + 1};
        return Stencil({std::move(wide)}, dims());
    }
    Stencil all = *this;
    for (Index i = 1; i < steps; ++i) {
        if (watch.stopped()) return stopped_error();
        auto wider = all.followed_by(*this);
        if (!wider) return wider;
        all = *std::move(wider);
    }
    return all;
}

} // namespace tessera
