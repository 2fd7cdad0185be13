// SPDX-License-Identifier: BSD-3-Clause
// Tessera: named arrangements of the panels.
#include "gui/windows/saved_layouts.hpp"

#include <QCoreApplication>
#include <QInputDialog>
#include <QSettings>

namespace tessera::gui {
namespace {

QString const layoutsKey = QStringLiteral("layouts");

QString said(char const* text) {
    return QCoreApplication::translate("SavedLayouts", text);
}

void askAndSave(QWidget& window, LayoutAccess const& layout) {
    bool given = false;
    QString const name =
        QInputDialog::getText(&window, said("Save the layout"), said("Name of the layout:"), QLineEdit::Normal, {}, &given);
    if (given && !name.trimmed().isEmpty()) saveLayout(name.trimmed(), layout.now());
}

void fillLayouts(QMenu& menu, QWidget& window, LayoutAccess const& layout) {
    menu.clear();
    menu.addAction(said("&Save this layout..."), &window, [&window, layout] { askAndSave(window, layout); });
    QStringList const names = layoutNames();
    if (names.isEmpty()) return;
    menu.addSeparator();
    for (QString const& name : names)
        menu.addAction(QString(name).replace(u'&', QStringLiteral("&&")), &window,
                       [name, layout] { layout.restore(savedLayout(name)); });
    menu.addSeparator();
    QMenu* const forget = menu.addMenu(said("&Forget"));
    for (QString const& name : names)
        forget->addAction(QString(name).replace(u'&', QStringLiteral("&&")), &window, [name] { forgetLayout(name); });
}

} // namespace

QStringList layoutNames() {
    QStringList names;
    for (QVariantMap const all = QSettings().value(layoutsKey).toMap(); auto const& [name, state] : all.asKeyValueRange())
        names << name;
    return names;
}

void saveLayout(QString const& name, QByteArray const& state) {
    QSettings settings;
    QVariantMap all = settings.value(layoutsKey).toMap();
    all[name] = state;
    settings.setValue(layoutsKey, all);
}

void forgetLayout(QString const& name) {
    QSettings settings;
    QVariantMap all = settings.value(layoutsKey).toMap();
    all.remove(name);
    settings.setValue(layoutsKey, all);
}

QByteArray savedLayout(QString const& name) {
    return QSettings().value(layoutsKey).toMap().value(name).toByteArray();
}

void addLayoutMenu(QMenu& view, QWidget& window, LayoutAccess const& layout) {
    QMenu* const menu = view.addMenu(said("&Layouts"));
    menu->setObjectName(QStringLiteral("layouts"));
    fillLayouts(*menu, window, layout);
    QObject::connect(menu, &QMenu::aboutToShow, &window, [menu, &window, layout] { fillLayouts(*menu, window, layout); });
}

} // namespace tessera::gui
