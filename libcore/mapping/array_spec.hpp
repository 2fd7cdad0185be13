// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array as it is declared: name, element type, bounds, storage order, shadow.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/reduce_op.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// An element type by its numpy name ("float64", "int32", "complex128", "V24" for bytes(24)) and its size.
struct ElementType {
    std::string name = "float32";
    Index bytes = 4;
    friend bool operator==(ElementType const&, ElementType const&) = default;
};

/// The order of dimensions in memory: the first varies fastest (Fortran, column-major), or the last (C, row-major).
enum class StorageOrder { Fortran, C };

/// Extra planes below and above the owned indices of a dimension. They hold copies of the neighbours' elements.
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
    std::vector<ShadowWidth> shadow;                ///< one per dimension, or empty for none
    std::optional<ReduceOp> addends = std::nullopt; ///< set: the last dimension numbers the addends of a pending reduction
                                                    ///< (sum, maximum, ...) that no rank has combined yet; unset: an ordinary array

    [[nodiscard]] int dims() const { return static_cast<int>(extents.size()); }
    friend bool operator==(ArraySpec const&, ArraySpec const&) = default;
};

/// Suffix of the array that holds the addends of a pending reduction: its name is the result's name plus this suffix.
inline constexpr std::string_view addends_suffix = "_addends";

/// Returns the name that the user gave. For an array of addends, this is the name without addends_suffix.
[[nodiscard]] inline std::string_view shown_name(ArraySpec const& array) {
    std::string_view name = array.name;
    if (array.addends && name.ends_with(addends_suffix)) name.remove_suffix(addends_suffix.size());
    return name;
}

} // namespace tessera
