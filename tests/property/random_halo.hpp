// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random halos, and what they hold by a walk over every element and every offset.
#pragma once

#include "libcore/comm/halo/halo_plan.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/random_mask.hpp"
#include "tests/property/set_oracle.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tessera::oracle {

/// A plan with the offsets that its stencil was made of, one by one.
struct HaloCase {
    std::vector<Extents> offsets;
    std::vector<bool> periodic;
    HaloPlan plan;
    std::function<bool(std::span<Index const>)> active = [](std::span<Index const>) { return true; }; // by index, from 0

    [[nodiscard]] Mapping const& mapping() const { return plan.mapping(); }
};

inline std::vector<Extents> random_offsets(Extents const& extents) {
    std::vector<Extents> offsets;
    for (Index n = between(1, 6); n > 0; --n) {
        Extents offset;
        for (Index const extent : extents) offset.push_back(between(-std::min<Index>(extent, 3), std::min<Index>(extent, 3)));
        offsets.push_back(std::move(offset));
    }
    return offsets;
}

/// All offsets of a star or a box, from the definition of its shape.
inline std::vector<Extents> shape_offsets(int dims, Index width, bool corners) {
    std::vector<Extents> offsets;
    Extents at(as_size(dims), -width);
    for (;;) {
        auto const moved = std::ranges::count_if(at, [](Index o) { return o != 0; });
        if (moved > 0 && (corners || moved == 1)) offsets.push_back(at);
        std::size_t d = 0;
        while (d < at.size() && ++at[d] > width) at[d++] = -width;
        if (d == at.size()) return offsets;
    }
}

/// The same halo, of the elements of a random context only.
inline HaloCase with_context(HaloCase c) {
    ArraySpec const array = c.mapping().array();
    Spoken const condition = random_condition(array.dims(), static_cast<int>(between(0, 2)));
    auto const mask = Mask::parse(condition.text, array).value();
    c.plan = HaloPlan::make(c.mapping(), c.plan.stencil(), c.periodic, mask).value();
    c.active = [=](std::span<Index const> index) {
        Extents at(index.begin(), index.end());
        for (std::size_t d = 0; d < at.size(); ++d) at[d] += array.lower[d];
        return condition.at(at) != 0;
    };
    return c;
}

/// A halo of any array with these extents, every other one with a context.
inline HaloCase random_halo(MappingSpec const& spec) {
    Extents const& extents = spec.array.extents;
    int const dims = spec.array.dims();
    std::vector<bool> periodic;
    for (std::size_t d = 0; d < extents.size(); ++d) periodic.push_back(one_in(3));
    bool const shaped = one_in(2);
    bool const corners = one_in(2);
    Index const width = between(1, std::min<Index>(std::ranges::min(extents), 2));
    std::vector<ShadowWidth> const widths(as_size(dims), ShadowWidth{width, width});
    auto offsets = shaped ? shape_offsets(dims, width, corners) : random_offsets(extents);
    auto stencil = !shaped ? Stencil::of_offsets(offsets, dims).value() : corners ? Stencil::box(widths) : Stencil::star(widths);
    auto plan = HaloPlan::make(Mapping::make(spec).value(), std::move(stencil), periodic).value();
    HaloCase made{std::move(offsets), std::move(periodic), std::move(plan)};
    return one_in(2) ? with_context(std::move(made)) : made;
}

inline Extents random_halo_extents() {
    Extents extents;
    for (Index d = between(1, 3); d > 0; --d) extents.push_back(between(1, 9));
    return extents;
}

inline Extents moved_by(std::span<Index const> index, Extents const& offset) {
    Extents place(index.begin(), index.end());
    for (std::size_t d = 0; d < place.size(); ++d) place[d] += offset[d];
    return place;
}

/// The element that a place holds; nothing beyond an edge that is not periodic.
inline std::optional<Extents> element_at(HaloCase const& c, Extents place) {
    for (std::size_t d = 0; d < place.size(); ++d) {
        Index const extent = c.mapping().array().extents[d];
        if (place[d] >= 0 && place[d] < extent) continue;
        if (!c.periodic[d]) return std::nullopt;
        place[d] = (place[d] + extent) % extent;
    }
    return place;
}

/// Every place of the halo of a position, with its element: those that active elements read.
inline std::map<Extents, Extents> walked_halo(HaloCase const& c, Index position) {
    std::map<Extents, Extents> halo;
    BoxSet const owned = c.mapping().owned(position);
    owned.for_each([&](std::span<Index const> index) {
        if (!c.active(index)) return;
        for (Extents const& offset : c.offsets) {
            Extents const place = moved_by(index, offset);
            auto const element = element_at(c, place);
            if (element && !owned.contains(place)) halo[place] = *element;
        }
    });
    return halo;
}

} // namespace tessera::oracle
