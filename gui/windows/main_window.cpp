// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the window: docks around one session.
#include "gui/windows/main_window.hpp"

#include "gui/panels/view_scene.hpp"
#include "gui/windows/appearance.hpp"
#include "gui/windows/key_help.hpp"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QFileDialog>
#include <QMenuBar>
#include <QMessageBox>
#include <QSettings>
#include <QStatusBar>
#include <algorithm>

namespace tessera::gui {

MainWindow::MainWindow(QString recoveryFolder, QWidget* parent)
    : QMainWindow(parent), session_(std::move(recoveryFolder)), startPage_(new StartPage(this)), editor_(new EditorPanel(session_)),
      ownership_(new OwnershipPanel(session_)), messages_(new MessagesPanel(session_)), schedule_(new SchedulePanel(session_)),
      network_(new NetworkPanel(session_)), cost_(new CostPanel(session_)), file_(new FilePanel(session_)),
      comm_(new CommPanel(session_)), run_(new RunPanel(session_)), busyText_(new QLabel), busyBar_(new QProgressBar) {
    resize(1280, 800);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCentralWidget(startPage_);
    addPanels();
    arrangePanels();
    for (QDockWidget* dock : docks_) dock->hide();
    createMenus();
    createBusyBar();
    connectParts();
    showTitle();
    startPage_->list()->setFocus();
}

void MainWindow::addPanels() {
    addPanel(QStringLiteral("editor"), tr("Job"), editor_, editor_->editor());
    addView(tr("Ownership"), ownership_);
    addView(tr("Messages"), messages_);
    addView(tr("Schedule"), schedule_);
    addView(tr("Network"), network_);
    addView(tr("Cost"), cost_);
    addView(tr("File"), file_);
    addView(tr("Communication"), comm_);
    addPanel(QStringLiteral("run"), tr("Run"), run_, run_->button());
}

void MainWindow::createBusyBar() {
    busyBar_->setRange(0, 0);
    busyBar_->setMaximumSize(120, 14);
    statusBar()->addPermanentWidget(busyText_);
    statusBar()->addPermanentWidget(busyBar_);
    showBusy({});
}

void MainWindow::connectParts() {
    connect(&session_, &Session::pathChanged, this, &MainWindow::showTitle);
    connect(&session_, &Session::busyChanged, this, &MainWindow::showBusy);
    connect(session_.document(), &QTextDocument::modificationChanged, this, &MainWindow::showTitle);
    connect(run_, &RunPanel::recorded, cost_, &CostPanel::addTrace);
    connect(startPage_, &StartPage::exampleChosen, this, &MainWindow::openFile);
    connect(startPage_, &StartPage::openWanted, this, &MainWindow::chooseFile);
    connect(startPage_, &StartPage::newWanted, this, &MainWindow::newJob);
}

MainWindow::~MainWindow() {
    disconnect(&session_, nullptr, this, nullptr);
    disconnect(session_.document(), nullptr, this, nullptr);
    for (QDockWidget* dock : docks_) {
        disconnect(dock, nullptr, this, nullptr);
        delete dock;
    }
}

QDockWidget* MainWindow::addPanel(QString const& name, QString const& title, QWidget* panel, QWidget* entrance) {
    auto* const dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(panel);
    docks_.push_back(dock);
    entrances_.emplace(dock, entrance);
    return dock;
}

void MainWindow::addView(QString const& title, ViewPanel* view) {
    QDockWidget* const dock = addPanel(viewName(view->view()), title, view, view->entrance());
    views_.push_back(view);
    connect(dock, &QDockWidget::visibilityChanged, this, [this, view](bool visible) {
        if (visible) currentView_ = view->view();
    });
}

void MainWindow::arrangePanels() {
    auto* const editor = docks_[0];
    auto* const ownership = docks_[1];
    addDockWidget(Qt::LeftDockWidgetArea, editor);
    addDockWidget(Qt::RightDockWidgetArea, docks_[2]);
    splitDockWidget(editor, ownership, Qt::Vertical);
    for (std::size_t i = 3; i < docks_.size(); ++i) tabifyDockWidget(docks_[2], docks_[i]);
}

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
}

void MainWindow::createViewMenu() {
    QMenu* const view = menuBar()->addMenu(tr("&View"));
    int number = 1;
    for (QDockWidget* dock : docks_) {
        QAction* const show =
            view->addAction(dock->windowTitle(), QKeySequence(QStringLiteral("Ctrl+%1").arg(number++)), this, [this, dock] {
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
    QAction* const keys = help->addAction(tr("&Keys"), this, [this] { showKeys(this); });
    keys->setShortcuts({QKeySequence(Qt::Key_Question), QKeySequence(Qt::Key_F1)});
}

void MainWindow::showDocument() {
    if (!startPage_->isVisibleTo(this)) return;
    startPage_->hide();
    for (QDockWidget* dock : docks_) dock->show();
    QSettings const settings;
    if (!restoreState(settings.value(QStringLiteral("layout")).toByteArray())) shareRoom();
    currentView_ = View::Ownership;
    editor_->editor()->setFocus();
}

void MainWindow::shareRoom() {
    resizeDocks({docks_[0], docks_[2]}, {width() * 45 / 100, width() * 55 / 100}, Qt::Horizontal);
    resizeDocks({docks_[0], docks_[1]}, {height() * 3 / 10, height() * 7 / 10}, Qt::Vertical);
    docks_[2]->raise();
}

/// All panels where they stood at first, wherever they have been dragged to.
void MainWindow::resetLayout() {
    QSettings().remove(QStringLiteral("layout"));
    if (startPage_->isVisibleTo(this)) return;
    for (QDockWidget* dock : docks_) {
        dock->setFloating(false);
        removeDockWidget(dock);
    }
    arrangePanels();
    for (QDockWidget* dock : docks_) dock->show();
    shareRoom();
}

void MainWindow::showTitle() {
    setWindowTitle(startPage_->isVisibleTo(this) ? tr("distview[*]") : tr("%1[*] - distview").arg(session_.name()));
    setWindowModified(session_.isModified());
}

void MainWindow::showBusy(QString const& what) {
    busyText_->setText(what.isEmpty() ? QString() : tr("%1 (Esc stops)").arg(what));
    busyBar_->setVisible(!what.isEmpty());
}

void MainWindow::forgetSelection() {
    session_.cancel();
    Selection nothing;
    nothing.plan = session_.selection().plan;
    nothing.step = session_.selection().step;
    nothing.file = session_.selection().file;
    nothing.comm = session_.selection().comm;
    session_.select(nothing);
}

bool MainWindow::isDrawing() const {
    return startPage_->isBusy() || std::ranges::any_of(views_, &ViewPanel::isBusy);
}

void MainWindow::showView(View view) {
    QString const name = viewName(view);
    for (QDockWidget* dock : docks_)
        if (dock->objectName() == name) {
            dock->show();
            dock->raise();
        }
    currentView_ = view;
}

void MainWindow::exportCurrent() {
    QString const name = viewName(currentView_);
    QString const path =
        QFileDialog::getSaveFileName(this, tr("Export %1").arg(name), name + QStringLiteral(".png"), tr("Pictures (*.png *.svg)"));
    if (path.isEmpty()) return;
    auto const written = exportView(currentView_, session_, path);
    if (!written) QMessageBox::warning(this, tr("Export"), QString::fromStdString(written.error().message));
}

void MainWindow::copyCommand() {
    std::size_t const transition = session_.derived() ? session_.derived()->looked : 0;
    Selection selection = session_.selection();
    if (DerivedPointer const derived = session_.derived()) selection.comm = completed(selection.comm, derived->job);
    QString const command = commandText(currentView_, session_.path(), session_.choice(), selection, transition);
    QApplication::clipboard()->setText(command);
    statusBar()->showMessage(tr("Copied: %1").arg(command), 8000);
}

void MainWindow::newJob() {
    if (!mayGiveUpText()) return;
    showDocument();
    session_.setText({});
}

void MainWindow::chooseFile() {
    QString const path =
        QFileDialog::getOpenFileName(this, tr("Open a job file"), {}, tr("Jobs (*.hpf *.f *.f90 *.txt);;All files (*)"));
    if (!path.isEmpty()) openFile(path);
}

void MainWindow::openFile(QString const& path) {
    if (!mayGiveUpText()) return;
    auto const opened = session_.open(path);
    if (!opened) {
        auto* const box = new QMessageBox(QMessageBox::Warning, tr("Open"), QString::fromStdString(opened.error().message),
                                          QMessageBox::Ok, this);
        box->setAttribute(Qt::WA_DeleteOnClose);
        return box->open();
    }
    showDocument();
    showTitle();
}

bool MainWindow::save() {
    if (session_.path().isEmpty()) return saveAs();
    auto const saved = session_.save(session_.path());
    if (!saved) QMessageBox::warning(this, tr("Save"), QString::fromStdString(saved.error().message));
    return saved.has_value();
}

bool MainWindow::saveAs() {
    QString const path = QFileDialog::getSaveFileName(this, tr("Save the job"), session_.path(), tr("Jobs (*.hpf)"));
    if (path.isEmpty()) return false;
    auto const saved = session_.save(path);
    if (!saved) QMessageBox::warning(this, tr("Save"), QString::fromStdString(saved.error().message));
    return saved.has_value();
}

bool MainWindow::mayGiveUpText() {
    if (!session_.isModified()) return true;
    auto const answer =
        QMessageBox::question(this, tr("Unsaved changes"), tr("%1 has changes that are not saved.").arg(session_.name()),
                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Save) return save();
    return answer == QMessageBox::Discard;
}

QMessageBox::StandardButton MainWindow::askAboutRemains(Recovery::Remains const& remains) {
    QString const name = remains.path.isEmpty() ? tr("a job without a file") : remains.path;
    QMessageBox box(QMessageBox::Question, tr("Unsaved work"),
                    tr("A window ended before its changes to %1 were saved. Open them?").arg(name),
                    QMessageBox::Yes | QMessageBox::No | QMessageBox::Discard, this);
    box.button(QMessageBox::No)->setText(tr("Not now"));
    box.setDefaultButton(QMessageBox::Yes);
    box.setEscapeButton(QMessageBox::No);
    return static_cast<QMessageBox::StandardButton>(box.exec());
}

void MainWindow::offerRecovery() {
    for (Recovery::Remains const& remains : session_.recovery().remains()) {
        auto const answer = askAboutRemains(remains);
        if (answer == QMessageBox::Discard) Recovery::discard(remains);
        if (answer != QMessageBox::Yes) continue; // the next window asks again
        showDocument();
        // Undo leads back to what the file has, if it is still there.
        if (remains.path.isEmpty() || !session_.open(remains.path)) session_.setText({}, remains.path);
        session_.replaceText(remains.text);
        session_.recovery().keep(remains.path, remains.text); // before the old one goes
        return Recovery::discard(remains);
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayGiveUpText()) return event->ignore();
    if (!startPage_->isVisibleTo(this)) QSettings().setValue(QStringLiteral("layout"), saveState());
    session_.recovery().forget();
    event->accept();
}

} // namespace tessera::gui
