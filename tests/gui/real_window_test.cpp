// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a real window on a real (if virtual) screen, and a photograph of it. Run under xvfb-run.
#include "gui/windows/appearance.hpp"
#include "gui/windows/command_palette.hpp"
#include "gui/windows/main_window.hpp"
#include "libcore/scene/palette.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QCursor>
#include <QGuiApplication>
#include <QScreen>
#include <QTemporaryDir>
#include <algorithm>
#include <string_view>
#include <vector>

namespace tessera::gui {

class RealWindowTest : public QObject {
    Q_OBJECT
  private slots:
    void theScreenShowsTheOwners();
    void withoutAWindowManagerDialogsGetTheKeys();
    void windowsFitTheScreen();
};

void RealWindowTest::theScreenShowsTheOwners() {
    QCOMPARE(QGuiApplication::platformName(), "xcb");
    OwnFolder const folder;
    MainWindow window(folder.filePath(QStringLiteral("recovery")));
    window.resize(1280, 800);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.openFile(qEnvironmentVariable("TESSERA_DATA") + QStringLiteral("/jobs/fft2d.hpf"));
    window.session().finish();
    QImage shot;
    auto const ownersSeen = [&] {
        shot = window.screen()->grabWindow(window.winId()).toImage();
        std::vector<int> pixels(8, 0);
        for (int y = 0; y < shot.height(); y += 2)
            for (int x = 0; x < shot.width() / 2; x += 2)
                for (int rank = 0; rank < 8; ++rank) {
                    Color const color = rank_color(rank);
                    pixels[static_cast<std::size_t>(rank)] += shot.pixelColor(x, y) == QColor(color.red, color.green, color.blue);
                }
        return std::ranges::all_of(pixels, [](int count) { return count > 200; });
    };
    QTRY_VERIFY_WITH_TIMEOUT(ownersSeen(), 10000);
    QCOMPARE(shot.size(), QSize(1280, 800));
    if (auto const kept = qEnvironmentVariable("TESSERA_KEEP_SCREENSHOT"); !kept.isEmpty()) QVERIFY(shot.save(kept));
}

/// As it is seen: what the screen shows where the widget is.
QImage photographOf(QWidget const& widget) {
    return widget.screen()->grabWindow(0, widget.x(), widget.y(), widget.width(), widget.height()).toImage();
}

/// Is anything drawn there, on a light ground?
bool isPainted(QImage const& image) {
    qint64 light = 0;
    QSet<QRgb> colors;
    for (int y = 0; y < image.height(); y += 2)
        for (int x = 0; x < image.width(); x += 2) {
            colors.insert(image.pixel(x, y));
            light += qGray(image.pixel(x, y)) > 128;
        }
    return colors.size() > 8 && light > qint64{image.width()} * image.height() / 8;
}

/// X gives the keys to the window under the pointer, unless a window asks for them.
void RealWindowTest::withoutAWindowManagerDialogsGetTheKeys() {
    OwnFolder const folder;
    MainWindow window(folder.filePath(QStringLiteral("recovery")));
    applyAppearance(Appearance::Light);
    window.resize(1280, 800);
    QCursor::setPos(window.screen(), 30, 700); // where the palette does not come
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QTRY_COMPARE(QApplication::activeWindow(), &window);
    window.openFile(qEnvironmentVariable("TESSERA_DATA") + QStringLiteral("/jobs/fft2d.hpf"));
    window.session().finish();
    for (int time = 0; time < 2; ++time) {
        QTest::keyClick(window.windowHandle(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto* const palette = window.findChild<CommandPalette*>();
        QVERIFY(palette);
        QTRY_COMPARE(QApplication::activeWindow(), palette);
        QTRY_VERIFY(palette->field()->hasFocus());
        QTRY_VERIFY(isPainted(photographOf(*palette)));
        for (char const letter : std::string_view("network")) QTest::keyClick(palette->windowHandle(), letter);
        QCOMPARE(palette->field()->text(), QStringLiteral("network"));
        QTest::keyClick(palette->windowHandle(), Qt::Key_Escape);
        QTRY_VERIFY(!window.findChild<CommandPalette*>());
        QTRY_COMPARE(QApplication::activeWindow(), &window); // and they come back
    }
}

void RealWindowTest::windowsFitTheScreen() {
    OwnFolder const folder;
    MainWindow window(folder.filePath(QStringLiteral("recovery")));
    QSize const usual = window.size();
    window.fitScreen();
    QCOMPARE(window.size(), usual); // 1600x1000 has room for it
    window.resize(3000, 700);
    window.fitScreen();
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QVERIFY(window.width() <= window.screen()->availableSize().width());
    QCOMPARE(window.height(), 700);
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::RealWindowTest)
#include "real_window_test.moc"
