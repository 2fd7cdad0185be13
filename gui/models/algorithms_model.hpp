// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the exchange algorithms beside each other, for the messages at hand.
#pragma once

#include "gui/models/records_model.hpp"
#include "libcore/base/index.hpp"

#include <optional>

namespace tessera::gui {

struct AlgorithmRecord {
    QString name;
    QString refusal; ///< why it cannot be used here; empty: it can
    int steps = 0;
    Index transfers = 0;
    double overBound = 0; ///< one-port cost over the lower bound
    double maxLoad = 0;   ///< largest of all steps
    double bytes = 0;     ///< through the busiest port or link, step by step
    double impact = 1;    ///< cost with contention over cost without
    std::optional<double> time;
};

class AlgorithmsModel final : public RecordsModel<AlgorithmRecord> {
    Q_OBJECT
  public:
    enum Columns { Name, Steps, Transfers, OverBound, MaxLoad, Bytes, Impact, Time };
    explicit AlgorithmsModel(QObject* parent = nullptr);

  private:
    [[nodiscard]] QString text(int record, int column) const override;
    [[nodiscard]] double key(int record, int column) const override;
};

} // namespace tessera::gui
