// SPDX-License-Identifier: BSD-3-Clause
// Tessera: boxes of an array whose elements are not what they should be.
#pragma once

#include "libcore/io/stored_shape.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// A box, and why.
struct Damage {
    std::vector<Run> box;
    std::string what;
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

/// "A[0:512][0:100]: why" for each, "A(1:512,1:100)" where the first dimension is the fastest, each behind damage_lead; no more
/// than `most`, and how many there are besides. `array`: its name.
[[nodiscard]] std::string damage_text(std::vector<Damage> const& damage, std::string const& array, StoredShape const& shape,
                                      std::size_t most);

} // namespace tessera
