// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what moves: totals, the matrix of messages, and the table of them.
#pragma once

#include "gui/canvas/scene_canvas.hpp"
#include "gui/models/messages_model.hpp"
#include "gui/panels/drawing.hpp"
#include "gui/panels/table_view.hpp"
#include "gui/session/session.hpp"
#include "libcore/scene/messages_scene.hpp"

#include <QLabel>
#include <QWidget>
#include <optional>

namespace tessera::gui {

class MessagesPanel final : public QWidget {
    Q_OBJECT
  public:
    explicit MessagesPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] MessagesModel* model() { return model_; }
    [[nodiscard]] TableView* table() { return table_; }
    [[nodiscard]] SceneCanvas* matrix() { return matrix_; }
    [[nodiscard]] bool isBusy() const { return drawing_.isRunning(); }
    [[nodiscard]] QString totals() const { return totals_->text(); }

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void showPlan();
    void drawMatrix();
    void clicked(SceneTag const& tag);
    void showSelection();
    void selectRow(QModelIndex const& index);

    Session& session_;
    QLabel* totals_;
    MessagesModel* model_;
    TableView* table_;
    SceneCanvas* matrix_;
    DerivedPointer shown_;
    std::optional<MessagesView> part_; ///< of the matrix that is looked at; nothing: all of it
    Drawing* matrixDrawing_;
    Background drawing_;
};

} // namespace tessera::gui
