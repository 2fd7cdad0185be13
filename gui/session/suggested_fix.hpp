// SPDX-License-Identifier: BSD-3-Clause
// Tessera: corrections that an error of a job's text suggests, for a single click.
#pragma once

#include "gui/session/session.hpp"

#include <QStringList>

namespace tessera::gui {

/// Returns replacements for the underlined words (Error::fixes): "block(8)" and "cyclic(2)" if blocks are too small, "block" for
/// "blok". Empty if the error has no suggestion or no place.
[[nodiscard]] QStringList suggestedFixes(Error const& error);

/// Replaces the words at the session's error; undo reverts it. Does nothing if the text has no error there.
void applyFix(Session& session, QString const& words);

} // namespace tessera::gui
