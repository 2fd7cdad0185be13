// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random shifts, and where each element goes.
#pragma once

#include "libcore/comm/shift/grid_shift.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/random_mask.hpp"
#include "tests/property/set_oracle.hpp"

#include <functional>
#include <optional>
#include <span>
#include <utility>

namespace tessera::oracle {

struct ShiftCase {
    GridShift shift;
    std::function<bool(std::span<Index const>)> goes; ///< is the element with this index, from 0, active?

    /// Where an element goes, be it active or not; nothing where it leaves.
    [[nodiscard]] std::optional<Extents> target(std::span<Index const> index) const { return moved(index, 1); }
    /// Which element comes to an index; nothing where none can.
    [[nodiscard]] std::optional<Extents> origin(std::span<Index const> index) const { return moved(index, -1); }

  private:
    [[nodiscard]] std::optional<Extents> moved(std::span<Index const> index, Index way) const {
        Extents place;
        for (std::size_t d = 0; d < index.size(); ++d) {
            Index const extent = shift.mapping().array().extents[d];
            Index at = index[d] + way * shift.distance()[d];
            if (shift.edge() == ShiftEdge::Torus) at = ((at % extent) + extent) % extent;
            if (at < 0 || at >= extent) return std::nullopt;
            place.push_back(at);
        }
        return place;
    }
};

/// A shift of any array with these extents, every other one with a context.
inline ShiftCase random_shift_of(MappingSpec const& spec, ShiftEdge edge) {
    Extents distance;
    for (Index d = spec.array.dims(); d > 0; --d) distance.push_back(between(-12, 12));
    Mapping const mapping = Mapping::make(spec).value();
    if (one_in(2)) return {GridShift::make(mapping, distance, edge).value(), [](std::span<Index const>) { return true; }};
    Spoken const condition = random_condition(spec.array.dims(), static_cast<int>(between(0, 2)));
    auto const mask = Mask::parse(condition.text, spec.array).value();
    return {GridShift::make(mapping, distance, edge, mask).value(),
            [condition, lower = spec.array.lower](std::span<Index const> index) {
                Extents at(index.begin(), index.end());
                for (std::size_t d = 0; d < at.size(); ++d) at[d] += lower[d];
                return condition.at(at) != 0;
            }};
}

inline ShiftCase random_shift() {
    Extents extents;
    for (Index d = between(1, 3); d > 0; --d) extents.push_back(between(0, 8));
    MappingSpec spec = random_mapping_spec(extents, static_cast<Rank>(between(1, 12)));
    spec.array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    return random_shift_of(spec, one_in(2) ? ShiftEdge::Torus : ShiftEdge::Keep);
}

} // namespace tessera::oracle
