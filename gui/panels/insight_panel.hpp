// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures that explain one concept of the job: its template, a rank's memory, two rhythms, the stages of a method.
#pragma once

#include "gui/panels/mapping_drag.hpp"
#include "gui/panels/view_panel.hpp"

#include <QComboBox>
#include <QLabel>

namespace tessera::gui {

/// Follows the selected rank and the selected element, before or after the remapping.
class InsightPanel final : public ScenePanel {
    Q_OBJECT
  public:
    static PanelKind const kind;
    explicit InsightPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QComboBox* kinds() { return kinds_; }
    [[nodiscard]] QString about() const { return about_->text(); }
    [[nodiscard]] QWidget* entryWidget() override { return kinds_; }

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
    QLabel* about_; ///< explains the picture
    MappingDrag drag_;
    std::optional<Mapping> dragged_; ///< the mapping at the start of the drag
    Selection::Side draggedSide_ = Selection::Side::Source;
};

/// Returns the picture for the selection. Errors: those of state_insight() and change_insight().
[[nodiscard]] Result<Scene> insightScene(Derived const& derived, Selection const& selection, ScheduleChoice const& choice,
                                         Watch const& watch = {});

} // namespace tessera::gui
