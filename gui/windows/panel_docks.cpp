// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the panels of a window in their docks, and the layout of the docks.
#include "gui/windows/panel_docks.hpp"

#include "gui/panels/insight_panel.hpp"
#include "gui/panels/memory_panel.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/panel_registry.hpp"
#include "gui/panels/program_panel.hpp"

#include <QApplication>
#include <QDataStream>
#include <QSettings>
#include <algorithm>
#include <optional>
#include <utility>

namespace tessera::gui {
namespace {

using Place = PanelKind::Place;

constexpr int leastUnfolded = 1000; // in a lower window the pictures need the space
constexpr int memoryHeight = 150;   // height of the panel at the bottom
constexpr int roomOfBars = 120;     // height of menus, tool bars and the status line
constexpr quint32 layoutMagic = 0x54534c31;

/// Qt's state of the panels, and the names of those that wait for a suitable job.
struct WindowLayout {
    QByteArray state;
    std::optional<QStringList> waiting; ///< absent in layouts of older versions
};

WindowLayout layoutFrom(QByteArray const& bytes) {
    QDataStream stream(bytes);
    quint32 magic = 0;
    stream >> magic;
    if (magic != layoutMagic) return {bytes, std::nullopt};
    QByteArray state;
    QStringList waiting;
    stream >> state >> waiting;
    return {state, waiting};
}

QString layoutKey() {
    return QStringLiteral("layout");
}

/// Returns Ctrl+1 to Ctrl+9, Ctrl+0, and then the same with Shift.
QKeySequence panelKey(int number) {
    return {(number > 10 ? QStringLiteral("Ctrl+Shift+%1") : QStringLiteral("Ctrl+%1")).arg(number % 10)};
}

/// Returns whether a panel is visible. Qt moves a panel behind a tab out of the window instead of hiding it, and Tab would go
/// there.
bool isSeen(QDockWidget const& dock) {
    QWidget const& window = *dock.window();
    return dock.isVisible() && window.rect().intersects(QRect(dock.mapTo(&window, QPoint()), dock.size()));
}

} // namespace

PanelDocks::PanelDocks(QMainWindow& window, Session& session)
    : window_(window), session_(session), currentView_(&OwnershipPanel::kind), commanded_(&OwnershipPanel::kind) {
    for (PanelKind const* const kind : panelKinds()) add(kind);
    connect(panel<MemoryPanel>(), &MemoryPanel::folded, this, [this](bool folded) {
        if (!folded) makeRoomBelow();
    });
    arrange();
    for (Dock const& each : docks_) each.dock->hide();
    connect(&session, &Session::derivedChanged, this, &PanelDocks::showSuitable);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { followFocus(now); });
}

PanelDocks::~PanelDocks() {
    disconnect(qApp, nullptr, this, nullptr);
    disconnect(&session_, nullptr, this, nullptr);
    for (Dock const& each : docks_) {
        disconnect(each.dock, nullptr, this, nullptr);
        delete each.dock;
    }
}

void PanelDocks::add(PanelKind const* kind) {
    DockPanel* const panel = kind->make(session_);
    auto* const dock = new QDockWidget(QCoreApplication::translate("MainWindow", kind->title), &window_);
    dock->setObjectName(QString::fromLatin1(kind->name));
    dock->setWidget(panel);
    if (QWidget* const header = panel->header()) dock->setTitleBarWidget(header);
    std::size_t const place = docks_.size();
    docks_.push_back({kind, panel, dock});
    connect(dock, &QDockWidget::visibilityChanged, this, [this, place](bool visible) {
        if (!visible) return;
        look(docks_[place]);
        docks_[place].panel->appear();
    });
}

PanelDocks::Dock const& PanelDocks::dockOf(PanelKind const* kind) const {
    return *std::ranges::find(docks_, kind, &Dock::kind);
}

QDockWidget* PanelDocks::first(Place place) const {
    return std::ranges::find(docks_, place, [](Dock const& each) { return each.kind->place; })->dock;
}

bool PanelDocks::isBusy() const {
    return std::ranges::any_of(docks_, [](Dock const& each) { return each.panel->isBusy(); });
}

bool PanelDocks::isCounting() const {
    return std::ranges::any_of(docks_, [](Dock const& each) { return each.panel->isCounting(); });
}

/// The editor is beside all views, so it does not change the current view.
void PanelDocks::look(Dock const& dock) {
    if (dock.kind->isView()) currentView_ = dock.kind;
    if (dock.kind->command) commanded_ = dock.kind;
    emit viewed();
}

void PanelDocks::followFocus(QWidget const* now) {
    for (Dock const& each : docks_)
        if (now && each.dock->isAncestorOf(now) && isSeen(*each.dock)) look(each);
}

void PanelDocks::arrange() {
    QDockWidget* const right = first(Place::Right);
    window_.addDockWidget(Qt::LeftDockWidgetArea, first(Place::TopLeft));
    window_.addDockWidget(Qt::RightDockWidgetArea, right);
    window_.splitDockWidget(first(Place::TopLeft), first(Place::BottomLeft), Qt::Vertical);
    for (Dock const& each : docks_)
        if (each.kind->place == Place::Right && each.dock != right) window_.tabifyDockWidget(right, each.dock);
    placeBelow();
}

/// Layouts from versions without this panel do not place it.
void PanelDocks::placeBelow() {
    QDockWidget* const below = first(Place::Below);
    if (window_.dockWidgetArea(below) == Qt::NoDockWidgetArea) window_.addDockWidget(Qt::BottomDockWidgetArea, below);
}

/// Shrinks the panels above it. Otherwise they would keep their heights, and the memory panel would get its minimum.
void PanelDocks::makeRoomBelow() {
    QDockWidget* const editor = first(Place::TopLeft);
    QDockWidget* const ownership = first(Place::BottomLeft);
    QDockWidget* const below = first(Place::Below);
    int const wanted = memoryHeight - below->height();
    if (wanted <= 0 || !open_) return;
    int const rest = std::max(ownership->height() - wanted, 1);
    window_.resizeDocks({editor, ownership, first(Place::Right), below},
                        {editor->height(), rest, editor->height() + rest, memoryHeight}, Qt::Vertical);
}

/// Distributes the space among the panels, as at first.
void PanelDocks::shareRoom() {
    QDockWidget* const editor = first(Place::TopLeft);
    QDockWidget* const right = first(Place::Right);
    int const width = window_.width();
    window_.resizeDocks({editor, right}, {width * 45 / 100, width * 55 / 100}, Qt::Horizontal);
    int const above = window_.height() - roomOfBars - (panel<MemoryPanel>()->isFolded() ? 0 : memoryHeight);
    window_.resizeDocks({editor, first(Place::BottomLeft), right, first(Place::Below)},
                        {above * 3 / 10, above * 7 / 10, above, memoryHeight}, Qt::Vertical);
    right->raise();
}

void PanelDocks::open() {
    if (open_) return;
    open_ = true;
    panel<MemoryPanel>()->foldAsRemembered(window_.height() < leastUnfolded);
    showAll();
    if (!restore(QSettings().value(layoutKey()).toByteArray())) shareRoom();
    placeBelow();
    showSuitable();
    look(dockOf(&OwnershipPanel::kind));
}

void PanelDocks::close() {
    if (!open_) return;
    keep();
    open_ = false;
    for (Dock const& each : docks_) each.dock->hide();
}

void PanelDocks::keep() const {
    if (open_) QSettings().setValue(layoutKey(), layout());
}

/// Shows all panels that suit the job.
void PanelDocks::showAll() {
    waiting_.clear();
    for (Dock const& each : docks_) {
        bool const suits = each.dock->toggleViewAction()->isVisible();
        each.dock->setVisible(suits);
        if (!suits) waiting_.insert(each.dock);
    }
}

void PanelDocks::showSuitable() {
    DerivedPointer const derived = session_.derived();
    for (Dock const& each : docks_) {
        bool const suits = each.panel->suits(derived ? &derived->job : nullptr);
        each.dock->toggleViewAction()->setVisible(suits);
        if (each.show) each.show->setVisible(suits);
        if (!open_) continue;
        if (!suits && !each.dock->isHidden()) {
            waiting_.insert(each.dock);
            each.dock->hide();
        }
        if (suits && waiting_.erase(each.dock) > 0) each.dock->show();
    }
    if (derived && open_) showWhatMoves(derived->job);
}

/// Brings a suitable panel to the front. For a job with a single mapping: its program, or its balance; for others, the messages.
void PanelDocks::showWhatMoves(Job const& job) {
    bool const moves = job.moves();
    if (std::exchange(moves_, moves) == moves) return;
    View const view = moves ? &MessagesPanel::kind : job.program.empty() ? &InsightPanel::kind : &ProgramPanel::kind;
    dockOf(view).dock->raise();
    if (!moves) session_.change([](Selection& selection) { selection.insight = Insight::Balance; });
}

void PanelDocks::show(PanelKind const* kind) {
    Dock const& dock = dockOf(kind);
    dock.dock->show();
    dock.dock->raise();
    look(dock);
}

void PanelDocks::addShowActions(QMenu& menu) {
    int number = 1;
    for (Dock& each : docks_) {
        each.show =
            menu.addAction(each.dock->windowTitle(), panelKey(number++), this, [this, dock = each.dock, panel = each.panel] {
                emit entering();
                dock->show();
                dock->raise();
                panel->entryWidget()->setFocus();
            });
        each.show->setObjectName(QStringLiteral("show-") + each.dock->objectName());
    }
}

void PanelDocks::addToggles(QMenu& menu) {
    for (Dock const& each : docks_) menu.addAction(each.dock->toggleViewAction());
}

QByteArray PanelDocks::layout() const {
    QStringList waiting;
    for (QDockWidget const* dock : waiting_) waiting << dock->objectName();
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << layoutMagic << window_.saveState() << waiting;
    return bytes;
}

/// The current job may need other panels than the job of the saved layout. Older layouts do not say why a panel is hidden, so
/// panels for special jobs return.
bool PanelDocks::restore(QByteArray const& layout) {
    WindowLayout const saved = layoutFrom(layout);
    if (!window_.restoreState(saved.state)) return false;
    waiting_.clear();
    Job const nothing;
    for (Dock const& each : docks_) {
        bool const waits = saved.waiting ? saved.waiting->contains(each.dock->objectName()) : !each.panel->suits(&nothing);
        if (waits && each.dock->isHidden()) waiting_.insert(each.dock);
    }
    showSuitable();
    return true;
}

void PanelDocks::reset() {
    QSettings().remove(layoutKey());
    if (!open_) return;
    for (Dock const& each : docks_) {
        each.dock->setFloating(false);
        window_.removeDockWidget(each.dock);
    }
    arrange();
    showAll();
    shareRoom();
}

bool PanelDocks::isBehind(QWidget const* widget) {
    while (widget && !qobject_cast<QDockWidget const*>(widget)) widget = widget->parentWidget();
    return widget && !isSeen(*static_cast<QDockWidget const*>(widget));
}

} // namespace tessera::gui
