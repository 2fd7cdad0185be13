// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common base of all panels in the window.
#pragma once

#include "gui/panels/panel_kind.hpp"

#include <QWidget>

namespace tessera::gui {

class DockPanel : public QWidget {
  public:
    using QWidget::QWidget;
    /// Returns the widget that gets the focus from the panel's key.
    [[nodiscard]] virtual QWidget* entryWidget() = 0;
    /// Returns the widget in place of the dock's title, or null.
    [[nodiscard]] virtual QWidget* header() { return nullptr; }
    /// Returns whether a picture is being made that follows from the session's state.
    [[nodiscard]] virtual bool isBusy() const { return false; }
    /// Returns whether further figures of the picture are still being computed.
    [[nodiscard]] virtual bool isCounting() const { return false; }
    /// Called after its tab has come to the front.
    virtual void appear() {}
    /// Returns whether the panel has something to show for the job. Otherwise it is hidden. Null: there is no job.
    [[nodiscard]] virtual bool suits(Job const* /*job*/) const { return true; }
    /// Adds what only the panel knows to the data for its command.
    virtual void addTo(ViewState& /*looked*/) const {}
};

} // namespace tessera::gui
