// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the network, its links coloured by what they carry in the current step or in all, for one algorithm or two.
#pragma once

#include "gui/canvas/scene_canvas.hpp"
#include "gui/models/links_model.hpp"
#include "gui/panels/drawing.hpp"
#include "gui/panels/table_view.hpp"
#include "gui/session/session.hpp"
#include "libcore/scene/network_traffic.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QWidget>
#include <optional>

namespace tessera::gui {

class NetworkPanel final : public QWidget {
    Q_OBJECT
  public:
    explicit NetworkPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] SceneCanvas* canvas() { return canvas_; }
    [[nodiscard]] SceneCanvas* besideCanvas() { return besideCanvas_; } ///< of the second algorithm
    [[nodiscard]] LinksModel* links() { return links_; }
    [[nodiscard]] QComboBox* beside() { return beside_; }
    [[nodiscard]] QCheckBox* allSteps() { return allSteps_; }
    [[nodiscard]] QString traffic() const { return traffic_->text(); } ///< the messages through the selected link
    [[nodiscard]] bool isBusy() const { return besideWork_.isRunning(); }

  private:
    QWidget* createChoices();
    QWidget* createPictures();
    void showFlow();
    void showStep();
    void countLoads();
    void showPictures();
    void showTraffic();
    void startBeside();
    void showBeside();
    void selectLink(QModelIndex const& index);
    void clicked(SceneTag const& tag);
    [[nodiscard]] std::optional<int> shownStep() const; ///< nothing: all steps together
    [[nodiscard]] std::vector<int> marked() const;

    Session& session_;
    QCheckBox* allSteps_;
    QComboBox* beside_;
    SceneCanvas* canvas_;
    SceneCanvas* besideCanvas_;
    LinksModel* links_;
    TableView* table_;
    QLabel* traffic_;
    Drawing* drawing_;
    FlowPointer counted_;            ///< whose loads are known
    std::optional<int> countedStep_; ///< in which step
    NetworkTraffic loads_;
    FlowPointer besideFlow_;
    Background besideWork_;
};

} // namespace tessera::gui
