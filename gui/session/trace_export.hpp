// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the schedule as a file for trace viewers.
#pragma once

#include "gui/session/session.hpp"

namespace tessera::gui {

/// Writes the schedule in the format of the extension: .json is Chrome's format (for Perfetto), .paje or .trace is Paje's (for
/// ViTE). The bytes are those of distplan schedule --export-trace and --export-paje. Errors: another extension, no schedule, too
/// many messages, the file cannot be written.
[[nodiscard]] Result<void> exportTrace(Session const& session, QString const& path);

} // namespace tessera::gui
