// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures for screen readers: a role, and a sentence that says what is shown.
#pragma once

namespace tessera::gui {

/// Makes the pictures (ZoomCanvas) known to screen readers. Further calls do nothing.
void describeCanvases();

} // namespace tessera::gui
