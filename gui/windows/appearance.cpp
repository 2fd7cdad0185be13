// SPDX-License-Identifier: BSD-3-Clause
// Tessera: light and dark windows.
#include "gui/windows/appearance.hpp"

#include <QApplication>
#include <QSettings>
#include <QToolTip>
#include <algorithm>

namespace tessera::gui {
namespace {

constexpr std::array names{"system", "light", "dark"};

QString settingsKey() {
    return QStringLiteral("theme");
}

/// The base colours of a palette.
struct Tones {
    QColor window;
    QColor base; ///< background of pictures, text and tables
    QColor stripe;
    QColor button;
    QColor tip;
    QColor text;
    QColor hint;
    QColor disabled;
    QColor highlight;
    QColor highlighted;
    QColor link;
};

QPalette paletteOf(Tones const& tones) {
    QPalette palette(tones.button, tones.window); // Qt derives the bevel colours from these
    for (auto const& [role, color] :
         {std::pair(QPalette::WindowText, tones.text), std::pair(QPalette::Text, tones.text),
          std::pair(QPalette::ButtonText, tones.text), std::pair(QPalette::ToolTipText, tones.text),
          std::pair(QPalette::Base, tones.base), std::pair(QPalette::AlternateBase, tones.stripe),
          std::pair(QPalette::ToolTipBase, tones.tip), std::pair(QPalette::PlaceholderText, tones.hint),
          std::pair(QPalette::Highlight, tones.highlight), std::pair(QPalette::HighlightedText, tones.highlighted),
          std::pair(QPalette::Link, tones.link), std::pair(QPalette::LinkVisited, tones.link)})
        palette.setColor(role, color);
    for (QPalette::ColorRole const role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, tones.disabled);
    palette.setColor(QPalette::Disabled, QPalette::Base, tones.window);
    return palette;
}

/// Returns the desktop's own palette. It must be read before the program sets one.
QPalette const& desktopPalette() {
    static QPalette const palette = QApplication::palette();
    return palette;
}

} // namespace

QString appearanceName(Appearance appearance) {
    return QString::fromLatin1(names[static_cast<std::size_t>(appearance)]);
}

std::optional<Appearance> appearanceNamed(QString const& name) {
    auto const found = std::ranges::find_if(appearances, [&](Appearance each) { return appearanceName(each) == name; });
    return found == appearances.end() ? std::nullopt : std::optional(*found);
}

QPalette lightPalette() {
    return paletteOf({.window = QColor(239, 240, 241),
                      .base = Qt::white,
                      .stripe = QColor(246, 247, 248),
                      .button = QColor(239, 240, 241),
                      .tip = Qt::white,
                      .text = QColor(33, 37, 41),
                      .hint = QColor(96, 104, 112),
                      .disabled = QColor(140, 146, 152),
                      .highlight = QColor(0, 90, 150),
                      .highlighted = Qt::white,
                      .link = QColor(0, 90, 150)});
}

QPalette darkPalette() {
    return paletteOf({.window = QColor(42, 46, 50),
                      .base = QColor(30, 33, 36),
                      .stripe = QColor(37, 40, 44),
                      .button = QColor(54, 59, 64),
                      .tip = QColor(54, 59, 64),
                      .text = QColor(233, 236, 239),
                      .hint = QColor(158, 166, 174),
                      .disabled = QColor(120, 127, 134),
                      .highlight = QColor(86, 180, 233),
                      .highlighted = QColor(20, 22, 24),
                      .link = QColor(86, 180, 233)});
}

void applyAppearance(Appearance appearance) {
    bool const desktopIsDark = desktopPalette().color(QPalette::Base).lightness() < 128;
    bool const dark = appearance == Appearance::Dark || (appearance == Appearance::System && desktopIsDark);
    QPalette const palette = dark ? darkPalette() : lightPalette();
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

Appearance rememberedAppearance() {
    return appearanceNamed(QSettings().value(settingsKey()).toString()).value_or(Appearance::System);
}

void rememberAppearance(Appearance appearance) {
    QSettings().setValue(settingsKey(), appearanceName(appearance));
}

} // namespace tessera::gui
