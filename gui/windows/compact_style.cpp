// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the desktop's style with narrow tabs.
#include "gui/windows/compact_style.hpp"

namespace tessera::gui {
namespace {

constexpr int tabMargins = 10; // in pixels, left and right together

} // namespace

int CompactStyle::pixelMetric(PixelMetric metric, QStyleOption const* option, QWidget const* widget) const {
    int const usual = QProxyStyle::pixelMetric(metric, option, widget);
    return metric == PM_TabBarTabHSpace ? std::min(usual, tabMargins) : usual;
}

} // namespace tessera::gui
