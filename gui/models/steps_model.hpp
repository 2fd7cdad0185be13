// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps of a schedule as a table.
#pragma once

#include "gui/models/records_model.hpp"
#include "libcore/base/index.hpp"

#include <optional>

namespace tessera::gui {

/// One step; `step` counts from 0, and is shown from 1.
struct StepRecord {
    int step = 0;
    Index messages = 0;
    Index bytes = 0;
    Index idleRanks = 0;
    double maxLoad = 0;      ///< messages over link width
    double maxLoadBytes = 0; ///< bytes over link width and capacity
    double demand = 0;
    double utilisation = 0;
    std::optional<double> time; ///< s
};

class StepsModel final : public RecordsModel<StepRecord> {
    Q_OBJECT
  public:
    enum Columns { Step, Messages, Bytes, Idle, MaxLoad, MaxLoadBytes, Demand, Utilisation, Time };
    explicit StepsModel(QObject* parent = nullptr);

  private:
    [[nodiscard]] QString text(int record, int column) const override;
    [[nodiscard]] double key(int record, int column) const override;
};

} // namespace tessera::gui
