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
    std::function<bool(std::span<Index const>)> wanted = [](std::span<Index const>) { return true; }; ///< is a place?

    /// Does it go, and is it wanted where it would go?
    [[nodiscard]] bool travels(std::span<Index const> index) const {
        if (!shift.wanted()) return goes(index);
        auto const place = target(index);
        return goes(index) && place && wanted(*place);
    }

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

/// A mask and what it means for an index from 0.
struct ShiftMask {
    std::optional<Mask> mask;
    std::function<bool(std::span<Index const>)> holds = [](std::span<Index const>) { return true; };
};

inline ShiftMask random_shift_mask(ArraySpec const& array) {
    Spoken const condition = random_condition(array.dims(), static_cast<int>(between(0, 2)));
    return {Mask::parse(condition.text, array).value(), [condition, lower = array.lower](std::span<Index const> index) {
                Extents at(index.begin(), index.end());
                for (std::size_t d = 0; d < at.size(); ++d) at[d] += lower[d];
                return condition.at(at) != 0;
            }};
}

/// A shift of any array with these extents, every other one with a context of the sender, every third with one of the reader.
inline ShiftCase random_shift_of(MappingSpec const& spec, ShiftEdge edge) {
    Extents distance;
    for (Index d = spec.array.dims(); d > 0; --d) distance.push_back(between(-12, 12));
    ShiftMask const where = one_in(2) ? ShiftMask{} : random_shift_mask(spec.array);
    ShiftMask const wanted = one_in(3) ? random_shift_mask(spec.array) : ShiftMask{};
    return {GridShift::make(Mapping::make(spec).value(), distance, edge, where.mask, wanted.mask).value(), where.holds,
            wanted.holds};
}

inline ShiftCase random_shift() {
    Extents extents;
    for (Index d = between(1, 3); d > 0; --d) extents.push_back(between(0, 8));
    MappingSpec spec = random_mapping_spec(extents, static_cast<Rank>(between(1, 12)));
    spec.array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    return random_shift_of(spec, one_in(2) ? ShiftEdge::Torus : ShiftEdge::Keep);
}

} // namespace tessera::oracle
