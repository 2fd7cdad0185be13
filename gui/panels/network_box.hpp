// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the choice of a network: any that can be typed, and a list of those that suit the job, each with a small drawing.
#pragma once

#include <QComboBox>
#include <QPixmap>

namespace tessera {
class Topology;
}

namespace tessera::gui {

/// Its line takes any network; an empty one stands for what is assumed.
class NetworkBox final : public QComboBox {
    Q_OBJECT
  public:
    explicit NetworkBox(QWidget* parent = nullptr);
    /// Offers networks with room for so many ranks.
    void offer(int ranks);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void fill();

    int ranks_ = 0;
};

/// The networks offered for so many ranks, as they are typed: every kind whose sizes can be made to fit.
[[nodiscard]] QStringList networksFor(int ranks);

/// Nodes as dots, switches as squares, links as lines, in the colours of the palette.
[[nodiscard]] QPixmap networkThumbnail(Topology const& topology, QSize size, double scale, QPalette const& palette);

} // namespace tessera::gui
