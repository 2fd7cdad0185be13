// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures that explain one thing about the job: its template, the memory of a rank, two rhythms, the stages of a method.
#pragma once

#include "gui/panels/mapping_drag.hpp"
#include "gui/panels/view_panel.hpp"

#include <QComboBox>
#include <QLabel>

namespace tessera::gui {

/// Follows the selection: the rank and the element that are selected, before the remapping or after it.
class InsightPanel final : public ScenePanel {
    Q_OBJECT
  public:
    explicit InsightPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QComboBox* kinds() { return kinds_; }
    [[nodiscard]] QString about() const { return about_->text(); }
    [[nodiscard]] QWidget* entrance() override { return kinds_; }

  private:
    void showJob() override { redraw(); }
    void showSchedule() override { redraw(); }
    void showSelection() override;
    void draw() override;
    void choose(int place);
    [[nodiscard]] bool isGrip(SceneTag const& tag) const;
    void drag(SceneTag const& from, SceneTag const& to);
    void endDrag(bool keep);

    QComboBox* kinds_;
    QLabel* about_; ///< what the picture explains
    MappingDrag drag_;
    std::optional<Mapping> dragged_; ///< as it was when the drag began
    Selection::Side draggedSide_ = Selection::Side::Source;
};

/// The picture of what is selected. Errors: as state_insight() and change_insight().
[[nodiscard]] Result<Scene> insightScene(Derived const& derived, Selection const& selection, ScheduleChoice const& choice,
                                         Watch const& watch = {});

} // namespace tessera::gui
