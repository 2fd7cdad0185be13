// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the main window: docks around one session.
#include "gui/windows/main_window.hpp"

#include "gui/models/change_text.hpp"
#include "libcore/lesson/lesson_library.hpp"

#include <QApplication>
#include <QCloseEvent>
#include <QFileDialog>
#include <QLayout>
#include <QMessageBox>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <algorithm>

namespace tessera::gui {
namespace {

constexpr int leastUnfolded = 1000; // in a lower window the pictures need the space

/// Returns whether a panel is visible. Qt moves a panel behind a tab out of the window instead of hiding it, and Tab would go
/// there.
bool isSeen(QDockWidget const& dock) {
    QWidget const& window = *dock.window();
    return dock.isVisible() && window.rect().intersects(QRect(dock.mapTo(&window, QPoint()), dock.size()));
}

} // namespace

MainWindow::MainWindow(QString recoveryFolder, QWidget* parent)
    : QMainWindow(parent), session_(std::move(recoveryFolder)), pages_(new QStackedWidget), startPage_(new StartPage),
      lesson_(new LessonView), editor_(new EditorPanel(session_)), ownership_(new OwnershipPanel(session_)),
      messages_(new MessagesPanel(session_)), schedule_(new SchedulePanel(session_)), network_(new NetworkPanel(session_)),
      cost_(new CostPanel(session_)), file_(new FilePanel(session_)), comm_(new CommPanel(session_)),
      region_(new RegionPanel(session_)), program_(new ProgramPanel(session_)), insight_(new InsightPanel(session_)),
      memory_(new MemoryPanel(session_)), run_(new RunPanel(session_)), explanation_(new ExplanationStrip(session_)),
      bar_(new JobBar(session_, {ownership_->flowPlayer(), schedule_->player(), network_->player(), file_->player()})),
      crumbs_(new Breadcrumbs(session_)), changeText_(new QLabel), busyText_(new QLabel), busyBar_(new QProgressBar) {
    resize(1280, 800);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    pages_->addWidget(startPage_);
    pages_->addWidget(lesson_);
    setCentralWidget(pages_);
    addPanels();
    arrangePanels();
    for (QDockWidget* dock : docks_) dock->hide();
    createMenus();
    createBusyBar();
    createBars();
    showSuitable();
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
    addView(tr("Region"), region_);
    addView(tr("Program"), program_);
    addView(tr("Explain"), insight_);
    addMemory();
}

void MainWindow::createBusyBar() {
    busyBar_->setRange(0, 0);
    busyBar_->setMaximumSize(120, 14);
    statusBar()->addWidget(crumbs_);
    statusBar()->addWidget(changeText_);
    statusBar()->addPermanentWidget(busyText_);
    statusBar()->addPermanentWidget(busyBar_);
    showBusy({});
}

QToolBar* MainWindow::addBar(QString const& name, QString const& title, QWidget* content) {
    auto* const bar = addToolBar(title);
    bar->setObjectName(name);
    bar->setMovable(false);
    bar->layout()->setContentsMargins(0, 0, 0, 0); // leaves more space for the pictures
    bar->addWidget(content);
    bar->hide();
    return bar;
}

void MainWindow::createBars() {
    bars_ << addBar(QStringLiteral("job"), tr("States, schedule and clock"), bar_);
    addToolBarBreak();
    bars_ << addBar(QStringLiteral("explanation"), tr("Explanation"), explanation_);
}

void MainWindow::showBars(bool shown) {
    for (QToolBar* const bar : bars_) bar->setVisible(shown);
}

void MainWindow::connectParts() {
    connect(&session_, &Session::pathChanged, this, &MainWindow::showTitle);
    connect(&session_, &Session::derivedChanged, this, &MainWindow::showChange);
    connect(&session_, &Session::derivedChanged, this, &MainWindow::showSuitable);
    connect(&session_, &Session::beforeForgotten, this, &MainWindow::showChange);
    connect(&session_, &Session::busyChanged, this, &MainWindow::showBusy);
    connect(session_.document(), &QTextDocument::modificationChanged, this, &MainWindow::showTitle);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        for (QDockWidget const* dock : docks_)
            if (now && dock->isAncestorOf(now) && isSeen(*dock)) look(dock);
    });
    connect(crumbs_, &Breadcrumbs::wanted, this, &MainWindow::showView);
    connect(run_, &RunPanel::recorded, cost_, &CostPanel::addTrace);
    connect(startPage_, &StartPage::exampleChosen, this, &MainWindow::openFile);
    connect(startPage_, &StartPage::lessonChosen, this, &MainWindow::openLesson);
    connect(lesson_, &LessonView::done, startPage_, &StartPage::markDone);
    connect(lesson_, &LessonView::left, this, &MainWindow::showLessons);
    connect(lesson_, &LessonView::jobWanted, this, &MainWindow::openJobOfLesson);
    connect(startPage_, &StartPage::openWanted, this, &MainWindow::chooseFile);
    connect(startPage_, &StartPage::newWanted, this, &MainWindow::newJob);
}

MainWindow::~MainWindow() {
    disconnect(qApp, nullptr, this, nullptr);
    disconnect(&session_, nullptr, this, nullptr);
    disconnect(session_.document(), nullptr, this, nullptr);
    for (QDockWidget* dock : docks_) {
        disconnect(dock, nullptr, this, nullptr);
        delete dock;
    }
}

QDockWidget* MainWindow::addPanel(QString const& name, QString const& title, QWidget* panel, QWidget* entryWidget) {
    auto* const dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(panel);
    docks_.push_back(dock);
    entryWidgets_.emplace(dock, entryWidget);
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool visible) {
        if (visible) look(dock);
    });
    return dock;
}

void MainWindow::addView(QString const& title, ViewPanel* view) {
    QDockWidget const* const dock = addPanel(viewName(view->view()), title, view, view->entryWidget());
    views_.push_back(view);
    connect(dock, &QDockWidget::visibilityChanged, view, [view](bool visible) {
        if (visible) view->appear();
    });
}

/// The editor is beside all views, so it does not change the current view.
void MainWindow::look(QDockWidget const* dock) {
    auto const view = viewNamed(dock->objectName());
    if (view) currentView_ = *view;
    explanation_->explain(currentView_);
    bar_->clock()->refresh(); // the visible panels may have more steps
    if (view || dock->widget() == run_) runIsLookedAt_ = !view;
}

void MainWindow::showDocument() {
    if (!pages_->isVisibleTo(this)) return;
    pages_->hide();
    memory_->foldAsRemembered(height() < leastUnfolded);
    showPanels();
    showBars(true);
    if (!restoreLayout(QSettings().value(QStringLiteral("layout")).toByteArray())) shareRoom();
    placeMemory();
    showBars(true); // layouts from versions without bars would hide them
    showSuitable();
    look(docks_[1]); // the ownership panel
    editor_->editor()->setFocus();
}

void MainWindow::openLesson(QString const& name) {
    auto lesson = find_lesson(name.toStdString());
    if (!lesson) return statusBar()->showMessage(QString::fromStdString(lesson.error().message));
    pages_->setCurrentWidget(lesson_);
    lesson_->start(*std::move(lesson));
}

/// Keeps the open job. A panel chosen in the menu View shows it again.
void MainWindow::showLessons() {
    if (!pages_->isVisibleTo(this)) {
        keepLayout();
        for (QDockWidget* dock : docks_) dock->hide();
        showBars(false);
        pages_->show();
        showTitle();
    }
    pages_->setCurrentWidget(startPage_);
    startPage_->lessons()->setFocus();
}

/// Opens the job as a text without a file. It is not marked as modified, because the lesson still contains it.
void MainWindow::openJobOfLesson(QString const& text) {
    session_.setText(text);
    showDocument();
    showTitle();
}

void MainWindow::showTitle() {
    setWindowTitle(pages_->isVisibleTo(this) ? tr("distview[*]") : tr("%1[*] - distview").arg(session_.name()));
    setWindowModified(session_.isModified());
}

void MainWindow::showBusy(QString const& what) {
    busyText_->setText(what.isEmpty() ? QString() : tr("%1 (Esc to stop)").arg(what));
    busyBar_->setVisible(!what.isEmpty());
}

/// While a text has errors, there is no change to show.
void MainWindow::showChange() {
    if (session_.error()) return;
    DerivedPointer const before = session_.before();
    changeText_->setText(before ? changeText(before->totals, session_.derived()->totals) : QString());
}

/// While a text has errors, the panels stay as they are.
void MainWindow::showSuitable() {
    DerivedPointer const derived = session_.derived();
    for (ViewPanel* const view : views_) {
        QDockWidget* const dock = dockOf(view);
        bool const suits = view->suits(derived ? &derived->job : nullptr);
        dock->toggleViewAction()->setVisible(suits);
        findChild<QAction*>(QStringLiteral("show-") + dock->objectName())->setVisible(suits);
        if (pages_->isVisibleTo(this)) continue;
        if (!suits && !dock->isHidden()) {
            waiting_.insert(dock);
            dock->hide();
        }
        if (suits && waiting_.erase(dock) > 0) dock->show();
    }
    if (derived && !pages_->isVisibleTo(this)) showWhatMoves(derived->job);
}

/// Brings a suitable panel to the front. For a job with a single mapping: its program, or its balance; for others, the messages.
void MainWindow::showWhatMoves(Job const& job) {
    bool const moves = job.moves();
    if (std::exchange(moves_, moves) == moves) return;
    QWidget* const view = moves                 ? static_cast<QWidget*>(messages_)
                          : job.program.empty() ? static_cast<QWidget*>(insight_)
                                                : program_;
    (*std::ranges::find(docks_, view, &QDockWidget::widget))->raise();
    if (!moves) session_.change([](Selection& selection) { selection.insight = Insight::Balance; });
}

void MainWindow::showPanels() {
    waiting_.clear();
    for (QDockWidget* dock : docks_) {
        bool const suits = dock->toggleViewAction()->isVisible();
        dock->setVisible(suits);
        if (!suits) waiting_.insert(dock);
    }
}

void MainWindow::forgetSelection() {
    session_.cancel();
    session_.forgetBefore();
    Selection nothing;
    nothing.plan = session_.selection().plan;
    nothing.step = session_.selection().step;
    nothing.network = session_.selection().network;
    nothing.file = session_.selection().file;
    nothing.comm = session_.selection().comm;
    nothing.region = session_.selection().region;
    nothing.program = session_.selection().program;
    nothing.insight = session_.selection().insight;
    session_.select(nothing);
}

bool MainWindow::isDrawing() const {
    return startPage_->isBusy() || std::ranges::any_of(views_, &ViewPanel::isBusy);
}

bool MainWindow::isCounting() const {
    return std::ranges::any_of(views_, &ViewPanel::isCounting);
}

void MainWindow::fitScreen() {
    resize(size().boundedTo(screen()->availableSize()));
}

void MainWindow::showView(View view) {
    QString const name = viewName(view);
    for (QDockWidget* dock : docks_)
        if (dock->objectName() == name) {
            dock->show();
            dock->raise();
            look(dock);
        }
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
    auto const answer = QMessageBox::question(this, tr("Unsaved changes"), tr("%1 has unsaved changes.").arg(session_.name()),
                                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Save) return save();
    return answer == QMessageBox::Discard;
}

bool MainWindow::focusNextPrevChild(bool next) {
    QWidget const* const start = focusWidget();
    auto const standsBehind = [](QWidget const* widget) {
        while (widget && !qobject_cast<QDockWidget const*>(widget)) widget = widget->parentWidget();
        return widget && !isSeen(*static_cast<QDockWidget const*>(widget));
    };
    bool moved = QMainWindow::focusNextPrevChild(next);
    // If all focusable widgets are behind other panels and the focused one is being hidden, stops after one round.
    QWidget const* first = nullptr;
    while (moved && focusWidget() != start && focusWidget() != first && standsBehind(focusWidget())) {
        if (!first) first = focusWidget();
        moved = QMainWindow::focusNextPrevChild(next);
    }
    return moved;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayGiveUpText()) return event->ignore();
    if (!pages_->isVisibleTo(this)) keepLayout();
    session_.recovery().forget();
    event->accept();
}

} // namespace tessera::gui
