// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the states of a job in a row, and between them what it takes to go from one to the next.
#pragma once

#include "gui/session/derivation.hpp"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>

namespace tessera::gui {

/// A button for each transition, in the order of the job; the one that is looked at is down. States in which all arrays are mapped
/// alike have the same letter: A → B → A comes back to where it began. Behind them what all of them move.
/// Hidden where there is a single one; scrolled where there are more than fit.
class StateStrip final : public QScrollArea {
    Q_OBJECT
  public:
    explicit StateStrip(QWidget* parent = nullptr);

    void show(Derived const& derived);
    [[nodiscard]] QList<QAbstractButton*> const& buttons() const { return buttons_; }
    [[nodiscard]] QString sum() const { return sum_->text(); }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

  signals:
    void chosen(std::size_t transition);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    /// A bar to scroll with takes its height beside the buttons, not from them.
    void fitHeight();
    void rebuild(std::size_t transitions);

    QHBoxLayout* row_;
    QList<QAbstractButton*> buttons_;
    QLabel* sum_;
};

/// Of the states from 0 to the last: "A", "B", "A"; numbers where letters run out.
[[nodiscard]] QStringList stateNames(Job const& job, Index states);

} // namespace tessera::gui
