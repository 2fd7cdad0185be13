// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the user's actions on a window's document: new, open, save, export, and copy of the command.
#pragma once

#include "gui/panels/panel_kind.hpp"

#include <QObject>
#include <QWidget>

namespace tessera::gui {

/// Dialogs belong to the window. What could lose unsaved work asks first.
class DocumentActions final : public QObject {
    Q_OBJECT
  public:
    DocumentActions(QWidget& window, Session& session) : window_(window), session_(session) {}

    void createJob();
    void chooseFile();
    /// If the file cannot be read, shows a message and keeps the open document.
    void open(QString const& path);
    bool save();   ///< returns whether the document is saved
    bool saveAs(); ///< asks for the file
    /// Returns whether the text may be dropped: it is saved, or the user agrees.
    [[nodiscard]] bool mayGiveUpText();

    void exportPicture(View view);
    void exportSchedule();
    void copy(QString const& command);

  signals:
    void opened();                                 ///< the session has the document, or gets it next
    void told(QString const& message, int ms = 0); ///< for the status line

  private:
    bool saveTo(QString const& path);
    void reportWritten(Result<void> const& written, QString const& path);

    QWidget& window_;
    Session& session_;
};

} // namespace tessera::gui
