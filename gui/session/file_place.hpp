// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where the selected element lies in the job's file.
#pragma once

#include "gui/session/derivation.hpp"
#include "gui/session/selection.hpp"
#include "libcore/sets/run.hpp"

#include <optional>

namespace tessera::gui {

struct FilePlace {
    Index position = 0; ///< of the element in the file
    Run bytes;          ///< its own
};

/// Of the line of the job that is looked at. Nothing where no element is selected, where the file holds another array, or where the
/// element is not copied to or from the array that it holds.
[[nodiscard]] std::optional<FilePlace> filePlaceOf(Derived const& derived, Selection const& selection);

} // namespace tessera::gui
