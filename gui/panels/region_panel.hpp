// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements that an I/O statement accesses, over the ownership picture, for changing parameters.
#pragma once

#include "gui/panels/parameter_sliders.hpp"
#include "gui/panels/view_panel.hpp"
#include "gui/session/region_work.hpp"

#include <QComboBox>
#include <QLabel>

namespace tessera::gui {

/// Only for jobs with a region.
class RegionPanel final : public ScenePanel {
    Q_OBJECT
  public:
    static PanelKind const kind;
    explicit RegionPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QComboBox* line() { return line_; }
    [[nodiscard]] QComboBox* shown() { return shown_; }
    [[nodiscard]] ParameterSliders* sliders() { return sliders_; }
    [[nodiscard]] QString summary() const { return summary_->text(); }
    [[nodiscard]] QWidget* entryWidget() override { return sliders_; }
    [[nodiscard]] bool suits(Job const* job) const override { return job && !job->regions.empty(); }

  private:
    void showJob() override;
    void showSelection() override;
    void draw() override;
    void showLines(Job const& job);
    void showSliders(RegionChoice const& choice);
    void showChoices(RegionChoice const& choice);
    void plan();
    void forget(); ///< drops the work, and cancels planning
    void arrive(Result<RegionWorkPointer> const& work);
    void drawWork();
    void arrive(Result<RegionPicture> const& picture);
    void clicked(SceneTag const& tag);

    QComboBox* line_;
    QComboBox* shown_; ///< the elements, or the work over one of the parameters
    ParameterSliders* sliders_;
    QLabel* summary_;
    RegionWorkPointer work_;
    int planned_ = 0; ///< line from which work_ was made
};

} // namespace tessera::gui
