// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the desktop's style with narrow tabs.
#pragma once

#include <QProxyStyle>

namespace tessera::gui {

/// A dozen panels are behind tabs. On a screen of 1024 pixels, their names are only readable with small margins.
class CompactStyle final : public QProxyStyle {
    Q_OBJECT
  public:
    using QProxyStyle::QProxyStyle;
    [[nodiscard]] int pixelMetric(PixelMetric metric, QStyleOption const* option, QWidget const* widget) const override;
};

} // namespace tessera::gui
