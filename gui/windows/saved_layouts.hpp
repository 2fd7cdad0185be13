// SPDX-License-Identifier: BSD-3-Clause
// Tessera: named arrangements of the panels.
#pragma once

#include <QByteArray>
#include <QMenu>
#include <QStringList>
#include <functional>

namespace tessera::gui {

/// Returns the names in the user's settings, sorted.
[[nodiscard]] QStringList layoutNames();
/// Replaces a layout of the same name.
void saveLayout(QString const& name, QByteArray const& state);
void forgetLayout(QString const& name);
/// Returns an empty array if there is none.
[[nodiscard]] QByteArray savedLayout(QString const& name);

/// Functions to read and to set the layout of a window.
struct LayoutAccess {
    std::function<QByteArray()> now;
    std::function<void(QByteArray const&)> restore;
};
/// Adds the menu "Layouts": save under a name, restore, delete. It is rebuilt whenever it opens.
void addLayoutMenu(QMenu& view, QWidget& window, LayoutAccess const& layout);

} // namespace tessera::gui
