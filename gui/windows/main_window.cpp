// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the main window: docks around one session.
#include "gui/windows/main_window.hpp"

#include "gui/models/change_text.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/cost_panel.hpp"
#include "gui/panels/editor_panel.hpp"
#include "gui/panels/file_panel.hpp"
#include "gui/panels/network_box.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/panel_registry.hpp"
#include "gui/panels/run_panel.hpp"
#include "gui/panels/schedule_panel.hpp"
#include "gui/session/examples.hpp"
#include "gui/windows/appearance.hpp"
#include "gui/windows/command_palette.hpp"
#include "gui/windows/go_to.hpp"
#include "gui/windows/key_help.hpp"
#include "gui/windows/saved_layouts.hpp"
#include "libcore/lesson/lesson_library.hpp"
#include "libcore/pipeline/machine_registry.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QLayout>
#include <QMenuBar>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <functional>
#include <utility>

namespace tessera::gui {
namespace {

QString placeKey() {
    return QStringLiteral("place");
}

using ScheduleChange = std::function<void(ScheduleChoice&)>;

/// Adds algorithms, machines, and networks for `ranks` ranks; 0: there is no schedule yet.
void addChoices(std::vector<PaletteEntry>& entries, std::function<void(View, ScheduleChange const&)> const& choose, int ranks) {
    auto const add = [&](QString words, View shown, ScheduleChange change) {
        entries.push_back({std::move(words), {}, [choose, shown, change = std::move(change)] { choose(shown, change); }});
    };
    for (AlgorithmInfo const& info : algorithms())
        add(MainWindow::tr("Algorithm: %1").arg(asText(info.name)), &SchedulePanel::kind,
            [name = std::string(info.name)](ScheduleChoice& choice) { choice.algorithm = name; });
    for (NamedProfile const& profile : MachineFolders::usual().profiles())
        add(MainWindow::tr("Machine: %1").arg(asText(profile.name)), &SchedulePanel::kind,
            [name = profile.name](ScheduleChoice& choice) { choice.site.machine = name; });
    if (ranks == 0) return;
    for (QString const& network : networksFor(ranks))
        if (!network.isEmpty())
            add(MainWindow::tr("Network: %1").arg(network), &NetworkPanel::kind,
                [name = network.toStdString()](ScheduleChoice& choice) { choice.site.topology = name; });
}

} // namespace

MainWindow::MainWindow(QString recoveryFolder, QWidget* parent)
    : QMainWindow(parent), session_(std::move(recoveryFolder)), docks_(*this, session_), actions_(*this, session_),
      recovery_(*this, session_, actions_), pages_(new QStackedWidget), startPage_(new StartPage), lesson_(new LessonView),
      explanation_(new ExplanationStrip(session_)),
      bar_(new JobBar(session_, {panel<OwnershipPanel>()->flowPlayer(), panel<SchedulePanel>()->player(),
                                 panel<NetworkPanel>()->player(), panel<FilePanel>()->player()})),
      crumbs_(new Breadcrumbs(session_)), changeText_(new QLabel), busyText_(new QLabel), busyBar_(new QProgressBar) {
    resize(1280, 800);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    pages_->addWidget(startPage_);
    pages_->addWidget(lesson_);
    setCentralWidget(pages_);
    createMenus();
    createBusyBar();
    createBars();
    docks_.showSuitable();
    connectParts();
    connectPages();
    showTitle();
    startPage_->list()->setFocus();
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
    connect(&session_, &Session::beforeForgotten, this, &MainWindow::showChange);
    connect(&session_, &Session::busyChanged, this, &MainWindow::showBusy);
    connect(session_.document(), &QTextDocument::modificationChanged, this, &MainWindow::showTitle);
    connect(&docks_, &PanelDocks::viewed, this, &MainWindow::showLooked);
    connect(&docks_, &PanelDocks::entering, this, [this] {
        if (session_.derived()) showDocument();
    });
    connect(&actions_, &DocumentActions::opened, this, &MainWindow::showDocument);
    connect(&recovery_, &RecoveryOffer::opened, this, &MainWindow::showDocument);
    connect(&actions_, &DocumentActions::told, statusBar(), &QStatusBar::showMessage);
    connect(&recovery_, &RecoveryOffer::told, statusBar(), &QStatusBar::showMessage);
    connect(crumbs_, &Breadcrumbs::wanted, this, &MainWindow::showView);
    connect(panel<RunPanel>(), &RunPanel::recorded, panel<CostPanel>(), &CostPanel::addTrace);
}

void MainWindow::connectPages() {
    connect(startPage_, &StartPage::exampleChosen, this, &MainWindow::openFile);
    connect(startPage_, &StartPage::lessonChosen, this, &MainWindow::openLesson);
    connect(startPage_, &StartPage::openWanted, &actions_, &DocumentActions::chooseFile);
    connect(startPage_, &StartPage::newWanted, &actions_, &DocumentActions::createJob);
    connect(lesson_, &LessonView::done, startPage_, &StartPage::markDone);
    connect(lesson_, &LessonView::left, this, &MainWindow::showLessons);
    connect(lesson_, &LessonView::jobWanted, this, &MainWindow::openJobOfLesson);
}

MainWindow::~MainWindow() {
    disconnect(&docks_, nullptr, this, nullptr);
    disconnect(&session_, nullptr, this, nullptr);
    disconnect(session_.document(), nullptr, this, nullptr);
}

/// The visible panels may have more steps than those before.
void MainWindow::showLooked() {
    explanation_->explain(docks_.currentView());
    bar_->clock()->refresh();
}

void MainWindow::showDocument() {
    if (!docks_.isOpen()) {
        pages_->hide();
        showBars(true);
        docks_.open();
        showBars(true); // layouts from versions without bars would hide them
    }
    panel<EditorPanel>()->editor()->setFocus();
    showTitle();
}

void MainWindow::openLesson(QString const& name) {
    auto lesson = find_lesson(name.toStdString());
    if (!lesson) return statusBar()->showMessage(QString::fromStdString(lesson.error().message));
    pages_->setCurrentWidget(lesson_);
    lesson_->start(*std::move(lesson));
}

/// Keeps the open job. A panel chosen in the menu View shows it again.
void MainWindow::showLessons() {
    docks_.close();
    showBars(false);
    pages_->show();
    showTitle();
    pages_->setCurrentWidget(startPage_);
    startPage_->lessons()->setFocus();
}

/// Opens the job as a text without a file. It is not marked as modified, because the lesson still contains it.
void MainWindow::openJobOfLesson(QString const& text) {
    session_.setText(text);
    showDocument();
}

void MainWindow::showTitle() {
    setWindowTitle(docks_.isOpen() ? tr("%1[*] - distview").arg(session_.name()) : tr("distview[*]"));
    setWindowModified(session_.isModified());
}

void MainWindow::showBusy(QString const& what) {
    busyText_->setText(what.isEmpty() ? QString() : tr("%1 (Esc to stop)").arg(what));
    busyBar_->setVisible(!what.isEmpty());
}

/// While a text has errors, there is no change to show.
void MainWindow::showChange() {
    if (session_.error() && session_.derived()) return;
    DerivedPointer const before = session_.before();
    changeText_->setText(before ? changeText(before->totals, session_.derived()->totals) : QString());
}

void MainWindow::forgetSelection() {
    session_.cancel();
    session_.forgetBefore();
    session_.change([](Selection& selection) { selection.forget(); });
}

void MainWindow::fitScreen() {
    resize(size().boundedTo(screen()->availableSize()));
}

void MainWindow::restorePlace() {
    restoreGeometry(QSettings().value(placeKey()).toByteArray());
}

QString MainWindow::command() const {
    bool const saved = !session_.isModified() && !session_.path().isEmpty();
    QString const job = saved ? session_.path() : unsavedName(session_.name());
    DerivedPointer const derived = session_.derived();
    ViewState viewed = viewStateOf(session_);
    docks_.panel(docks_.currentView())->addTo(viewed);
    // Without a job there is nothing to run.
    QString const words = commandText(derived ? docks_.commanded() : docks_.currentView(), job, session_.choice(),
                                      session_.selection(), viewed, derived);
    return saved ? words : withJobText(words, job, session_.text());
}

bool MainWindow::focusNextPrevChild(bool next) {
    QWidget const* const start = focusWidget();
    bool moved = QMainWindow::focusNextPrevChild(next);
    // If all focusable widgets are behind other panels and the focused one is being hidden, stops after one round.
    QWidget const* first = nullptr;
    while (moved && focusWidget() != start && focusWidget() != first && PanelDocks::isBehind(focusWidget())) {
        if (!first) first = focusWidget();
        moved = QMainWindow::focusNextPrevChild(next);
    }
    return moved;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!actions_.mayGiveUpText()) return event->ignore();
    docks_.keep();
    QSettings().setValue(placeKey(), saveGeometry());
    session_.recovery().forget();
    event->accept();
}

void MainWindow::createMenus() {
    createFileMenu();
    createEditMenu();
    createViewMenu();
    createHelpMenu();
}

void MainWindow::createFileMenu() {
    QMenu* const file = menuBar()->addMenu(tr("&File"));
    file->addAction(tr("&New"), QKeySequence::New, &actions_, &DocumentActions::createJob);
    file->addAction(tr("&Open..."), QKeySequence::Open, &actions_, &DocumentActions::chooseFile);
    file->addAction(tr("&Save"), QKeySequence::Save, &actions_, &DocumentActions::save);
    file->addAction(tr("Save &as..."), QKeySequence(tr("Ctrl+Shift+S")), &actions_, &DocumentActions::saveAs);
    recovery_.serve(file->addMenu(tr("Unsaved &work")));
    file->addSeparator();
    file->addAction(tr("&Export picture..."), QKeySequence(tr("Ctrl+Shift+E")), this,
                    [this] { actions_.exportPicture(docks_.currentView()); });
    file->addAction(tr("Export sc&hedule as a trace..."), &actions_, &DocumentActions::exportSchedule)
        ->setObjectName(QStringLiteral("export-trace"));
    file->addAction(tr("&Copy command"), QKeySequence(tr("Ctrl+Shift+C")), this, [this] { actions_.copy(command()); });
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
    edit->addAction(tr("&Find and go to..."), QKeySequence(QKeySequence::Find), this, &MainWindow::openGoTo)
        ->setObjectName(QStringLiteral("find"));
    edit->addAction(tr("&Clear selection"), QKeySequence(Qt::Key_Escape), this, &MainWindow::forgetSelection)
        ->setObjectName(QStringLiteral("forget"));
    edit->addAction(tr("&Previous selection"), QKeySequence(Qt::ALT | Qt::Key_Left), this, [this] { session_.goInSelections(-1); });
    edit->addAction(tr("&Next selection"), QKeySequence(Qt::ALT | Qt::Key_Right), this, [this] { session_.goInSelections(1); });
}

void MainWindow::createViewMenu() {
    QMenu* const view = menuBar()->addMenu(tr("&View"));
    docks_.addShowActions(*view);
    view->addSeparator();
    docks_.addToggles(*view->addMenu(tr("Visible &panels")));
    view->addAction(tr("&Reset layout"), &docks_, &PanelDocks::reset)->setObjectName(QStringLiteral("reset-layout"));
    addLayoutMenu(*view, *this, {[this] { return docks_.layout(); }, [this](QByteArray const& layout) { docks_.restore(layout); }});
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

void MainWindow::openGoTo() {
    auto* const dialog = new GoToDialog(session_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &GoToDialog::found, this, &MainWindow::showView);
    dialog->open();
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
