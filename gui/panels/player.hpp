// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a row of controls for whatever can be played: the steps of a schedule, the phases of a file access, data on its way.
#pragma once

#include <QElapsedTimer>
#include <QLabel>
#include <QSlider>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

class QHBoxLayout;

namespace tessera::gui {

/// A button to play and pause, a slider and buttons to go to any moment, and that moment in words. Positions are counted in steps
/// from 0. Space plays and pauses, comma and full stop go a step back and on, Home and End to the first and last moment.
class Player : public QWidget {
    Q_OBJECT
  public:
    enum class Pace {
        Steps, ///< from step to step, and from the last to the first again
        Frames ///< smoothly, once, up to the last moment
    };
    struct Names {
        QString play;   ///< on the button: "Play"
        QString hint;   ///< what playing shows, in a sentence
        QString moment; ///< what the slider stands for: "Step"
    };
    Player(Pace pace, Names names, QWidget* parent = nullptr);

    /// The last moment. What is shown moves there if it stood behind it.
    void setEnd(double end);
    /// Shows a moment that was chosen elsewhere; nothing is announced.
    void setPosition(double position);
    void setWords(QString const& words) { words_->setText(words); }
    [[nodiscard]] double position() const { return position_; }
    [[nodiscard]] double end() const { return end_; }
    [[nodiscard]] QString words() const { return words_->text(); }
    /// It, or one that it is joined with.
    [[nodiscard]] bool isPlaying() const;
    [[nodiscard]] QSlider* slider() { return slider_; }
    /// One clock from now on: only one of them plays at a time, and each can pause it.
    static void join(QList<Player*> const& players);
    /// Its keys and its button are those of this clock from now on, as long as it is on it.
    void follow(Player* clock) { leader_ = clock; }
    /// Does it count the clock's steps?
    [[nodiscard]] virtual bool isOnClock() const { return true; }
    /// As if the person had moved it there.
    void showAt(double position) { move(position); }
    /// Does what the key means to a player; false where it means nothing.
    bool takesKey(int key);

  public slots:
    void play(); ///< and pause; from the beginning where it has ended
    void pause();
    void goTo(double position);
    void moveBy(int steps); ///< to whole steps

  signals:
    void moved(double position); ///< by the person, or while it plays
    void paused();               ///< it was playing
    void endChanged();

  protected:
    /// Called before it is played or moved; false where there is nothing to play.
    virtual bool makeReady() { return true; }
    /// Is no single moment looked at, but all of them together? The step on then goes to the one where the clock stands.
    [[nodiscard]] virtual bool showsAll() const { return false; }
    /// The slider and the buttons beside it.
    void showControls(bool shown);
    void showWords(bool shown) { words_->setVisible(shown); }
    /// It itself, not one that it is joined with.
    [[nodiscard]] bool isTicking() const { return clock_.isActive(); }
    /// At the end of the row.
    void addControl(QWidget* control);

  private:
    void advance();
    void move(double position);
    void showState();
    void startClock();
    void stopClocks();
    void addButton(QString const& text, QString const& name, int steps);
    [[nodiscard]] double scale() const; ///< of the slider: its places per step

    Pace pace_;
    Names names_;
    QHBoxLayout* row_;
    QToolButton* playButton_;
    QSlider* slider_;
    QLabel* words_;
    QList<QWidget*> controls_;
    QTimer clock_;
    QList<Player*> joined_{this}; ///< all that share its clock
    QElapsedTimer sinceFrame_;
    Player* leader_ = nullptr;
    double position_ = 0;
    double end_ = 0;
};

} // namespace tessera::gui
