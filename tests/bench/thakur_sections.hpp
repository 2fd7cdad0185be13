// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the sections of Thakur's tables 6.1 to 6.6, and the times he measured on 16 processors of the Touchstone Delta.
#pragma once

#include "libcore/io/io_request.hpp"
#include "libcore/sets/box_set.hpp"

#include <string>
#include <vector>

namespace tessera::bench {

/// One dimension of a processor's section: (first + shift p : last + shift p : step), from 1, both bounds included.
struct Subscript {
    Index first = 1;
    Index last = 1;
    Index shift = 0;
    Index step = 1; ///< 0: the number of processors
};

struct SectionRow {
    std::string name;    ///< "I"
    std::string section; ///< as printed
    Subscript rows;
    Subscript columns;
    double direct = 0; ///< seconds, 16 processors
    double fixed = 0;  ///< two-phase, static domains
    double dynamic = 0;
};

struct SectionTable {
    std::string name; ///< "6.1"
    std::string title;
    IoDirection direction = IoDirection::Read;
    std::vector<SectionRow> rows;
};

/// Of the array that all of them use: single precision, column-major.
inline constexpr Index extent = 4096;

[[nodiscard]] std::vector<SectionTable> section_tables();

/// What processor p of `processors` wants, 0-based.
[[nodiscard]] BoxSet section_of(SectionRow const& row, Index p, Index processors);

} // namespace tessera::bench
