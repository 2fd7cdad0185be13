// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which words of a job's text say where an array lies on its template, and what a drag there makes of them.
#pragma once

#include "libcore/edit/directive_edit.hpp"

namespace tessera {

/// What an alignment becomes along one dimension of the template when the element with this index (0-based) is dragged to a
/// position (in the user's bounds): the first element takes the array with it; any other stretches it, and the first one stays. The
/// stride is never 0. Precondition: the axis is affine.
[[nodiscard]] AlignAxis dragged_axis(AlignAxis const& axis, ArraySpec const& array, Index element, Index to);

/// The words that are the subscript of that dimension of the template. Found as format_field() finds its own. Error: nothing in the
/// text says it as a subscript of plain numbers.
[[nodiscard]] Result<FormField> subscript_field(JobText const& text, StatePlace const& place, int template_dim);

/// Every affine axis that differs from the mapping's is written into its subscript. Errors: as above; the parser's.
[[nodiscard]] Result<std::vector<TextEdit>> alignment_edit(JobText const& text, StatePlace const& place,
                                                           std::vector<AlignAxis> const& axes);

} // namespace tessera
