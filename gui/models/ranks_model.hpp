// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ranks of a redistribution: what each holds before and after, and what it sends and receives.
#pragma once

#include "gui/models/table_model.hpp"
#include "libcore/redist/multi_plan.hpp"

#include <memory>

namespace tessera::gui {

/// One row per rank from 0; a row is computed when it is looked at.
class RanksModel final : public TableModel {
    Q_OBJECT
  public:
    enum Columns { Number, Before, After, Sends, Receives };

    explicit RanksModel(QObject* parent = nullptr);
    void setPlan(std::shared_ptr<MultiPlan const> plan);

  private:
    [[nodiscard]] int recordCount() const override { return plan_ ? static_cast<int>(plan_->ranks()) : 0; }
    [[nodiscard]] QString text(int record, int column) const override;
    [[nodiscard]] double key(int record, int column) const override;
    [[nodiscard]] Index number(int record, int column) const;

    std::shared_ptr<MultiPlan const> plan_;
};

} // namespace tessera::gui
