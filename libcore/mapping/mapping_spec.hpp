// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the user's specification of one array's mapping: declarative, printable as HPF, comparable.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/mapping/dist_format.hpp"
#include "libcore/mapping/processors.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// TEMPLATE T(lower:upper, ...).
struct Template {
    std::string name;
    Extents lower;
    Extents extents;
    friend bool operator==(Template const&, Template const&) = default;
};

/// The alignment of one template dimension: it maps an array element to a position in this dimension.
struct AlignAxis {
    enum class Kind {
        Affine,    ///< template position = stride * (index of array_dim) + offset, both in the user's bounds
        Fixed,     ///< always the position `offset`
        Replicated ///< every position: T(i, *)
    };
    Kind kind = Kind::Affine;
    int array_dim = 0;
    Index stride = 1;
    Index offset = 0;
    friend bool operator==(AlignAxis const&, AlignAxis const&) = default;
};

/// The mapping of one array. Without a template the array is distributed directly: `align` is empty and `formats` has one entry
/// per array dimension. With a template, `align` and `formats` have one entry per template dimension, and array dimensions that no
/// Affine axis names are collapsed. The formats other than `*` take the dimensions of the processor arrangement (or of its section)
/// in order.
struct MappingSpec {
    ArraySpec array;
    std::optional<Template> target; ///< the template, if any
    std::vector<AlignAxis> align;
    std::vector<DistFormat> formats;
    Processors processors;
    std::vector<OntoSubscript> onto; ///< empty: the whole arrangement
    /// Elements between the starts of two lines of the fastest dimension, on every rank (ScaLAPACK's LLD). Unset: the number that
    /// the rank stores. Allowed only without a template.
    std::optional<Index> leading = std::nullopt;
    friend bool operator==(MappingSpec const&, MappingSpec const&) = default;
};

} // namespace tessera
