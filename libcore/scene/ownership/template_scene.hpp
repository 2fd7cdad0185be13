// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array on its template: the cells that carry elements, and their owners.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/scene/scene.hpp"

#include <optional>

namespace tessera {

/// Returns the template's own mapping, as if it were an array: its cell t has the owners of elements aligned there. Error: the
/// array is not aligned with a template.
[[nodiscard]] Result<Mapping> template_mapping(Mapping const& mapping);

/// Returns the 0-based array index at this 0-based position of a template dimension, or nothing if no element lies there. A
/// template dimension without an array index (fixed, replicated) returns 0 where elements lie. Precondition: the array is aligned
/// with a template that has this dimension.
[[nodiscard]] std::optional<Index> index_on_template(MappingSpec const& spec, int template_dim, Index position);

/// Returns the 0-based position of the template for a cell of its picture. `row` is ignored for a template of one dimension.
/// Further dimensions are at their first position that carries an element.
[[nodiscard]] Extents template_place(Mapping const& mapping, Index row, Index column);
/// Returns whether an element of the array lies there.
[[nodiscard]] bool carries_element(Mapping const& mapping, Extents const& place);

/// Draws the first two dimensions of the template as a lattice, at most 72 positions of each, with the first element among them.
/// Every cell is pale in its owner's colour; cells with an element are strong. Below are the positions and the array indices that
/// each processor holds. `element`: 0-based, gets a frame. Rectangles of cells carry CellsTag, with positions. Error:
/// there is no template.
[[nodiscard]] Result<Scene> template_scene(Mapping const& mapping, std::optional<Extents> const& element = std::nullopt);

} // namespace tessera
