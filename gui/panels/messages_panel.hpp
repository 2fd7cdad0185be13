// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what moves: totals, the matrix of messages, and the table of them.
#pragma once

#include "gui/canvas/scene_canvas.hpp"
#include "gui/models/messages_model.hpp"
#include "gui/panels/table_view.hpp"
#include "gui/session/session.hpp"

#include <QLabel>
#include <QWidget>

namespace tessera::gui {

class MessagesPanel final : public QWidget {
    Q_OBJECT
  public:
    explicit MessagesPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] MessagesModel* model() { return model_; }
    [[nodiscard]] TableView* table() { return table_; }
    [[nodiscard]] QString totals() const { return totals_->text(); }

  private:
    void showPlan();
    void showSelection();
    void selectRow(QModelIndex const& index);

    Session& session_;
    QLabel* totals_;
    MessagesModel* model_;
    TableView* table_;
    DerivedPointer shown_;
};

} // namespace tessera::gui
