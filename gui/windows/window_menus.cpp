// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the menus of the window.
#include "gui/windows/appearance.hpp"
#include "gui/windows/key_help.hpp"
#include "gui/windows/main_window.hpp"

#include <QActionGroup>
#include <QMenuBar>

namespace tessera::gui {

void MainWindow::createMenus() {
    createFileMenu();
    createEditMenu();
    createViewMenu();
    createHelpMenu();
}

void MainWindow::createFileMenu() {
    QMenu* const file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&New"), QKeySequence::New, this, &MainWindow::newJob);
    file->addAction(tr("&Open..."), QKeySequence::Open, this, &MainWindow::chooseFile);
    file->addAction(tr("&Save"), QKeySequence::Save, this, &MainWindow::save);
    file->addAction(tr("Save &as..."), QKeySequence(tr("Ctrl+Shift+S")), this, &MainWindow::saveAs);
    file->addSeparator();
    file->addAction(tr("&Export picture..."), QKeySequence(tr("Ctrl+E")), this, &MainWindow::exportCurrent);
    file->addAction(tr("&Copy command"), QKeySequence(tr("Ctrl+Shift+C")), this, &MainWindow::copyCommand);
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
}

void MainWindow::createEditMenu() {
    QMenu* const edit = menuBar()->addMenu(tr("&Edit"));
    QTextDocument* const document = session_.document();
    QAction* const undo = edit->addAction(tr("&Undo"), QKeySequence::Undo, document, qOverload<>(&QTextDocument::undo));
    QAction* const redo = edit->addAction(tr("&Redo"), QKeySequence::Redo, document, qOverload<>(&QTextDocument::redo));
    undo->setEnabled(false);
    redo->setEnabled(false);
    connect(document, &QTextDocument::undoAvailable, undo, &QAction::setEnabled);
    connect(document, &QTextDocument::redoAvailable, redo, &QAction::setEnabled);
    edit->addSeparator();
    edit->addAction(tr("&Forget selection"), QKeySequence(Qt::Key_Escape), this, &MainWindow::forgetSelection);
    edit->addAction(tr("Selection &before"), QKeySequence(Qt::ALT | Qt::Key_Left), this, [this] { session_.goInSelections(-1); });
    edit->addAction(tr("Selection &after"), QKeySequence(Qt::ALT | Qt::Key_Right), this, [this] { session_.goInSelections(1); });
}

void MainWindow::createViewMenu() {
    QMenu* const view = menuBar()->addMenu(tr("&View"));
    int number = 1;
    for (QDockWidget* dock : docks_) {
        QAction* const show =
            view->addAction(dock->windowTitle(), QKeySequence(QStringLiteral("Ctrl+%1").arg(number++ % 10)), this, [this, dock] {
                if (session_.derived()) showDocument();
                dock->show();
                dock->raise();
                entrances_.at(dock)->setFocus();
            });
        show->setObjectName(QStringLiteral("show-") + dock->objectName());
    }
    view->addSeparator();
    QMenu* const shown = view->addMenu(tr("&Panels shown"));
    for (QDockWidget* dock : docks_) shown->addAction(dock->toggleViewAction());
    view->addAction(tr("&Reset layout"), this, &MainWindow::resetLayout)->setObjectName(QStringLiteral("reset-layout"));
    createThemeMenu(view->addMenu(tr("&Theme")));
}

void MainWindow::createThemeMenu(QMenu* menu) {
    auto* const group = new QActionGroup(menu);
    for (auto const& [appearance, text] : {std::pair(Appearance::System, tr("As the &desktop")),
                                           std::pair(Appearance::Light, tr("&Light")), std::pair(Appearance::Dark, tr("&Dark"))}) {
        QAction* const choose = menu->addAction(text, this, [appearance = appearance] {
            applyAppearance(appearance);
            rememberAppearance(appearance);
        });
        choose->setObjectName(QStringLiteral("theme-") + appearanceName(appearance));
        choose->setCheckable(true);
        choose->setChecked(appearance == rememberedAppearance());
        group->addAction(choose);
    }
}

void MainWindow::createHelpMenu() {
    QMenu* const help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&Lessons"), this, &MainWindow::showLessons)->setObjectName(QStringLiteral("show-lessons"));
    QAction* const keys = help->addAction(tr("&Keys"), this, [this] { showKeys(this); });
    keys->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
}

} // namespace tessera::gui
