// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the pictures of a session, equal to those of distplan draw.
#pragma once

#include "gui/panels/panel_kind.hpp"
#include "libcore/base/result.hpp"
#include "libcore/scene/network/network_marks.hpp"
#include "libcore/scene/scene.hpp"

#include <QSize>

namespace tessera::gui {

/// Returns the picture of a view. Error: the session has no job, or no schedule, to draw.
[[nodiscard]] Result<Scene> viewScene(View view, Session const& session);

/// Returns the schedule to draw. Error: there is none, or it sends nothing.
[[nodiscard]] Result<SchedulePointer> drawnSchedule(Session const& session);

/// Returns the matrix of messages, or a part of it.
[[nodiscard]] Scene messagesScene(Derived const& derived, std::optional<Selection::Part> const& part);

/// Returns the selected link and message.
[[nodiscard]] NetworkHighlight highlightOf(Session const& session);

/// Returns whether the file name has the extension of a supported picture format: .png, .svg or .pdf.
[[nodiscard]] bool isPicture(QString const& path);

/// Writes a picture in the format of the extension: .png, .svg or .pdf. `size`: for bitmaps; empty: the scene's own size. The same
/// session gives the same bytes, except for the date in a PDF. Errors: another extension, nothing to draw, the file cannot be
/// written.
[[nodiscard]] Result<void> exportView(View view, Session const& session, QString const& path, QSize size = {});

} // namespace tessera::gui
