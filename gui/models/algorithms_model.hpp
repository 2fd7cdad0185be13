// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a comparison of the exchange algorithms for the current messages.
#pragma once

#include "gui/models/numbers.hpp"
#include "gui/models/records_model.hpp"
#include "libcore/pipeline/rated_schedule.hpp"

namespace tessera::gui {

class AlgorithmsModel final : public RecordsModel<ComparedSchedule> {
    Q_OBJECT
  public:
    enum Columns {
        Name,
        Steps,
        Bytes,
        Time,
        Transfers,
        OverBound,
        MaxLoad,
        Impact
    }; ///< the most important first, because a panel
       ///< may be narrow
    explicit AlgorithmsModel(QObject* parent = nullptr);

  private:
    void recordsChanged() override;
    [[nodiscard]] QString text(int record, int column) const override;
    [[nodiscard]] double key(int record, int column) const override;

    TimeUnit unit_; ///< of all times in the table
};

} // namespace tessera::gui
