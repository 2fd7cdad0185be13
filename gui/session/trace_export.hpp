// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the schedule as a file for trace viewers.
#pragma once

#include "gui/session/session.hpp"

namespace tessera::gui {

/// By the ending of the name: .json is Chrome's format (Perfetto reads it), .paje or .trace Paje's (ViTE reads it); the same bytes
/// as distplan schedule --export-trace and --export-paje write. Errors: another ending, no schedule, too many messages, the file
/// cannot be written.
[[nodiscard]] Result<void> exportTrace(Session const& session, QString const& path);

} // namespace tessera::gui
