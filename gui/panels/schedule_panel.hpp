// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the order of the messages: algorithm, steps, and a comparison of all algorithms.
#pragma once

#include "gui/models/algorithms_model.hpp"
#include "gui/models/steps_model.hpp"
#include "gui/panels/comparison_delegate.hpp"
#include "gui/panels/table_view.hpp"
#include "gui/panels/view_panel.hpp"
#include "libcore/network/cost.hpp"

#include <QTabWidget>
#include <memory>

namespace tessera::gui {

class SchedulePanel final : public ScenePanel {
    Q_OBJECT
  public:
    static PanelKind const kind;
    explicit SchedulePanel(Session& session, QWidget* parent = nullptr);
    /// A job that maps its arrays once sends nothing.
    [[nodiscard]] bool suits(Job const* job) const override { return !job || job->moves(); }
    [[nodiscard]] StepsModel* steps() { return steps_; }
    [[nodiscard]] AlgorithmsModel* comparison() { return comparison_; }
    [[nodiscard]] TableView* comparisonTable() { return comparisonTable_; }
    [[nodiscard]] ComparisonDelegate* marks() { return marks_; }
    [[nodiscard]] QString aboutAlgorithm() const { return about_->text(); } ///< text on the selected row
    [[nodiscard]] QString summary() const { return summary_->text(); }

    [[nodiscard]] bool isCounting() const override { return counting_.isRunning(); }

    /// Loads and times of the steps of a schedule.
    struct Costs {
        ScheduleCost costs;
        std::string untimed; ///< reason why there are no times although a machine was chosen; else empty
    };
    struct Chart {
        std::shared_ptr<Costs const> costs;
        Scene scene;
    };

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QWidget* createTables();
    QWidget* createComparison();
    void createPlayer();
    void choose(std::string const& algorithm);
    void showSchedule() override;
    void showSelection() override;
    void showMessage();
    void draw() override;
    void showChart(Result<Chart> const& chart);
    void drawFirst(SchedulePointer const& sited, int step);
    void countCosts(SchedulePointer const& sited);
    void showSteps();
    void showComparison();
    void widenReasons();
    void showAbout();
    void goTo(int step);
    void clicked(SceneTag const& tag);
    [[nodiscard]] QString summaryText() const;

    QLabel* summary_;
    StepsModel* steps_;
    AlgorithmsModel* comparison_;
    TableView* stepTable_;
    TableView* comparisonTable_;
    ComparisonDelegate* marks_ = nullptr; ///< marks in comparisonTable_
    QLabel* about_;                       ///< text below comparisonTable_: the algorithm of its current row, and why it cannot be
                                          ///< used here
    SchedulePointer charted_;             ///< schedule in the chart, and the framed step
    int chartedStep_ = -1;
    std::shared_ptr<Costs const> costs_; ///< costs of charted_
    SchedulePointer markedIn_;           ///< schedule in which the cell of a message is marked, and that message
    std::optional<Selection::Pair> marked_;
    Background counting_; ///< computes costs that are drawn later
};

} // namespace tessera::gui
