// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the arrangement of the window's panels.
#include "gui/windows/main_window.hpp"

#include <QDataStream>
#include <QSettings>
#include <algorithm>
#include <optional>

namespace tessera::gui {
namespace {

constexpr int memoryHeight = 150; // height of the panel at the bottom
constexpr int roomOfBars = 120;   // height of menus, tool bars and the status line
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

} // namespace

/// The memory panel is not a view of its own. It is below all views and never replaces one.
void MainWindow::addMemory() {
    auto* const dock = addPanel(QStringLiteral("below"), tr("Memory and details"), memory_, memory_->entryWidget());
    dock->setTitleBarWidget(memory_->header());
    views_.push_back(memory_);
    connect(memory_, &MemoryPanel::folded, this, [this](bool folded) {
        if (!folded) makeRoomBelow();
    });
}

/// Shrinks the panels above it. Otherwise they would keep their heights, and the memory panel would get its minimum.
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

/// Layouts from versions without this panel do not place it.
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

/// The current job may need other panels than the job of the saved layout. Older layouts do not say why a panel is hidden, so
/// panels for special jobs return.
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

/// Moves all panels to their initial positions.
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
