// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mapping as other systems describe it: parts of each dimension, copies, the rank of each, and the mesh.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::notation {

/// A mapping without HPF's concepts: no template, no order of processor dimensions.
struct OwnerTable {
    Mapping mapping;
    Extents parts;           ///< number of coordinates of each array dimension; 1 if the dimension is whole
    Index copies = 1;        ///< number of ranks that hold the same elements
    std::vector<Rank> ranks; ///< row-major over the parts of dimension 0, 1, ..., then the copies

    /// `form` names the requested form in errors. Errors: ranks of the arrangement that hold nothing by its rules; too many ranks
    /// to list; ranks with several addends of a pending sum, which no form can express.
    [[nodiscard]] static Result<OwnerTable> make(Mapping const& mapping, std::string_view form);

    /// Returns whether the ranks are 0, 1, 2, ... in this order.
    [[nodiscard]] bool in_order() const;
    /// Returns whether the ranks are 0 to n-1 in any order.
    [[nodiscard]] bool complete() const;
};

// The division of the indices of one dimension into parts.
/// Returns whether the parts are blocks of ceil(n/p), as in HPF's block without a size.
[[nodiscard]] bool is_block(DimMapping const& dim);
/// Returns m if the dimension is cyclic(m). This includes block(m), a cyclic(m) that never wraps.
[[nodiscard]] std::optional<Index> cyclic_size(DimMapping const& dim);
/// Returns the length of each part, if the parts are consecutive and in order.
[[nodiscard]] std::optional<std::vector<Index>> block_sizes(DimMapping const& dim);
/// Returns words for error messages: "blocks of 2, 1, 1, 1 in dimension 1", "cyclic(2) in dimension 1", ... `d` counts from 0.
[[nodiscard]] std::string dim_words(DimMapping const& dim, int d);

/// One axis of a mesh with row-major ranks. Neighbours along the axis are `weight` ranks apart.
struct MeshAxis {
    Index extent = 1;
    Index weight = 1;
};

/// Returns the axes of the mesh behind a list of ranks, if there is one: every rank is the sum of its coordinates times the weights
/// of their axes, and the axes together count 0 to n-1. Major axes come first. Cost: the list.
[[nodiscard]] std::optional<std::vector<MeshAxis>> axes_of_list(std::vector<Rank> const& ranks);

/// A mesh and the axes that cut each dimension.
struct MeshLayout {
    Extents extents;                    ///< at least one axis
    std::vector<std::vector<int>> dims; ///< axes of each array dimension (without that of addends), major to minor
    std::vector<int> replicated;        ///< axes that cut no dimension, ascending
    std::vector<int> addends;           ///< axes that hold addends of a pending sum, in counting order
    std::vector<Rank> devices;          ///< empty if each rank equals its position in the mesh
};

/// The axes of each array dimension, then those of the copies; major ones first.
using AxesOfDims = std::vector<std::vector<MeshAxis>>;
/// Returns nothing if the list of ranks has no mesh axes.
[[nodiscard]] std::optional<AxesOfDims> axes_of_dims(OwnerTable const& table);
/// Returns one axis for each dimension that is cut. The mesh then needs a list of devices.
[[nodiscard]] AxesOfDims one_axis_each(OwnerTable const& table);
/// Returns the mesh with these axes, ordered by descending weight.
[[nodiscard]] MeshLayout layout_of(AxesOfDims const& axes);
/// Returns the mesh in whose order the ranks are counted. If there is none, returns a mesh with an axis for each dimension and a
/// list of devices.
[[nodiscard]] MeshLayout mesh_layout(OwnerTable const& table);

/// Returns the name of a mesh axis: x, y, z for up to three axes, else a, b, c, ...
[[nodiscard]] std::string axis_letter(int axis, std::size_t axes);

/// Returns the names of `axes`, such as {'x', 'y'}, with this quote. `all`: number of axes of the mesh.
[[nodiscard]] std::string axes_text(std::vector<int> const& axes, std::size_t all, char quote);

/// Returns a suffix such as " ranks(3,0:2)", or an empty text if `ranks` is empty (the default order 0, 1, 2, ...).
[[nodiscard]] std::string ranks_suffix(std::vector<Rank> const& ranks);

} // namespace tessera::notation
