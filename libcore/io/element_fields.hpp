// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the parts of an element are that is a structure.
#pragma once

#include "libcore/mapping/array_spec.hpp"

#include <string>
#include <vector>

namespace tessera {

struct ElementField;

/// In the order of their places, which do not overlap; bytes between them and behind them are padding. Empty: the element is no
/// structure, or nobody knows of what.
using ElementFields = std::vector<ElementField>;

/// A named part of an element: of numpy's structured types, of a compound of HDF5.
struct ElementField {
    std::string name; ///< in UTF-8
    ElementType type; ///< by numpy's name; V<bytes> where it is a structure itself
    Index offset = 0; ///< bytes in front of it in its structure
    bool big_endian = false;
    Extents shape;        ///< where it is an array itself, in C's order; empty: one value
    ElementFields fields; ///< where it is a structure itself

    [[nodiscard]] Index bytes() const;
    friend bool operator==(ElementField const&, ElementField const&);
};

/// Does any number in them have the highest byte first?
[[nodiscard]] bool any_big_endian(ElementFields const& fields);

/// "a float32, b int64[2][3], n {x int16, y int16}".
[[nodiscard]] std::string describe(ElementFields const& fields);

} // namespace tessera
