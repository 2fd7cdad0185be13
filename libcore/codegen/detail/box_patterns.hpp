// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the patterns of programs that move boxes of elements: redist, pitfalls, halo.
#pragma once

#include <string_view>

namespace tessera::detail {

/// The pattern of one part of a program, in C++ and in Fortran. Fortran's has what is declared before `contains` apart.
struct PartPattern {
    std::string_view cpp;
    std::string_view fortran_declarations;
    std::string_view fortran_procedures;
};

/// The type of the elements, and the values that tell them apart; before all others.
extern PartPattern const element_pattern;
/// Families of blocks, and who holds which part of the array.
extern PartPattern const families_pattern;
/// Boxes of families, and the walk through a box.
extern PartPattern const boxes_pattern;
/// Families that were found when the program was written: lists of them by numbers.
extern PartPattern const tables_pattern;
/// Families that the program finds itself, by intersection of PITFALLS.
extern PartPattern const pitfalls_pattern;
/// Messages of boxes, packed, sent, received and unpacked.
extern PartPattern const exchange_pattern;
/// An array that goes from one mapping to another.
extern PartPattern const redistribution_pattern;
/// An array whose parts get copies of their neighbours' elements: its memory (before exchange_pattern), and the rest.
extern PartPattern const halo_memory_pattern;
extern PartPattern const halo_pattern;

} // namespace tessera::detail
