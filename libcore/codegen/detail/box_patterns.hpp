// SPDX-License-Identifier: BSD-3-Clause
// Tessera: patterns of the generated programs that move boxes of elements: redist, pitfalls, halo.
#pragma once

#include <string_view>

namespace tessera::detail {

/// The pattern of one part of a program, in C++ and in Fortran. In Fortran the text before `contains` is separate.
struct PartPattern {
    std::string_view cpp;
    std::string_view fortran_declarations;
    std::string_view fortran_procedures;
};

/// The type of the elements, and their test values. Must come before all other patterns.
extern PartPattern const element_pattern;
/// Families of blocks, and the holders of the parts of the array.
extern PartPattern const families_pattern;
/// Boxes of families, and the loop over a box.
extern PartPattern const boxes_pattern;
/// Families computed when the program is written: lists of them by numbers.
extern PartPattern const tables_pattern;
/// Families computed by the program itself, by intersection of PITFALLS.
extern PartPattern const pitfalls_pattern;
/// Messages of boxes: packing, sending, receiving, unpacking.
extern PartPattern const exchange_pattern;
/// Redistribution of an array from one mapping to another.
extern PartPattern const redistribution_pattern;
/// Halo exchange: the memory (before exchange_pattern), and the rest.
extern PartPattern const halo_memory_pattern;
extern PartPattern const halo_pattern;

} // namespace tessera::detail
