// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where the panels of the window stand.
#include "gui/windows/main_window.hpp"

#include <QDataStream>
#include <QSettings>
#include <algorithm>
#include <optional>

namespace tessera::gui {
namespace {

constexpr int memoryHeight = 150; // of the panel below all others
constexpr int roomOfBars = 120;   // menus, bars and the line at the bottom
constexpr quint32 layoutMagic = 0x54534c31;

/// What Qt knows of the panels, and the names of those that wait for a job.
struct WindowLayout {
    QByteArray state;
    std::optional<QStringList> waiting; ///< nothing in layouts of older versions
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

} // namespace

/// Not a view of its own: it stands below all of them, and takes the place of none.
void MainWindow::addMemory() {
    auto* const dock = addPanel(QStringLiteral("below"), tr("Memory and details"), memory_, memory_->entrance());
    dock->setTitleBarWidget(memory_->header());
    views_.push_back(memory_);
    connect(memory_, &MemoryPanel::folded, this, [this](bool folded) {
        if (!folded) makeRoomBelow();
    });
}

/// What is above it gives way: else all would have their height, and what is below its least.
void MainWindow::makeRoomBelow() {
    QDockWidget* const editor = docks_[0];
    QDockWidget* const ownership = docks_[1];
    int const wanted = memoryHeight - docks_.back()->height();
    if (wanted <= 0 || pages_->isVisibleTo(this)) return;
    int const rest = std::max(ownership->height() - wanted, 1);
    resizeDocks({editor, ownership, docks_[2], docks_.back()}, {editor->height(), rest, editor->height() + rest, memoryHeight},
                Qt::Vertical);
}

void MainWindow::arrangePanels() {
    auto* const editor = docks_[0];
    auto* const ownership = docks_[1];
    addDockWidget(Qt::LeftDockWidgetArea, editor);
    addDockWidget(Qt::RightDockWidgetArea, docks_[2]);
    splitDockWidget(editor, ownership, Qt::Vertical);
    for (std::size_t i = 3; i + 1 < docks_.size(); ++i) tabifyDockWidget(docks_[2], docks_[i]);
    placeMemory();
}

/// Layouts that were saved before there was this panel know nothing of it.
void MainWindow::placeMemory() {
    QDockWidget* const memory = docks_.back();
    if (dockWidgetArea(memory) == Qt::NoDockWidgetArea) addDockWidget(Qt::BottomDockWidgetArea, memory);
}

void MainWindow::shareRoom() {
    resizeDocks({docks_[0], docks_[2]}, {width() * 45 / 100, width() * 55 / 100}, Qt::Horizontal);
    int const above = height() - roomOfBars - (memory_->isFolded() ? 0 : memoryHeight);
    resizeDocks({docks_[0], docks_[1], docks_[2], docks_.back()}, {above * 3 / 10, above * 7 / 10, above, memoryHeight},
                Qt::Vertical);
    docks_[2]->raise();
}

QDockWidget* MainWindow::dockOf(ViewPanel const* view) const {
    return *std::ranges::find(docks_, view, &QDockWidget::widget);
}

QByteArray MainWindow::layoutNow() const {
    QStringList waiting;
    for (QDockWidget const* dock : waiting_) waiting << dock->objectName();
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << layoutMagic << saveState() << waiting;
    return bytes;
}

void MainWindow::keepLayout() const {
    QSettings().setValue(QStringLiteral("layout"), layoutNow());
}

/// The job now may need other panels than the job that the layout was saved with. Older layouts do not say why a panel is hidden:
/// those that only some jobs need come back.
bool MainWindow::restoreLayout(QByteArray const& layout) {
    WindowLayout const saved = layoutFrom(layout);
    if (!restoreState(saved.state)) return false;
    waiting_.clear();
    Job const nothing;
    for (ViewPanel const* const view : views_) {
        QDockWidget* const dock = dockOf(view);
        bool const waits = saved.waiting ? saved.waiting->contains(dock->objectName()) : !view->suits(&nothing);
        if (waits && dock->isHidden()) waiting_.insert(dock);
    }
    showSuitable();
    return true;
}

/// All panels where they stood at first, wherever they have been dragged to.
void MainWindow::resetLayout() {
    QSettings().remove(QStringLiteral("layout"));
    if (pages_->isVisibleTo(this)) return;
    for (QDockWidget* dock : docks_) {
        dock->setFloating(false);
        removeDockWidget(dock);
    }
    arrangePanels();
    showPanels();
    shareRoom();
}

} // namespace tessera::gui
