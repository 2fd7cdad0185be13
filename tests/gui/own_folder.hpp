// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a folder for what a test of the window keeps.
#pragma once

#include <QSettings>
#include <QTemporaryDir>

namespace tessera::gui {

/// Settings are read and written there, never those of the user.
class OwnFolder : public QTemporaryDir {
  public:
    OwnFolder() {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, path());
    }
};

} // namespace tessera::gui
