// SPDX-License-Identifier: BSD-3-Clause
// Tessera: unsaved text that outlives a crash.
#pragma once

#include <QLockFile>
#include <QString>
#include <memory>
#include <vector>

namespace tessera::gui {

/// One file per running window, in the user's own folder; gone once the text is saved or given up. Beside it lies a lock that the
/// system releases when the window's program ends, however it ends: a number that another program now has misleads nobody.
class Recovery {
  public:
    struct Remains {
        QString file; ///< of ours
        QString path; ///< of the job; empty where it never had one
        QString text;
    };

    explicit Recovery(QString folder);
    /// The usual folder of this user.
    [[nodiscard]] static QString usualFolder();

    /// Keeps the text. Returns false where that fails (full disk); the window goes on.
    bool keep(QString const& path, QString const& text);
    void forget();
    /// What windows that no longer run have left, the newest first.
    [[nodiscard]] std::vector<Remains> remains() const;
    static void discard(Remains const& remains);

  private:
    QString folder_;
    QString file_;
    std::unique_ptr<QLockFile> lock_; ///< held while there is a file
};

} // namespace tessera::gui
