// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the network with links coloured by load, in the current step or in all, for one algorithm or two.
#pragma once

#include "gui/models/links_model.hpp"
#include "gui/panels/network_drawing.hpp"
#include "gui/panels/table_view.hpp"
#include "gui/panels/view_panel.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QSplitter>
#include <optional>

namespace tessera::gui {

class NetworkPanel final : public ScenePanel {
    Q_OBJECT
  public:
    static PanelKind const kind;
    explicit NetworkPanel(Session& session, QWidget* parent = nullptr);
    /// A job that maps its arrays once sends nothing.
    [[nodiscard]] bool suits(Job const* job) const override { return !job || job->moves(); }
    [[nodiscard]] SceneCanvas* besideCanvas() { return besideCanvas_; } ///< picture of the second algorithm
    [[nodiscard]] LinksModel* links() { return links_; }
    [[nodiscard]] QComboBox* beside() { return beside_; }
    [[nodiscard]] QCheckBox* allSteps() { return allSteps_; }
    [[nodiscard]] QString traffic() const { return traffic_->text(); } ///< messages through the selected link
    [[nodiscard]] bool isBusy() const override { return ScenePanel::isBusy() || besideWork_.isRunning(); }

  private:
    QWidget* createChoices();
    QWidget* createPictures();
    void createPlayer();
    void showSchedule() override;
    void showSelection() override;
    void showMoment();
    void showWords();
    void play(double position);
    void select(double position);
    void draw() override;
    void arrive(Result<NetworkDrawing> const& drawing);
    void showChoice();
    void startBeside();
    void showBeside(Result<NetworkPicture> const& picture);
    void selectLink(QModelIndex const& index);
    void clicked(SceneTag const& tag);
    [[nodiscard]] std::optional<int> shownStep() const; ///< nothing: all steps together
    [[nodiscard]] double shownShare() const;            ///< elapsed share of that step's time
    [[nodiscard]] int stepAt(double position) const;

    QCheckBox* allSteps_;
    QComboBox* beside_;
    SceneCanvas* besideCanvas_;
    QSplitter* pictures_; ///< the two pictures side by side
    LinksModel* links_;
    TableView* table_;
    QLabel* traffic_;
    CountedTraffic known_;             ///< the loads counted last
    std::optional<NetworkView> drawn_; ///< the view drawn last, or being drawn
    bool late_ = false;                ///< true: the clock has advanced while a moment was drawn
    std::string besideName_;           ///< second algorithm in the picture; empty: none
    SchedulePointer besideSchedule_;
    Background besideWork_; ///< computes the second schedule
};

} // namespace tessera::gui
