// SPDX-License-Identifier: BSD-3-Clause
// Tessera: who owns what before and after, side by side.
#pragma once

#include "gui/canvas/ownership_canvas.hpp"
#include "gui/panels/flow_player.hpp"
#include "gui/panels/mapping_drag.hpp"
#include "gui/panels/view_panel.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QPlainTextEdit>

namespace tessera::gui {

class OwnershipPanel final : public ViewPanel {
    Q_OBJECT
  public:
    explicit OwnershipPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] OwnershipCanvas* source() { return source_; }
    [[nodiscard]] OwnershipCanvas* target() { return target_; }
    [[nodiscard]] FlowPlayer* flowPlayer() { return flowPlayer_; }
    [[nodiscard]] QWidget* entrance() override { return source_; }
    [[nodiscard]] QString explanation() const { return explanation_->toPlainText(); }

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

  private:
    QWidget* createChoices();
    QWidget* createPictures();
    void createExplanation();
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
    void selectElement(Selection::Side side, Extents const& element);
    void clickElement(Selection::Side side, Extents const& element);
    void explain(Selection::Side side, Extents const& element);
    [[nodiscard]] std::shared_ptr<RedistPlan const> plan() const; ///< the one looked at, or null
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
    QPlainTextEdit* explanation_;
    Extents fixed_;
};

} // namespace tessera::gui
