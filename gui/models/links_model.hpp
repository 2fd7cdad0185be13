// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the links of a network and what they carry, as a table.
#pragma once

#include "gui/models/records_model.hpp"
#include "libcore/base/index.hpp"

namespace tessera::gui {

struct LinkRecord {
    int link = 0;
    QString from;
    QString to;
    Index width = 1;
    Index messages = 0;
    Index bytes = 0;
    double load = 0;  ///< messages over width
    double share = 0; ///< of the busiest link's bytes over width and capacity: 0 .. 1
};

class LinksModel final : public RecordsModel<LinkRecord> {
    Q_OBJECT
  public:
    enum Columns { From, To, Width, Messages, Bytes, Load, Share };
    explicit LinksModel(QObject* parent = nullptr);

  private:
    [[nodiscard]] QString text(int record, int column) const override;
    [[nodiscard]] double key(int record, int column) const override;
};

} // namespace tessera::gui
