// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the pictures of a session, as distplan draw makes them.
#pragma once

#include "gui/session/command_text.hpp"
#include "gui/session/session.hpp"
#include "libcore/base/result.hpp"
#include "libcore/scene/scene.hpp"

#include <QSize>

namespace tessera::gui {

/// Error: the session has no job, or no schedule, to draw.
[[nodiscard]] Result<Scene> viewScene(View view, Session const& session);

/// The matrix of messages, or a part of it.
[[nodiscard]] Scene messagesScene(Derived const& derived, std::optional<Selection::Part> const& part);

/// The links that stand out: the one that is selected, and the way of the selected message.
[[nodiscard]] std::vector<int> markedLinks(Session const& session);

/// Does the name end as a picture that can be written: .png, .svg or .pdf?
[[nodiscard]] bool isPicture(QString const& path);

/// By the ending of the name: .png, .svg or .pdf. `size` is a bitmap's; empty: the scene's own. The same session gives the same
/// bytes, but for the date in a PDF.
/// Errors: another ending, nothing to draw, the file cannot be written.
[[nodiscard]] Result<void> exportView(View view, Session const& session, QString const& path, QSize size = {});

} // namespace tessera::gui
