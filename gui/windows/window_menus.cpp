// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the menus of the window.
#include "gui/windows/appearance.hpp"
#include "gui/windows/key_help.hpp"
#include "gui/windows/main_window.hpp"

#include "gui/models/text.hpp"
#include "gui/panels/network_box.hpp"
#include "gui/session/examples.hpp"
#include "gui/windows/command_palette.hpp"
#include "gui/windows/saved_layouts.hpp"
#include "libcore/lesson/lesson_library.hpp"
#include "libcore/pipeline/machine_registry.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <QActionGroup>
#include <QMenuBar>
#include <functional>
#include <utility>

namespace tessera::gui {

namespace {

/// Returns Ctrl+1 to Ctrl+9, Ctrl+0, and then the same with Shift.
QKeySequence panelKey(int number) {
    return {(number > 10 ? QStringLiteral("Ctrl+Shift+%1") : QStringLiteral("Ctrl+%1")).arg(number % 10)};
}

using ScheduleChange = std::function<void(ScheduleChoice&)>;

/// Adds algorithms, machines, and networks for `ranks` ranks; 0: there is no schedule yet.
void addChoices(std::vector<PaletteEntry>& entries, std::function<void(View, ScheduleChange const&)> const& choose, int ranks) {
    auto const add = [&](QString words, View shown, ScheduleChange change) {
        entries.push_back({std::move(words), {}, [choose, shown, change = std::move(change)] { choose(shown, change); }});
    };
    for (AlgorithmInfo const& info : algorithms())
        add(MainWindow::tr("Algorithm: %1").arg(asText(info.name)), View::Schedule,
            [name = std::string(info.name)](ScheduleChoice& choice) { choice.algorithm = name; });
    for (NamedProfile const& profile : MachineFolders::usual().profiles())
        add(MainWindow::tr("Machine: %1").arg(asText(profile.name)), View::Schedule,
            [name = profile.name](ScheduleChoice& choice) { choice.site.machine = name; });
    if (ranks == 0) return;
    for (QString const& network : networksFor(ranks))
        if (!network.isEmpty())
            add(MainWindow::tr("Network: %1").arg(network), View::Network,
                [name = network.toStdString()](ScheduleChoice& choice) { choice.site.topology = name; });
}

} // namespace

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
    createRecoveryMenu(file->addMenu(tr("Unsaved &work")));
    file->addSeparator();
    file->addAction(tr("&Export picture..."), QKeySequence(tr("Ctrl+Shift+E")), this, &MainWindow::exportCurrent);
    file->addAction(tr("Export sc&hedule as a trace..."), this, &MainWindow::exportSchedule)
        ->setObjectName(QStringLiteral("export-trace"));
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
    edit->addAction(tr("&Clear selection"), QKeySequence(Qt::Key_Escape), this, &MainWindow::forgetSelection)
        ->setObjectName(QStringLiteral("forget"));
    edit->addAction(tr("&Previous selection"), QKeySequence(Qt::ALT | Qt::Key_Left), this, [this] { session_.goInSelections(-1); });
    edit->addAction(tr("&Next selection"), QKeySequence(Qt::ALT | Qt::Key_Right), this, [this] { session_.goInSelections(1); });
}

void MainWindow::createViewMenu() {
    QMenu* const view = menuBar()->addMenu(tr("&View"));
    int number = 1;
    for (QDockWidget* dock : docks_) {
        QAction* const show = view->addAction(dock->windowTitle(), panelKey(number++), this, [this, dock] {
            if (session_.derived()) showDocument();
            dock->show();
            dock->raise();
            entryWidgets_.at(dock)->setFocus();
        });
        show->setObjectName(QStringLiteral("show-") + dock->objectName());
    }
    view->addSeparator();
    QMenu* const shown = view->addMenu(tr("Visible &panels"));
    for (QDockWidget* dock : docks_) shown->addAction(dock->toggleViewAction());
    view->addAction(tr("&Reset layout"), this, &MainWindow::resetLayout)->setObjectName(QStringLiteral("reset-layout"));
    addLayoutMenu(*view, *this, {[this] { return layoutNow(); }, [this](QByteArray const& layout) { restoreLayout(layout); }});
    createThemeMenu(view->addMenu(tr("&Theme")));
}

void MainWindow::createThemeMenu(QMenu* menu) {
    auto* const group = new QActionGroup(menu);
    for (auto const& [appearance, text] : {std::pair(Appearance::System, tr("&System")), std::pair(Appearance::Light, tr("&Light")),
                                           std::pair(Appearance::Dark, tr("&Dark"))}) {
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
    help->addAction(tr("&Find a command..."), QKeySequence(tr("Ctrl+Shift+P")), this, &MainWindow::openPalette);
    QAction* const keys = help->addAction(tr("&Keyboard shortcuts"), this, [this] { showKeys(this); });
    keys->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
}

/// Lists the commands of the menus and the entries of the panels' lists.
void MainWindow::openPalette() {
    std::vector<PaletteEntry> entries = menuEntries(*this);
    auto const choose = [this](View shown, ScheduleChange const& change) {
        ScheduleChoice choice = session_.choice();
        change(choice);
        session_.setChoice(std::move(choice));
        showView(shown);
    };
    SchedulePointer const sited = session_.schedule();
    if (session_.derived()) addChoices(entries, choose, sited ? sited->schedule->size() : 0);
    auto const lessons = installed_lessons();
    if (lessons)
        for (Lesson const& lesson : *lessons)
            entries.push_back({tr("Lesson: %1").arg(asText(lesson.title)), {}, [this, name = asText(lesson.name)] {
                                   showLessons();
                                   openLesson(name);
                               }});
    for (Example const& example : examples())
        entries.push_back({tr("Open: %1").arg(example.name), {}, [this, path = example.path] { openFile(path); }});
    auto* const palette = new CommandPalette(std::move(entries), this);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->open();
}

} // namespace tessera::gui
