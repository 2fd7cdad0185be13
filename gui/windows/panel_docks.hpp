// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the panels of a window in their docks, and the layout of the docks.
#pragma once

#include "gui/panels/dock_panel.hpp"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <set>
#include <vector>

namespace tessera::gui {

/// Makes every kind of panel. Panels that the job does not need wait hidden, and return with a job that needs them. The docks are
/// closed until a document is shown.
class PanelDocks final : public QObject {
    Q_OBJECT
  public:
    PanelDocks(QMainWindow& window, Session& session);
    ~PanelDocks() override;

    /// Returns the panel of this class.
    template <class Panel>
    [[nodiscard]] Panel* panel() const {
        return static_cast<Panel*>(panel(&Panel::kind));
    }
    [[nodiscard]] DockPanel* panel(PanelKind const* kind) const { return dockOf(kind).panel; }
    [[nodiscard]] bool isBusy() const;
    [[nodiscard]] bool isCounting() const;
    /// Returns the current view: the last one that got the focus or came to the front.
    [[nodiscard]] View currentView() const { return currentView_; }
    /// Returns the panel in front that has a command of its own: the current view, or the run.
    [[nodiscard]] PanelKind const* commanded() const { return commanded_; }

    [[nodiscard]] bool isOpen() const { return open_; }
    /// Shows the panels as they were when they were closed last. Does nothing if they are open.
    void open();
    /// Remembers the layout for the next start, and hides all panels. Does nothing if they are closed.
    void close();
    /// Remembers the layout of open panels for the next start.
    void keep() const;
    /// Shows or hides the panels that only some jobs need. While a text has errors, the panels stay as they are.
    void showSuitable();
    /// Brings a panel to the front.
    void show(PanelKind const* kind);

    /// Adds an action for each panel that brings it to the front and gives it the focus.
    void addShowActions(QMenu& menu);
    /// Adds an action for each panel that shows or hides it.
    void addToggles(QMenu& menu);

    /// Returns the positions of the panels, the panels hidden by the user, and the panels that wait for a suitable job.
    [[nodiscard]] QByteArray layout() const;
    /// Returns false if the bytes are not a layout; then nothing has changed.
    bool restore(QByteArray const& layout);
    /// Moves all panels to their initial positions.
    void reset();

    /// Returns whether a widget is in a panel that is behind another one. Tab must not go there.
    [[nodiscard]] static bool isBehind(QWidget const* widget);

  signals:
    void viewed();   ///< another panel has come to the front, or got the focus
    void entering(); ///< the user asks for a panel, which is shown next

  private:
    struct Dock {
        PanelKind const* kind;
        DockPanel* panel;
        QDockWidget* dock;
        QAction* show = nullptr;
    };
    void add(PanelKind const* kind);
    void arrange();
    void placeBelow();
    void makeRoomBelow();
    void shareRoom();
    void showAll();
    void showWhatMoves(Job const& job);
    void look(Dock const& dock);
    void followFocus(QWidget const* now);
    [[nodiscard]] Dock const& dockOf(PanelKind const* kind) const;
    [[nodiscard]] QDockWidget* first(PanelKind::Place place) const;

    QMainWindow& window_;
    Session& session_;
    std::vector<Dock> docks_; ///< in the order of panelKinds()
    std::set<QDockWidget*> waiting_;
    bool open_ = false;
    bool moves_ = true; ///< whether the current job moves data
    View currentView_;
    PanelKind const* commanded_;
};

} // namespace tessera::gui
