// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the panel at the bottom: the memory of a rank, and details of the selected element.
#pragma once

#include "gui/panels/view_panel.hpp"

#include <QLabel>
#include <QPlainTextEdit>
#include <QToolButton>

namespace tessera::gui {

/// Shows the memory of the selected rank, or of the element's owner: the element in each slot. Beside it are details: whether the
/// element moves, and the formulas for its owners. When folded, one line remains, which says where the element is stored.
class MemoryPanel final : public ScenePanel {
    Q_OBJECT
  public:
    static PanelKind const kind;
    explicit MemoryPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QWidget* entryWidget() override { return fold_; }
    /// Returns the line that remains when folded; it also is the panel's title.
    [[nodiscard]] QWidget* header() override { return header_; }
    [[nodiscard]] QString sentence() const { return sentence_->text(); }
    [[nodiscard]] QString details() const { return details_->toPlainText(); }
    [[nodiscard]] QToolButton* fold() { return fold_; }
    [[nodiscard]] bool isFolded() const { return isFolded_; }
    /// Restores the user's last choice; `otherwise`: the default if there is none.
    void foldAsRemembered(bool otherwise);

  signals:
    void folded(bool isFolded);

  private:
    void createHeader();
    void setFolded(bool folded);
    void showJob() override { showSelection(); }
    void showSelection() override;
    void showNoMemory();
    void draw() override;
    void roomChanged() override { redraw(); } ///< the layout of the slots depends on the available space
    void click(SceneTag const& tag);

    QWidget* header_;
    QToolButton* fold_;
    QLabel* sentence_;
    QPlainTextEdit* details_;
    QWidget* body_;
    bool isFolded_ = false;
};

} // namespace tessera::gui
