// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a strip with a short explanation of the current view, for new users.
#pragma once

#include "gui/panels/panel_kind.hpp"

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
    View view_ = nullptr;
    QToolButton* fold_;
    QLabel* words_;
};

} // namespace tessera::gui
