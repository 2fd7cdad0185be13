// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps of a schedule as a table.
#pragma once

#include "gui/models/numbers.hpp"
#include "gui/models/records_model.hpp"
#include "libcore/pipeline/sited_schedule.hpp"

namespace tessera::gui {

/// Steps are 0-based in records, and 1-based on the screen.
class StepsModel final : public RecordsModel<RatedStep> {
    Q_OBJECT
  public:
    enum Columns { Step, Messages, Bytes, Idle, MaxLoad, MaxLoadBytes, Demand, Utilisation, Time };
    explicit StepsModel(QObject* parent = nullptr);

  private:
    void recordsChanged() override;
    [[nodiscard]] QString text(int record, int column) const override;
    [[nodiscard]] double key(int record, int column) const override;

    TimeUnit unit_; ///< of all times in the table
};

} // namespace tessera::gui
