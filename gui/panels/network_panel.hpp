// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the network, its links coloured by what they carry in the current step.
#pragma once

#include "gui/canvas/scene_canvas.hpp"
#include "gui/models/links_model.hpp"
#include "gui/panels/table_view.hpp"
#include "gui/session/session.hpp"

#include <QLabel>
#include <QWidget>

namespace tessera::gui {

class NetworkPanel final : public QWidget {
    Q_OBJECT
  public:
    explicit NetworkPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] SceneCanvas* canvas() { return canvas_; }
    [[nodiscard]] LinksModel* links() { return links_; }
    [[nodiscard]] QString traffic() const { return traffic_->text(); } ///< the messages through the selected link

  private:
    void showStep();
    void showLink();
    void selectLink(QModelIndex const& index);

    Session& session_;
    SceneCanvas* canvas_;
    LinksModel* links_;
    TableView* table_;
    QLabel* traffic_;
    FlowPointer shown_;
    int shownStep_ = -1;
    StepLoads loads_;
};

/// What stands under the name of a network: "pex, step 3 of 7".
[[nodiscard]] std::string stepCaption(Flow const& flow, int step);

} // namespace tessera::gui
