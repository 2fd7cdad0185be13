// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a real window on a real (if virtual) screen, and a photograph of it. Run under xvfb-run.
#include "gui/windows/main_window.hpp"
#include "libcore/scene/palette.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QGuiApplication>
#include <QScreen>
#include <QSettings>
#include <QTemporaryDir>
#include <algorithm>
#include <vector>

namespace tessera::gui {

class RealWindowTest : public QObject {
    Q_OBJECT
  private slots:
    void theScreenShowsTheOwners();
};

void RealWindowTest::theScreenShowsTheOwners() {
    QCOMPARE(QGuiApplication::platformName(), "xcb");
    QTemporaryDir const folder;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
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

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::RealWindowTest)
#include "real_window_test.moc"
