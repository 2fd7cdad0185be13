// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array as it is declared: name, element type, bounds, storage order, shadow.
#pragma once

#include "libcore/base/index.hpp"

#include <string>
#include <vector>

namespace tessera {

/// An element type by its numpy name ("float64", "int32", "complex128", "V24" for bytes(24)) and its size.
struct ElementType {
    std::string name = "float32";
    Index bytes = 4;
    friend bool operator==(ElementType const&, ElementType const&) = default;
};

/// Which dimension varies fastest in memory: the first (Fortran, column-major) or the last (C, row-major).
enum class StorageOrder { Fortran, C };

/// Extra planes kept below and above the owned indices of a dimension, holding copies of the neighbours' elements.
struct ShadowWidth {
    Index low = 0;
    Index high = 0;
    friend bool operator==(ShadowWidth const&, ShadowWidth const&) = default;
};

struct ArraySpec {
    std::string name = "A";
    ElementType type;
    Extents lower;   ///< lower bound per dimension, as the user counts (Fortran 1, C 0 by default)
    Extents extents; ///< number of indices per dimension, >= 0
    StorageOrder order = StorageOrder::Fortran;
    std::vector<ShadowWidth> shadow; ///< one per dimension, or empty for none
    bool addends = false;            ///< the last dimension counts the addends of a pending sum: nobody owns a value of it yet

    [[nodiscard]] int dims() const { return static_cast<int>(extents.size()); }
    friend bool operator==(ArraySpec const&, ArraySpec const&) = default;
};

} // namespace tessera
