// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages: totals, the matrix, and the table.
#pragma once

#include "gui/models/messages_model.hpp"
#include "gui/panels/table_view.hpp"
#include "gui/panels/view_panel.hpp"

#include <QPushButton>
#include <optional>

namespace tessera::gui {

class MessagesPanel final : public ScenePanel {
    Q_OBJECT
  public:
    static PanelKind const kind;
    explicit MessagesPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] MessagesModel* model() { return model_; }
    [[nodiscard]] TableView* table() { return table_; }
    [[nodiscard]] QWidget* entryWidget() override { return table_; }
    /// A job that maps its arrays once sends nothing.
    [[nodiscard]] bool suits(Job const* job) const override { return !job || job->moves(); }
    [[nodiscard]] QPushButton* allButton() { return all_; } ///< shows the whole matrix again; hidden while all of it is visible
    [[nodiscard]] QString totals() const { return totals_->text(); }

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void showJob() override;
    void showSelection() override;
    void draw() override;
    void clicked(SceneTag const& tag);
    void selectRow(QModelIndex const& index);
    void select(Rank from, Rank to);

    [[nodiscard]] static bool isCellOf(SceneTag const& tag, Selection::Pair message);
    void lookAt(std::optional<Selection::Part> part);
    void showPart();
    [[nodiscard]] bool anySent(Selection::Part const& part) const;

    QLabel* totals_;
    QPushButton* all_;
    MessagesModel* model_;
    TableView* table_;
    DerivedPointer shown_;
    std::optional<Selection::Part> part_; ///< drawn part of the matrix; nothing: all of it
};

} // namespace tessera::gui
