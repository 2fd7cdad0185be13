// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mapping as other systems see it: parts of each dimension, copies, and the rank that has each; and the mesh behind it.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::notation {

/// Nothing of HPF is left: no template, no order of processor dimensions.
struct OwnerTable {
    Mapping mapping;
    Extents parts;           ///< coordinates of each array dimension; 1 where it is whole
    Index copies = 1;        ///< ranks that hold the same
    std::vector<Rank> ranks; ///< row-major over the parts of dimension 0, 1, ..., then the copies

    /// `form` names who asks. Errors: ranks of the arrangement that hold nothing by its rules; too many ranks to list; ranks with
    /// several addends of a pending sum, which no form can say.
    [[nodiscard]] static Result<OwnerTable> make(Mapping const& mapping, std::string_view form);

    /// Are the ranks 0, 1, 2, ... in this order?
    [[nodiscard]] bool in_order() const;
    /// Are they 0 to n-1 in any order?
    [[nodiscard]] bool complete() const;
};

/// How the indices of one dimension are spread over its parts.
/// Blocks of ceil(n/p), as in HPF's block without a size?
[[nodiscard]] bool is_block(DimMapping const& dim);
/// m where the dimension is cyclic(m), of which block(m) is the case that never wraps.
[[nodiscard]] std::optional<Index> cyclic_size(DimMapping const& dim);
/// The length of each part where the parts lie one behind the other, in order.
[[nodiscard]] std::optional<std::vector<Index>> block_sizes(DimMapping const& dim);
/// "blocks of 2, 1, 1, 1 in dimension 1", "cyclic(2) in dimension 1", ...: for refusals. `d` counts from 0.
[[nodiscard]] std::string dim_words(DimMapping const& dim, int d);

/// One axis of a mesh whose ranks are counted row-major: neighbours along it are `weight` ranks apart.
struct MeshAxis {
    Index extent = 1;
    Index weight = 1;
};

/// The axes behind the list of ranks, where there are some: every rank is the sum of its coordinates times the weights of their
/// axes, and the axes together count 0 to n-1. Major ones first. Cost: the list.
[[nodiscard]] std::optional<std::vector<MeshAxis>> axes_of_list(std::vector<Rank> const& ranks);

/// A mesh and the axes that cut each dimension.
struct MeshLayout {
    Extents extents;                    ///< at least one axis
    std::vector<std::vector<int>> dims; ///< by array dimension (but that of addends): axes, major to minor
    std::vector<int> replicated;        ///< axes that no dimension follows, ascending
    std::vector<int> addends;           ///< axes that hold addends of a pending sum, in the order that counts them
    std::vector<Rank> devices;          ///< where the ranks are not the mesh's own positions
};

/// The axes of each array dimension, those of the copies last; major ones first.
using AxesOfDims = std::vector<std::vector<MeshAxis>>;
/// Nothing where the list of ranks is not of that kind.
[[nodiscard]] std::optional<AxesOfDims> axes_of_dims(OwnerTable const& table);
/// One axis for each dimension that is cut: a mesh that needs a list of devices.
[[nodiscard]] AxesOfDims one_axis_each(OwnerTable const& table);
/// The mesh with these axes, by falling weight.
[[nodiscard]] MeshLayout layout_of(AxesOfDims const& axes);
/// The mesh in whose order ranks are counted, or else one with an axis for each dimension and a list of devices.
[[nodiscard]] MeshLayout mesh_layout(OwnerTable const& table);

/// The name of a mesh axis: x, y, z of up to three axes, else a, b, c, ...
[[nodiscard]] std::string axis_letter(int axis, std::size_t axes);

/// {'x', 'y'}: the names of some of so many axes, in these quotes.
[[nodiscard]] std::string axes_text(std::vector<int> const& axes, std::size_t all, char quote);

/// " ranks(3,0:2)" where they are not 0, 1, 2, ...
[[nodiscard]] std::string ranks_suffix(std::vector<Rank> const& ranks);

} // namespace tessera::notation
