// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the user wrote about one array's mapping: declarative, printable as HPF, comparable.
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

/// Where one template dimension gets its index from when an array element is aligned to it.
struct AlignAxis {
    enum class Kind {
        Affine,    ///< template position = stride * (index of array_dim) + offset, both in the user's bounds
        Fixed,     ///< the one position `offset`
        Replicated ///< every position: T(i, *)
    };
    Kind kind = Kind::Affine;
    int array_dim = 0;
    Index stride = 1;
    Index offset = 0;
    friend bool operator==(AlignAxis const&, AlignAxis const&) = default;
};

/// The mapping of one array. Without a template the array is distributed directly: `align` is empty and `formats` has one
/// entry per array dimension. With one, `align` and `formats` have one entry per template dimension; array dimensions that no
/// Affine axis names are collapsed. The formats that are not `*` take the dimensions of the (section of the) processor
/// arrangement in order.
struct MappingSpec {
    ArraySpec array;
    std::optional<Template> target; ///< the template, if any
    std::vector<AlignAxis> align;
    std::vector<DistFormat> formats;
    Processors processors;
    std::vector<OntoSubscript> onto; ///< empty: the whole arrangement
    /// Elements from one line of the fastest dimension to the next, on every rank (ScaLAPACK's LLD). Nothing: as many as the rank
    /// stores. Only without a template.
    std::optional<Index> leading = std::nullopt;
    friend bool operator==(MappingSpec const&, MappingSpec const&) = default;
};

} // namespace tessera
