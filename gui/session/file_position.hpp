// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the position of the selected element in the job's file.
#pragma once

#include "gui/session/derivation.hpp"
#include "gui/session/selection.hpp"
#include "libcore/sets/run.hpp"

#include <optional>

namespace tessera::gui {

struct FilePosition {
    Index position = 0; ///< position of the element in the file
    Run bytes;          ///< bytes of the element
};

/// Returns the position for the current line of the job. Returns nothing if no element is selected, if the file holds another
/// array, or if the element is not copied to or from the file's array.
[[nodiscard]] std::optional<FilePosition> filePositionOf(Derived const& derived, Selection const& selection);

} // namespace tessera::gui
