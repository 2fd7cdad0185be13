// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what all views of a session share: its news, keys, the order of the focus, and pictures that are made elsewhere.
#pragma once

#include "gui/canvas/scene_canvas.hpp"
#include "gui/panels/drawing.hpp"
#include "gui/panels/player.hpp"
#include "gui/session/command_text.hpp"
#include "gui/session/session.hpp"

#include <QWidget>

namespace tessera::gui {

/// A view is told of what has changed in the session; it answers by showing it.
class ViewPanel : public QWidget {
    Q_OBJECT
  public:
    /// What it shows is exported, and copied as a command, under this name.
    [[nodiscard]] View view() const { return view_; }
    /// What its key brings the focus to.
    [[nodiscard]] virtual QWidget* entrance() = 0;
    /// Is a picture on its way that follows from what the session knows?
    [[nodiscard]] virtual bool isBusy() const { return false; }
    /// Are figures that the picture shall show, besides what it shows already, still being counted?
    [[nodiscard]] virtual bool isCounting() const { return false; }
    /// To be called when its tab has come to the front.
    virtual void appear() {}
    /// Has the job something to show here? A panel that no job of a certain kind needs is not seen then.
    /// Null: there is no job.
    [[nodiscard]] virtual bool suits(Job const* /*job*/) const { return true; }
    /// Null where nothing is played.
    [[nodiscard]] Player* player() const { return player_; }

  protected:
    ViewPanel(Session& session, View view, QWidget* parent);

    virtual void showJob() {}       ///< another plan, or an error instead
    virtual void showSchedule() {}  ///< another schedule, network or machine, or an error instead
    virtual void showSelection() {} ///< something else is selected
    /// To be called at the end of a view's constructor: shows what there is, and from now on what has changed.
    void listen();

    /// Selects the rank, or all again where it is selected already.
    void toggleRank(Rank rank);
    /// The same for a rank of the job's plan; nothing for another one, nor for -1, which is none.
    void toggleRankOfPlan(Index rank);

    [[nodiscard]] Session& session() const { return session_; }
    void setPlayer(Player* player) { player_ = player; }
    /// The controls are reached in this order, which is that in which they are read.
    static void setTabOrderOf(QList<QWidget*> const& controls);
    /// A row of controls without margins; `wide` takes the room that is left, if it is not null.
    static QWidget* rowOf(QList<QWidget*> const& controls, QWidget* wide);
    /// The parts of the panel, one below the other; `tall` takes the room that is left.
    void stack(QList<QWidget*> const& parts, QWidget* tall);

    void keyPressEvent(QKeyEvent* event) override;

  private:
    Session& session_;
    View view_;
    Player* player_ = nullptr;
};

/// A view of one scene, which is made off the window's thread while the panel is seen. What hinders it is written in its place.
class ScenePanel : public ViewPanel {
    Q_OBJECT
  public:
    [[nodiscard]] SceneCanvas* canvas() { return canvas_; }
    [[nodiscard]] QWidget* entrance() override { return canvas_; }
    [[nodiscard]] bool isBusy() const override { return drawing_.isRunning() || roomChanges_; }
    void appear() override { seen_->drawIfSeen(); }

  protected:
    ScenePanel(Session& session, View view, QWidget* parent);

    /// Brings the scene up to date: show(), showNothing() or start(). Called after redraw(), when the scene is seen.
    virtual void draw() = 0;
    void redraw() { seen_->want(); }
    /// Gives up the work under way. Call it together with clearing what that work was made for: it may still run while the panel
    /// is hidden.
    void stopDrawing() { drawing_.cancel(); }

    /// From now on roomChanged() follows a new size of the canvas.
    void followRoom() { canvas_->installEventFilter(this); }
    /// Runs from the event loop, never inside another function of the panel. A bar that appears lays out the window at once, so a
    /// resize event comes in the middle of the call that made it appear.
    virtual void roomChanged() {}
    bool eventFilter(QObject* watched, QEvent* event) override;

    /// `work(Background::Task const&)` gives a Result<Scene> on another thread.
    template <class Work>
    void start(Work work) {
        drawing_.start(std::move(work), [this](Result<Scene> const& scene) { show(scene); });
    }
    /// The same for work that gives more than a scene: `deliver` takes its result, and shows it.
    template <class Work, class Deliver>
    void start(Work work, Deliver deliver) {
        drawing_.start(std::move(work), std::move(deliver));
    }
    void show(Result<Scene> const& scene);
    void showNothing(QString const& why);

  private:
    SceneCanvas* canvas_;
    Drawing* seen_;
    Background drawing_;
    bool roomChanges_ = false; ///< roomChanged() is on its way
};

} // namespace tessera::gui
