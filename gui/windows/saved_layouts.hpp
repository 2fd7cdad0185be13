// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrangements of the panels that have names.
#pragma once

#include <QByteArray>
#include <QMenu>
#include <QStringList>
#include <functional>

namespace tessera::gui {

/// Kept in the settings of the user, sorted by name.
[[nodiscard]] QStringList layoutNames();
/// Under an old name: instead of what was there.
void saveLayout(QString const& name, QByteArray const& state);
void forgetLayout(QString const& name);
/// Empty: there is none.
[[nodiscard]] QByteArray savedLayout(QString const& name);

/// How a window gives its layout, and takes one.
struct LayoutAccess {
    std::function<QByteArray()> now;
    std::function<void(QByteArray const&)> restore;
};
/// "Layouts": save this one under a name, go to one, forget one. Filled anew whenever it opens.
void addLayoutMenu(QMenu& view, QWidget& window, LayoutAccess const& layout);

} // namespace tessera::gui
