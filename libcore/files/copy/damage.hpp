// SPDX-License-Identifier: BSD-3-Clause
// Tessera: boxes of an array whose elements are wrong or cannot be read.
#pragma once

#include "libcore/files/store/file_extent.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// A box of the target, the reason why it is wrong, and the stored bytes that cause it, as far as known. These are bytes of the
/// source if it cannot be read, else of the target.
struct Damage {
    std::vector<Run> box;
    std::string what;
    std::vector<FileExtent> bytes = {};
    // Set in a DamageList:
    std::string array = {};               ///< name of the array in the source file
    StorageOrder order = StorageOrder::C; ///< Fortran: texts count its indices from 1
};

/// Returns the smallest box that contains all these boxes. Precondition: there is at least one.
[[nodiscard]] std::vector<Run> box_around(std::vector<std::vector<Run>> const& boxes);

/// Adds the next damage. If its box continues the last one along one dimension, the two are merged and keep the first reason.
void add_damage(std::vector<Damage>& damage, Damage next);

/// Separator before each box in damage_text().
inline constexpr std::string_view damage_lead = "\n  ";
/// Maximum number of boxes listed per rank: for errors that somebody will investigate, and with `salvage`, where the list is the
/// only record of the lost boxes.
inline constexpr std::size_t most_told = 8;
inline constexpr std::size_t most_salvaged = 10000;

} // namespace tessera
