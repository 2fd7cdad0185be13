// SPDX-License-Identifier: BSD-3-Clause
// Tessera: below all others: the memory of a rank, and what is to be said of the selected element.
#pragma once

#include "gui/panels/view_panel.hpp"

#include <QLabel>
#include <QPlainTextEdit>
#include <QToolButton>

namespace tessera::gui {

/// The memory of the selected rank, or of the element's owner: which element lies in which slot. Beside it the details: whether the
/// element moves, and the formulas that give its owners. Folded, one line is left, which says where the element lies.
class MemoryPanel final : public ScenePanel {
    Q_OBJECT
  public:
    explicit MemoryPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QWidget* entrance() override { return fold_; }
    /// The line that is left: it stands for the title of the panel.
    [[nodiscard]] QWidget* header() { return header_; }
    [[nodiscard]] QString sentence() const { return sentence_->text(); }
    [[nodiscard]] QString details() const { return details_->toPlainText(); }
    [[nodiscard]] QToolButton* fold() { return fold_; }
    [[nodiscard]] bool isFolded() const { return isFolded_; }
    /// As the person left it; `otherwise`, where nobody has said.
    void foldAsRemembered(bool otherwise);

  signals:
    void folded(bool isFolded);

  private:
    void createHeader();
    void setFolded(bool folded);
    void showJob() override { showSelection(); }
    void showSelection() override;
    void draw() override;
    void roomChanged() override { redraw(); } ///< the slots are laid out for the room there is
    void click(SceneTag const& tag);

    QWidget* header_;
    QToolButton* fold_;
    QLabel* sentence_;
    QPlainTextEdit* details_;
    QWidget* body_;
    bool isFolded_ = false;
};

} // namespace tessera::gui
