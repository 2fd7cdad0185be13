// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where the panels of the window stand.
#include "gui/windows/main_window.hpp"

#include <QSettings>
#include <algorithm>

namespace tessera::gui {
namespace {

constexpr int memoryHeight = 150; // of the panel below all others
constexpr int roomOfBars = 120;   // menus, bars and the line at the bottom

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
