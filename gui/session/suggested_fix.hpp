// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what an error of a job's text suggests, so that one click does it.
#pragma once

#include "gui/session/session.hpp"

#include <QStringList>

namespace tessera::gui {

/// What the error offers instead of the words that are underlined (Error::fixes): "block(8)" and "cyclic(2)" where blocks are too
/// small, "block" for "blok". Empty where it offers nothing, or has no place.
[[nodiscard]] QStringList suggestedFixes(Error const& error);

/// Puts the words where the session's error is; undo takes it back. Nothing where the text has no error there.
void applyFix(Session& session, QString const& words);

} // namespace tessera::gui
