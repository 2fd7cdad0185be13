// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a strip with a short explanation of the current view, for new users.
#pragma once

#include "gui/session/command_text.hpp"
#include "gui/session/session.hpp"

#include <QLabel>
#include <QToolButton>
#include <QWidget>

namespace tessera::gui {

/// When folded it is one line high. The state is remembered for the next start.
class ExplanationStrip final : public QWidget {
    Q_OBJECT
  public:
    explicit ExplanationStrip(Session& session, QWidget* parent = nullptr);
    /// Sets the view to explain.
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

/// Returns the explanation of a view of this job. `algorithm`: of the current schedule, or empty.
[[nodiscard]] QString explanationOf(View view, Job const& job, std::string const& algorithm);

} // namespace tessera::gui
