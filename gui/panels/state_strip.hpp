// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the states of a job in a row, with the transitions between them.
#pragma once

#include "gui/session/derivation.hpp"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>

namespace tessera::gui {

/// A button for each transition, in the order of the job; the selected one is down. States with equal mappings of all arrays have
/// the same letter: A → B → A returns to its beginning. After the buttons is the sum of all transitions. Hidden if there is a
/// single transition; scrolls if there are too many.
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
    /// A scroll bar increases the height of the strip instead of covering the buttons.
    void fitHeight();
    void rebuild(std::size_t transitions);

    QHBoxLayout* row_;
    QList<QAbstractButton*> buttons_;
    QLabel* sum_;
};

/// Returns the names of the states from 0 to the last: "A", "B", "A"; numbers after Z.
[[nodiscard]] QStringList stateNames(Job const& job, Index states);

} // namespace tessera::gui
