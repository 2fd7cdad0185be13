// SPDX-License-Identifier: BSD-3-Clause
// Tessera: playback controls for the steps of a schedule, the phases of a file access, or moving data.
#pragma once

#include <QElapsedTimer>
#include <QLabel>
#include <QSlider>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

class QHBoxLayout;

namespace tessera::gui {

/// Returns the percentage of a step that has passed at a position. It is below 100 before the end of the step, because a picture
/// at 100 % still shows this step, and the clock would show the next one.
[[nodiscard]] int percentAfter(int step, double position);

/// A button to play and pause, a slider and buttons to go to any moment, and a text for the moment. Positions are in steps,
/// 0-based. Space plays and pauses, comma and full stop go a step back and forward, Home and End to the first and last moment.
class Player : public QWidget {
    Q_OBJECT
  public:
    enum class Speed {
        Steps, ///< step by step, in an endless loop
        Frames ///< smoothly, once, up to the last moment
    };
    struct Names {
        QString play;   ///< on the button: "Play"
        QString hint;   ///< a sentence about what playing shows
        QString moment; ///< unit of the slider: "Step"
    };
    Player(Speed pace, Names names, QWidget* parent = nullptr);

    /// Sets the last moment. A later position moves to it.
    void setEnd(double end);
    /// Shows a moment that was chosen elsewhere; emits no signal.
    void setPosition(double position);
    void setWords(QString const& words) { words_->setText(words); }
    [[nodiscard]] double position() const { return position_; }
    [[nodiscard]] double end() const { return end_; }
    [[nodiscard]] QString words() const { return words_->text(); }
    /// Returns whether it or a joined player is playing.
    [[nodiscard]] bool isPlaying() const;
    [[nodiscard]] QSlider* slider() { return slider_; }
    /// Joins players: only one of them plays at a time, and each can pause it.
    static void join(QList<Player*> const& players);
    /// From now on, keys and the button control `clock` instead, while isOnClock().
    void follow(Player* clock) { leader_ = clock; }
    /// Returns whether it uses the clock's steps.
    [[nodiscard]] virtual bool isOnClock() const { return true; }
    /// Moves to a position as if by the user.
    void showAt(double position) { move(position); }
    /// Handles a key. Returns false if the key means nothing to a player.
    bool takesKey(int key);

  public slots:
    void play(); ///< toggles between play and pause; restarts at the end
    void pause();
    void goTo(double position);
    void moveBy(int steps); ///< moves to a whole step

  signals:
    void moved(double position); ///< emitted when the user moves it, and while playing
    void paused();               ///< emitted when playing stops
    void endChanged();

  protected:
    /// Called before it plays or moves; returns false if there is nothing to play.
    virtual bool makeReady() { return true; }
    /// Returns whether all moments are shown together. A step forward then goes to the moment of the clock.
    [[nodiscard]] virtual bool showsAll() const { return false; }
    /// Shows or hides the slider and the buttons beside it.
    void showControls(bool shown);
    void showWords(bool shown) { words_->setVisible(shown); }
    /// Returns whether this player itself is playing, not a joined one.
    [[nodiscard]] bool isTicking() const { return clock_.isActive(); }
    /// Adds a control at the end of the row.
    void addControl(QWidget* control);

  private:
    void advance();
    void move(double position);
    void showState();
    void startClock();
    void stopClocks();
    void addButton(QString const& text, QString const& name, int steps);
    [[nodiscard]] double scale() const; ///< slider positions per step

    Speed speed_;
    Names names_;
    QHBoxLayout* row_;
    QToolButton* playButton_;
    QSlider* slider_;
    QLabel* words_;
    QList<QWidget*> controls_;
    QTimer clock_;
    QList<Player*> joined_{this}; ///< all players that share its clock
    QElapsedTimer sinceFrame_;
    Player* leader_ = nullptr;
    double position_ = 0;
    double end_ = 0;
};

} // namespace tessera::gui
