// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the order of the messages: algorithm, steps, and all algorithms beside each other.
#pragma once

#include "gui/canvas/scene_canvas.hpp"
#include "gui/models/algorithms_model.hpp"
#include "gui/models/steps_model.hpp"
#include "gui/panels/drawing.hpp"
#include "gui/panels/table_view.hpp"
#include "gui/session/session.hpp"
#include "libcore/network/cost.hpp"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <memory>

namespace tessera::gui {

class SchedulePanel final : public QWidget {
    Q_OBJECT
  public:
    explicit SchedulePanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QComboBox* algorithm() { return algorithm_; }
    [[nodiscard]] QLineEdit* topology() { return topology_; }
    [[nodiscard]] StepsModel* steps() { return steps_; }
    [[nodiscard]] AlgorithmsModel* comparison() { return comparison_; }
    [[nodiscard]] QComboBox* machine() { return machine_; }
    [[nodiscard]] SceneCanvas* chart() { return chart_; }
    [[nodiscard]] QString summary() const { return summary_->text(); }
    [[nodiscard]] bool isBusy() const { return drawing_.isRunning(); }

    /// Loads and times of the steps of a flow.
    struct Costs {
        ScheduleCost costs;
        std::string untimed; ///< why there are loads alone, where a machine was chosen; else empty
    };
    struct Chart {
        std::shared_ptr<Costs const> costs;
        Scene scene;
    };

  public slots:
    void play();
    void moveBy(int steps);

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QWidget* createChoices();
    void fillMachines();
    void showChoice();
    void chooseMachine(int place);
    void readMachine(QString const& path);
    void drawChart();
    void showChart(Result<Chart> const& chart);
    void clicked(SceneTag const& tag);
    QWidget* createPlayer();
    QWidget* createTables();
    void choose();
    void showFlow();
    void showSteps();
    void showSelection();
    void goTo(int step);
    [[nodiscard]] QString summaryText() const;

    Session& session_;
    QComboBox* algorithm_;
    QLineEdit* topology_;
    QComboBox* machine_;
    QLabel* summary_;
    QToolButton* playButton_;
    QSlider* slider_;
    QLabel* stepText_;
    QTabWidget* tables_;
    StepsModel* steps_;
    AlgorithmsModel* comparison_;
    TableView* stepTable_;
    TableView* comparisonTable_;
    SceneCanvas* chart_;
    Drawing* chartDrawing_;
    FlowPointer charted_; ///< the flow that the chart shows, and the step that it frames
    int chartedStep_ = -1;
    std::shared_ptr<Costs const> costs_; ///< of that flow
    Background drawing_;
    QTimer clock_;
};

} // namespace tessera::gui
