// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a strip that says in a sentence or two what is being looked at, for those who have never seen it.
#pragma once

#include "gui/session/command_text.hpp"
#include "gui/session/session.hpp"

#include <QLabel>
#include <QToolButton>
#include <QWidget>

namespace tessera::gui {

/// Folded it is one line high, and stays so the next time.
class ExplanationStrip final : public QWidget {
    Q_OBJECT
  public:
    explicit ExplanationStrip(Session& session, QWidget* parent = nullptr);
    /// What is looked at.
    void explain(View view);
    [[nodiscard]] QString text() const { return words_->text(); }
    [[nodiscard]] QToolButton* fold() { return fold_; }
    [[nodiscard]] bool isFolded() const { return words_->isHidden(); }

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void fitHeight();
    void setFolded(bool folded);
    void refresh();

    Session& session_;
    View view_ = View::Ownership;
    QToolButton* fold_;
    QLabel* words_;
};

/// Of a view of this job. `algorithm`: of the schedule that is shown, or empty.
[[nodiscard]] QString explanationOf(View view, Job const& job, std::string const& algorithm);

} // namespace tessera::gui
