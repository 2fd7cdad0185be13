// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of light and dark: everything can be read, and everything follows at once.
#include "gui/canvas/scene_painter.hpp"
#include "gui/panels/cost_panel.hpp"
#include "gui/panels/editor_panel.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/panel_registry.hpp"
#include "gui/panels/schedule_panel.hpp"
#include "gui/panels/view_scene.hpp"
#include "gui/windows/appearance.hpp"
#include "gui/windows/main_window.hpp"
#include "libcore/scene/color_scale.hpp"
#include "libcore/scene/palette.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QTextLayout>

namespace tessera::gui {
namespace {

double contrastOf(QColor const& a, QColor const& b) {
    return contrast(plainColor(a), plainColor(b));
}

QPalette paletteNamed(bool dark) {
    return dark ? darkPalette() : lightPalette();
}

} // namespace

class ThemeTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void namesAreUnderstood();
    void widgetsCanBeRead_data() { bothThemes(); }
    void widgetsCanBeRead();
    void picturesCanBeRead_data() { bothThemes(); }
    void picturesCanBeRead();
    void directivesCanBeRead_data() { bothThemes(); }
    void directivesCanBeRead();
    void moreIsFartherFromThePaper();
    void whatIsPaleStaysNearThePaper_data() { bothThemes(); }
    void whatIsPaleStaysNearThePaper();
    void aPictureLeavesThePainterAsItWas();
    void themesAreChosenAndRemembered();

  private:
    static void bothThemes();
    [[nodiscard]] QString job(char const* name) const { return qEnvironmentVariable("TESSERA_DATA") + "/jobs/" + name; }
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

void ThemeTest::bothThemes() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void ThemeTest::init() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->show();
}

void ThemeTest::namesAreUnderstood() {
    for (Appearance const each : appearances) QVERIFY(appearanceNamed(appearanceName(each)) == each);
    QVERIFY(!appearanceNamed("sepia"));
}

void ThemeTest::widgetsCanBeRead() {
    QFETCH(bool, dark);
    QPalette const palette = paletteNamed(dark);
    std::pair<QPalette::ColorRole, QPalette::ColorRole> const pairs[]{{QPalette::Text, QPalette::Base},
                                                                      {QPalette::Text, QPalette::AlternateBase},
                                                                      {QPalette::WindowText, QPalette::Window},
                                                                      {QPalette::ButtonText, QPalette::Button},
                                                                      {QPalette::ToolTipText, QPalette::ToolTipBase},
                                                                      {QPalette::PlaceholderText, QPalette::Base},
                                                                      {QPalette::PlaceholderText, QPalette::Window},
                                                                      {QPalette::HighlightedText, QPalette::Highlight},
                                                                      {QPalette::Link, QPalette::Base},
                                                                      {QPalette::Link, QPalette::Window}};
    for (auto const& [ink, ground] : pairs) {
        double const found = contrastOf(palette.color(ink), palette.color(ground));
        QVERIFY2(found >= Theme::readableContrast, qPrintable(QStringLiteral("role %1 on %2: %3").arg(ink).arg(ground).arg(found)));
    }
    QVERIFY(Theme::of(palette).isDark() == dark);
}

void ThemeTest::picturesCanBeRead() {
    QFETCH(bool, dark);
    Theme const theme = Theme::of(paletteNamed(dark));
    ScheduleChoice choice;
    choice.site.machine = "delta";
    window_->session().setChoice(choice);
    for (char const* name : {"fft2d.hpf", "thakur26-block-cyclic.hpf", "replicated.hpf"}) {
        window_->openFile(job(name));
        window_->session().finish();
        for (View const view :
             {&OwnershipPanel::kind, &MessagesPanel::kind, &SchedulePanel::kind, &NetworkPanel::kind, &CostPanel::kind}) {
            auto const scene = viewScene(view, window_->session());
            QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
            for (SceneText const& text : scene->texts) {
                auto const [ink, ground] = textColors(*scene, text, theme);
                double const found = contrastOf(ink, ground);
                QVERIFY2(found >= Theme::readableContrast,
                         qPrintable(QStringLiteral("%1, %2: '%3' %4 on %5 has %6")
                                        .arg(name, viewName(view), text.text.c_str(), ink.name(), ground.name())
                                        .arg(found)));
            }
        }
    }
}

/// A rank's colour with much white in it means less than the colour itself, on dark paper, too.
void ThemeTest::whatIsPaleStaysNearThePaper() {
    QFETCH(bool, dark);
    Theme const theme = Theme::of(paletteNamed(dark));
    QColor const paper(theme.paper().red, theme.paper().green, theme.paper().blue);
    for (Rank rank = 0; rank < static_cast<Rank>(palette_size); ++rank) {
        Color const own = rank_color(rank);
        QCOMPARE(plainColor(theme.color(own)), own);
        for (double const paleness : {0.7, 0.72, 0.85}) {
            QColor const pale = theme.color(blend(own, white, paleness));
            QVERIFY2(contrastOf(pale, paper) < 1.9, qPrintable(QStringLiteral("rank %1: %2").arg(rank).arg(pale.name())));
        }
    }
    for (Color const grey : {Color{244, 245, 247}, neutral, faint_ink}) // as before: between paper and ink
        QVERIFY(contrastOf(theme.color(grey), paper) >= 1.02);
}

void ThemeTest::directivesCanBeRead() {
    QFETCH(bool, dark);
    applyAppearance(dark ? Appearance::Dark : Appearance::Light);
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    QColor const ground = window_->panel<EditorPanel>()->editor()->palette().color(QPalette::Base);
    QCOMPARE(ground, paletteNamed(dark).color(QPalette::Base));
    int colored = 0;
    for (QTextBlock block = window_->session().document()->begin(); block.isValid(); block = block.next())
        for (QTextLayout::FormatRange const& range : block.layout()->formats()) {
            QVERIFY(contrastOf(range.format.foreground().color(), ground) >= Theme::readableContrast);
            ++colored;
        }
    QVERIFY(colored > 10);
}

/// So that what carries most is seen best, on either paper.
void ThemeTest::moreIsFartherFromThePaper() {
    for (bool const dark : {false, true}) {
        Theme const theme = Theme::of(paletteNamed(dark));
        double last = 1;
        for (int i = 0; i <= 10; ++i) {
            double const found = contrast(plainColor(theme.color(quantity_color(i / 10.0))), theme.paper());
            QVERIFY2(found > last, qPrintable(QString::number(i)));
            last = found;
        }
    }
}

/// The frame that shows the focus is drawn after the picture: with the brush of its last arrow it would be a solid rectangle.
void ThemeTest::aPictureLeavesThePainterAsItWas() {
    Scene scene;
    scene.polygons.push_back({{{1, 1}, {9, 1}, {5, 9}}, black});
    QImage image(10, 10, QImage::Format_RGB32);
    QPainter painter(&image);
    QBrush const brush = painter.brush();
    QPen const pen = painter.pen();
    paintScene(painter, scene, Theme::light(), QRectF(0, 0, 10, 10));
    QCOMPARE(painter.brush(), brush);
    QCOMPARE(painter.pen(), pen);
}

void ThemeTest::themesAreChosenAndRemembered() {
    applyAppearance(Appearance::Light);
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    auto const choose = [&](char const* name) {
        auto* const action = window_->findChild<QAction*>(name);
        QVERIFY(action);
        action->trigger();
        QCoreApplication::processEvents();
    };
    QString const text = window_->session().text();
    QTextBlock const block = window_->session().document()->findBlockByNumber(4);
    auto const ink = [&] { return block.layout()->formats().constFirst().format.foreground().color(); };
    QColor const before = ink();
    choose("theme-dark");
    QVERIFY(ink() != before);
    QCOMPARE(window_->panel<OwnershipPanel>()->source()->palette().color(QPalette::Base), darkPalette().color(QPalette::Base));
    QVERIFY(window_->grab().toImage().pixelColor(window_->width() / 2, 4).lightness() < 100);
    QVERIFY(rememberedAppearance() == Appearance::Dark);
    QVERIFY(!window_->session().isModified());
    choose("theme-light");
    QCOMPARE(ink(), before);
    QVERIFY(rememberedAppearance() == Appearance::Light);
    QCOMPARE(window_->session().text(), text);
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::ThemeTest)
#include "theme_test.moc"
