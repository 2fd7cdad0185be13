// SPDX-License-Identifier: BSD-3-Clause
// Tessera: who owns what before and after, side by side.
#pragma once

#include "gui/canvas/ownership_canvas.hpp"
#include "gui/panels/flow_player.hpp"
#include "gui/panels/mapping_drag.hpp"
#include "gui/session/session.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QWidget>

namespace tessera::gui {

class OwnershipPanel final : public QWidget {
    Q_OBJECT
  public:
    explicit OwnershipPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] OwnershipCanvas* source() { return source_; }
    [[nodiscard]] OwnershipCanvas* target() { return target_; }
    [[nodiscard]] FlowPlayer* player() { return player_; }
    [[nodiscard]] QString explanation() const { return explanation_->toPlainText(); }

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

  private:
    [[nodiscard]] RedistPlan const* plan() const; ///< the one looked at, or null
    void showPlan();
    void fillArrays();
    void fillAxes();
    void addSlider(int dim);
    void applyAxes();
    void showSelection();
    void clickElement(Selection::Side side, Extents const& element);
    void connectDrags(OwnershipCanvas* canvas, Selection::Side side);
    void explain(Selection::Side side, Extents const& element);
    [[nodiscard]] std::vector<Highlight> highlightsOf(Mapping const& mapping, Selection::Side side) const;
    [[nodiscard]] std::optional<Extents> elementOn(Selection::Side side) const;

    Session& session_;
    DerivedPointer shown_;
    MappingDrag drag_;
    QWidget* controls_;
    QComboBox* arrays_;
    QComboBox* rowDim_;
    QComboBox* columnDim_;
    QWidget* sliders_;
    QFormLayout* sliderRows_;
    OwnershipCanvas* source_;
    OwnershipCanvas* target_;
    FlowPlayer* player_ = nullptr;
    QPlainTextEdit* explanation_;
    Extents fixed_;
};

} // namespace tessera::gui
