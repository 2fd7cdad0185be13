// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the offer to open the unsaved text of crashed windows.
#pragma once

#include "gui/windows/document_actions.hpp"

#include <QMenu>
#include <QMessageBox>

namespace tessera::gui {

class RecoveryOffer final : public QObject {
    Q_OBJECT
  public:
    RecoveryOffer(QWidget& window, Session& session, DocumentActions& actions)
        : window_(window), session_(session), actions_(actions) {}

    /// Offers all remains. If a job is open, asks only about changes to that job; mentions others, which stay in the menu.
    void offer();
    /// Yes: open the text. No, and Esc: keep it for later. Discard: delete it.
    [[nodiscard]] QMessageBox::StandardButton ask(Recovery::RecoveredJob const& recovered);
    /// Fills the menu with the text of crashed windows whenever it opens.
    void serve(QMenu* menu);

  signals:
    void opened();                             ///< the session gets the text next
    void told(QString const& message, int ms); ///< for the status line

  private:
    void open(Recovery::RecoveredJob const& recovered);

    QWidget& window_;
    Session& session_;
    DocumentActions& actions_;
};

} // namespace tessera::gui
