// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array on its template: which cells of the lattice carry elements, and who owns them.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/scene/scene.hpp"

#include <optional>

namespace tessera {

/// The template's own mapping, as if it were an array: its cell t has the owners of whatever is aligned there.
/// Error: the array is not aligned with a template.
[[nodiscard]] Result<Mapping> template_mapping(Mapping const& mapping);

/// Does an element of the array lie on this position (0-based) of a dimension of its template? Which index it has there (0-based);
/// nothing where none does. A dimension that takes no index of the array (fixed, replicated) answers 0 where elements lie.
/// Precondition: the array is aligned with a template that has this dimension.
[[nodiscard]] std::optional<Index> index_on_template(MappingSpec const& spec, int template_dim, Index position);

/// The position of the template that a cell of its picture stands for, 0-based. `row` counts for nothing in a template of one
/// dimension; further dimensions stand at their first position that carries an element.
[[nodiscard]] Extents template_place(Mapping const& mapping, Index row, Index column);
/// Does an element of the array lie there?
[[nodiscard]] bool carries_element(Mapping const& mapping, Extents const& place);

/// The first two dimensions of the template as a lattice, at most 72 positions of each, with the first element among them: every
/// cell pale in its owner's colour, those with an element strong. Below it what each block gives its owner: 17 positions, 8
/// elements. `element`: framed, 0-based. Rectangles of cells carry SceneTag::Kind::Cells, with positions. Error: there is no
/// template.
[[nodiscard]] Result<Scene> template_scene(Mapping const& mapping, std::optional<Extents> const& element = std::nullopt);

} // namespace tessera
