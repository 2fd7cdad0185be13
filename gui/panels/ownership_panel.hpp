// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the owners before and after, side by side.
#pragma once

#include "gui/canvas/ownership_canvas.hpp"
#include "gui/panels/flow_player.hpp"
#include "gui/panels/mapping_drag.hpp"
#include "gui/panels/view_panel.hpp"

#include <QComboBox>
#include <QFormLayout>

namespace tessera::gui {

class OwnershipPanel final : public ViewPanel {
    Q_OBJECT
  public:
    static PanelKind const kind;
    explicit OwnershipPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] OwnershipCanvas* source() { return source_; }
    [[nodiscard]] OwnershipCanvas* target() { return target_; }
    [[nodiscard]] FlowPlayer* flowPlayer() { return flowPlayer_; }
    [[nodiscard]] QWidget* entryWidget() override { return source_; }
    /// Adds the drawn dimensions and the fixed indices if they differ from the default of distplan draw. The command has one option
    /// for both arrays; it is that of the first.
    void addTo(ViewState& viewed) const override;

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

  private:
    QWidget* createChoices();
    QWidget* createPictures();
    void orderTabs();
    void connectPictures();
    void connectDrags(OwnershipCanvas* canvas, Selection::Side side);
    void showJob() override;
    void showSelection() override;
    void showPlan();
    void showGhosts();
    void fillArrays();
    void fillAxes();
    void addSlider(int dim);
    void fix(std::size_t dim, Index index);
    void applyAxes();
    void lookAt(int array);
    void stepTo(Selection::Side side, Extents const& element);
    void clickElement(Selection::Side side, Extents const& element);
    [[nodiscard]] std::shared_ptr<RedistPlan const> plan() const; ///< the current plan, or null
    [[nodiscard]] std::vector<Highlight> highlightsOf(RedistPlan const& plan, Selection::Side side) const;
    [[nodiscard]] std::optional<Extents> elementOn(Selection::Side side) const;

    DerivedPointer shown_;
    MappingDrag drag_;
    QComboBox* arrays_;
    QComboBox* rowDim_;
    QComboBox* columnDim_;
    QWidget* sliders_;
    QFormLayout* sliderRows_;
    OwnershipCanvas* source_;
    OwnershipCanvas* target_;
    FlowPlayer* flowPlayer_ = nullptr;
    Extents fixed_;
};

} // namespace tessera::gui
