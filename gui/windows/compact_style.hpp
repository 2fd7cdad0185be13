// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the desktop's style with narrow tabs.
#pragma once

#include <QProxyStyle>

namespace tessera::gui {

/// A dozen panels stand behind tabs: on a screen of 1024 pixels their names are read only if little room is spent around them.
class CompactStyle final : public QProxyStyle {
    Q_OBJECT
  public:
    using QProxyStyle::QProxyStyle;
    [[nodiscard]] int pixelMetric(PixelMetric metric, QStyleOption const* option, QWidget const* widget) const override;
};

} // namespace tessera::gui
