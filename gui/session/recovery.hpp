// SPDX-License-Identifier: BSD-3-Clause
// Tessera: recovery of unsaved text after a crash.
#pragma once

#include <QLockFile>
#include <QString>
#include <memory>
#include <vector>

namespace tessera::gui {

/// One file per running window, in the user's own folder. It is deleted when the text is saved or discarded. A lock beside it is
/// released by the system when the program ends in any way. So a process number that another program reuses causes no error.
class Recovery {
  public:
    struct RecoveredJob {
        QString file; ///< recovery file
        QString path; ///< path of the job; empty if it was never saved
        QString text;
    };

    explicit Recovery(QString folder);
    /// Returns the default folder of this user.
    [[nodiscard]] static QString usualFolder();

    /// Saves the text. Returns false if that fails (full disk); the window continues.
    bool keep(QString const& path, QString const& text);
    void forget();
    /// Returns the files of windows that no longer run, the newest first.
    [[nodiscard]] std::vector<RecoveredJob> recovered() const;
    static void discard(RecoveredJob const& recovered);

  private:
    QString folder_;
    QString file_;
    std::unique_ptr<QLockFile> lock_; ///< held while the file exists
};

} // namespace tessera::gui
