// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the choice of a network: free text, and a list of networks that suit the job, each with a thumbnail.
#pragma once

#include <QComboBox>
#include <QPixmap>

namespace tessera {
class Topology;
}

namespace tessera::gui {

/// Its line accepts any network; an empty line stands for the default.
class NetworkBox final : public QComboBox {
    Q_OBJECT
  public:
    explicit NetworkBox(QWidget* parent = nullptr);
    /// Offers networks with at least `ranks` nodes.
    void offer(int ranks);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void fill();

    int ranks_ = 0;
};

/// Returns the networks offered for this number of ranks, as the user would type them: every kind whose sizes can be made to fit.
[[nodiscard]] QStringList networksFor(int ranks);

/// Draws nodes as dots, switches as squares, links as lines, in the colours of the palette.
[[nodiscard]] QPixmap networkThumbnail(Topology const& topology, QSize size, double scale, QPalette const& palette);

} // namespace tessera::gui
