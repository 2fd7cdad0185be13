// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the fields of an element that is a structure.
#pragma once

#include "libcore/mapping/array_spec.hpp"

#include <string>
#include <vector>

namespace tessera {

struct ElementField;

/// Fields in the order of their offsets. They do not overlap; bytes between and after them are padding. Empty: the element is not a
/// structure, or its fields are unknown.
using ElementFields = std::vector<ElementField>;

/// A named field of an element: in numpy's structured types, or in a compound type of HDF5.
struct ElementField {
    std::string name; ///< in UTF-8
    ElementType type; ///< type with numpy's name; V<bytes> if the field is a structure
    Index offset = 0; ///< offset in bytes in its structure
    bool big_endian = false;
    Extents shape;        ///< shape in C order, if the field is an array; empty: one value
    ElementFields fields; ///< fields, if the field is a structure

    [[nodiscard]] Index bytes() const;
    friend bool operator==(ElementField const&, ElementField const&);
};

/// Returns whether any number in the fields has the highest byte first.
[[nodiscard]] bool any_big_endian(ElementFields const& fields);

/// Returns "a float32, b int64[2][3], n {x int16, y int16}".
[[nodiscard]] std::string describe(ElementFields const& fields);

} // namespace tessera
