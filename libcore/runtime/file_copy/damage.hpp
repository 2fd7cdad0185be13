// SPDX-License-Identifier: BSD-3-Clause
// Tessera: boxes of an array whose elements are not what they should be.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/runtime/store/file_stretch.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// A box of the target, why it is not right, and the bytes that are to blame, as far as they are known: of the source where it
/// cannot be read, else of the target.
struct Damage {
    std::vector<Run> box;
    std::string what;
    std::vector<FileStretch> bytes = {};
    // In a DamageList:
    std::string array = {};               ///< its name in the source's file
    StorageOrder order = StorageOrder::C; ///< Fortran: people count its indices from 1
};

/// The least box that holds all these; at least one.
[[nodiscard]] std::vector<Run> box_around(std::vector<std::vector<Run>> const& boxes);

/// Adds what was found next. A box that goes on where the last one ends, along one dimension, is told with it, with the reason that
/// was given first.
void add_damage(std::vector<Damage>& damage, Damage next);

/// What stands in front of each box in damage_text().
inline constexpr std::string_view damage_lead = "\n  ";
/// How many boxes of one rank are told where somebody will look for the cause, and where the list is all that is left of them.
inline constexpr std::size_t most_told = 8;
inline constexpr std::size_t most_salvaged = 10000;

} // namespace tessera
