// SPDX-License-Identifier: BSD-3-Clause
// Tessera: edits of the alignment of an array in a job's text, for drags in the window.
#pragma once

#include "libcore/edit/directive_edit.hpp"

namespace tessera {

/// Returns the alignment along one template dimension after a drag of the element with this index (0-based) to a position (in the
/// user's bounds). The first element moves the whole array. Any other element stretches it, and the first one stays. The stride is
/// never 0. Precondition: the axis is affine.
[[nodiscard]] AlignAxis dragged_axis(AlignAxis const& axis, ArraySpec const& array, Index element, Index to);

/// Returns the words of the subscript for that template dimension. Finds them like format_field(). Error: no subscript in the text
/// expresses it with plain numbers.
[[nodiscard]] Result<FormField> subscript_field(JobText const& text, StateReference const& place, int template_dim);

/// Returns edits that write every affine axis that differs from the mapping's. Errors: as above; the parser's.
[[nodiscard]] Result<std::vector<TextEdit>> alignment_edit(JobText const& text, StateReference const& place,
                                                           std::vector<AlignAxis> const& axes);

} // namespace tessera
