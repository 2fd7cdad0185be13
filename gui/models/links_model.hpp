// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the links of a network and their loads, as a table.
#pragma once

#include "gui/models/records_model.hpp"
#include "libcore/network/busy_links.hpp"

namespace tessera::gui {

class LinksModel final : public RecordsModel<BusyLink> {
    Q_OBJECT
  public:
    enum Columns { From, To, Width, Messages, Bytes, Load, Share };
    explicit LinksModel(QObject* parent = nullptr);

  private:
    [[nodiscard]] QString text(int record, int column) const override;
    [[nodiscard]] double key(int record, int column) const override;
};

} // namespace tessera::gui
