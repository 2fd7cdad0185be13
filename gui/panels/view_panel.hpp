// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common base of all views of a session: updates, keys, tab order, and pictures made on background threads.
#pragma once

#include "gui/canvas/scene_canvas.hpp"
#include "gui/panels/dock_panel.hpp"
#include "gui/panels/drawing.hpp"
#include "gui/panels/player.hpp"

namespace tessera::gui {

/// The session notifies a view of changes through virtual functions, and the view updates itself.
class ViewPanel : public DockPanel {
    Q_OBJECT
  public:
    /// Null if the view cannot be played.
    [[nodiscard]] Player* player() const { return player_; }

  protected:
    ViewPanel(Session& session, QWidget* parent);

    virtual void showJob() {}       ///< called for a new plan, or an error instead
    virtual void showNoJob() {}     ///< called after showJob() if there is no job, or another reason for that
    virtual void showSchedule() {}  ///< called for a new schedule, network or machine, or an error instead
    virtual void showSelection() {} ///< called after the selection has changed
    /// Shows the current state and subscribes to changes. Call it at the end of a view's constructor.
    void listen();

    /// Selects the rank, or all ranks if it is selected already.
    void toggleRank(Rank rank);
    /// Like toggleRank for a rank of the job's plan; does nothing for other ranks and for -1 (no rank).
    void toggleRankOfPlan(Index rank);

    [[nodiscard]] Session& session() const { return session_; }
    void setPlayer(Player* player) { player_ = player; }
    /// Sets the tab order of the controls, which should be their reading order.
    static void setTabOrderOf(QList<QWidget*> const& controls);
    /// Returns a row of controls without margins; `wide` gets the remaining width, if it is not null.
    static QWidget* rowOf(QList<QWidget*> const& controls, QWidget* wide);
    /// Stacks the parts of the panel vertically; `tall` gets the remaining height.
    void stack(QList<QWidget*> const& parts, QWidget* tall);

    void keyPressEvent(QKeyEvent* event) override;

  private:
    Session& session_;
    Player* player_ = nullptr;
};

/// A view of one scene, which is made on a background thread while the panel is visible. Errors appear instead of the scene.
class ScenePanel : public ViewPanel {
    Q_OBJECT
  public:
    [[nodiscard]] SceneCanvas* canvas() { return canvas_; }
    [[nodiscard]] QWidget* entryWidget() override { return canvas_; }
    [[nodiscard]] bool isBusy() const override { return drawing_.isRunning() || roomChanges_; }
    void appear() override { seen_->drawIfSeen(); }

  protected:
    ScenePanel(Session& session, QWidget* parent);

    /// Updates the scene with show(), showNothing() or start(). Called after redraw(), when the scene is visible. Without a job it
    /// forgets the last one; the canvas then shows why there is none.
    virtual void draw() = 0;
    void redraw() { seen_->want(); }
    void showNoJob() override;
    /// Cancels the work in progress. Also clear the request for which it was started, because the work may still run while the
    /// panel is hidden.
    void stopDrawing() { drawing_.cancel(); }

    /// From now on, roomChanged() is called after the canvas has a new size.
    void followRoom() { canvas_->installEventFilter(this); }
    /// Called from the event loop, never inside another function of the panel. Reason: a bar that appears changes the layout at
    /// once, so the resize event arrives inside the call that showed the bar.
    virtual void roomChanged() {}
    bool eventFilter(QObject* watched, QEvent* event) override;

    /// `work(Background::Task const&)` returns a Result<Scene> on another thread.
    template <class Work>
    void start(Work work) {
        drawing_.start(std::move(work), [this](Result<Scene> const& scene) { show(scene); });
    }
    /// The same for work with another result; `deliver` receives the result and shows it.
    template <class Work, class Deliver>
    void start(Work work, Deliver deliver) {
        drawing_.start(std::move(work), std::move(deliver));
    }
    void show(Result<Scene> const& scene);
    void showNothing(QString const& why);
    [[nodiscard]] QString whyNoSchedule() const;

  private:
    void drawOrExplain();

    SceneCanvas* canvas_;
    Drawing* seen_;
    Background drawing_;
    bool roomChanges_ = false; ///< true: a call of roomChanged() is pending
};

} // namespace tessera::gui
