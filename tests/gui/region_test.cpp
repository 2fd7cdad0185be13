// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the panel of a job's regions, driven as a person drives it.
#include "gui/panels/region_panel.hpp"
#include "gui/windows/main_window.hpp"
#include "gui/windows/options.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QDockWidget>
#include <QTemporaryDir>

namespace tessera::gui {

class RegionTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void thePictureFollowsTheSlider();
    void keysMoveTheSlider();
    void anyValueIsTaken();
    void linesAreChosen();
    void aClickSelectsTheRank();
    void commandsGiveTheSamePicture();
    void jobsWithoutARegionShowNothingMore();
    void thePanelComesAndGoesWithTheText();
    void errorsStandInThePicture();
    void workIsDrawnOverAParameter();
    void optionsAreRead();

  private:
    void open(char const* job) {
        window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/" + job);
        window_->session().finish();
        window_->showView(&RegionPanel::kind);
        settle();
    }
    void settle() {
        window_->session().finish();
        QTRY_VERIFY(!window_->panel<RegionPanel>()->isBusy());
    }
    [[nodiscard]] QString title() const {
        Scene const& scene = window_->panel<RegionPanel>()->canvas()->scene();
        return scene.texts.empty() ? QString() : QString::fromStdString(scene.texts.front().text);
    }
    [[nodiscard]] QDockWidget* dock() const { return window_->findChild<QDockWidget*>("region"); }
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

namespace {

QString const twoParameters = "      real A(20,10)\n"
                              "!hpf$ processors P(4)\n"
                              "!hpf$ distribute A(block,*) onto P\n"
                              "!dist$ region read must A(i,j) for(m,n: 1 <= i, i <= m, n <= j, j <= 10)\n";

} // namespace

void RegionTest::init() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->show();
}

void RegionTest::thePictureFollowsTheSlider() {
    open("triangle.hpf");
    ParameterSliders* const sliders = window_->panel<RegionPanel>()->sliders();
    QCOMPARE(sliders->count(), std::size_t{1});
    QCOMPARE(sliders->slider(0)->minimum(), 5);  // C: nothing is touched below
    QCOMPARE(sliders->slider(0)->maximum(), 59); // i + j <= 60: everything that can be
    sliders->slider(0)->setValue(27);
    settle();
    QCOMPARE(title(), "Touched elements of A, m = 27");
    QCOMPARE(window_->panel<RegionPanel>()->summary(), "276 of 900 elements touched (1.1 KiB), on 6 ranks.");
    QCOMPARE(sliders->number(0)->value(), 27);
    sliders->slider(0)->setValue(5);
    settle();
    QCOMPARE(title(), "Touched elements of A, m = 5");
    QVERIFY(window_->panel<RegionPanel>()->summary().startsWith("1 of 900 elements"));
}

void RegionTest::keysMoveTheSlider() {
    open("triangle.hpf");
    window_->panel<RegionPanel>()->sliders()->slider(0)->setValue(27);
    window_->findChild<QAction*>("show-region")->trigger();
    QCOMPARE(window_->focusWidget(), window_->panel<RegionPanel>()->sliders()->slider(0));
    QTest::keyClick(window_->focusWidget(), Qt::Key_Right);
    settle();
    QCOMPARE(title(), "Touched elements of A, m = 28");
    QTest::keyClick(window_->focusWidget(), Qt::Key_Home);
    QTest::keyClick(window_->focusWidget(), Qt::Key_Tab);
    QCOMPARE(window_->focusWidget(), window_->panel<RegionPanel>()->sliders()->number(0));
    QTest::keyClick(window_->focusWidget(), Qt::Key_Up);
    settle();
    QCOMPARE(title(), "Touched elements of A, m = 6");
    QTest::keyClick(window_->focusWidget(), Qt::Key_Tab);
    QCOMPARE(window_->focusWidget(), window_->panel<RegionPanel>()->canvas());
}

void RegionTest::anyValueIsTaken() {
    open("triangle.hpf");
    window_->panel<RegionPanel>()->sliders()->number(0)->setValue(-1000);
    settle();
    QVERIFY(window_->panel<RegionPanel>()->summary().startsWith("0 of 900 elements"));
    QCOMPARE(window_->session().selection().region.values.at("m"), Index{-1000});
    QCOMPARE(window_->panel<RegionPanel>()->sliders()->slider(0)->value(), 5);
    QVERIFY(window_->command().contains("--set m=-1000"));
}

void RegionTest::linesAreChosen() {
    open("matmul.hpf");
    QCOMPARE(window_->panel<RegionPanel>()->line()->count(), 3);
    emit window_->panel<RegionPanel>()->line()->activated(1);
    settle();
    QCOMPARE(title(), "Touched elements of B");
    QVERIFY(window_->command().contains(" --line 2 --svg region.svg"));
    // Of a job with fewer regions there is no second one.
    window_->session().document()->setModified(false);
    open("triangle.hpf");
    QVERIFY(title().startsWith("Touched elements of A, m = "));
}

void RegionTest::aClickSelectsTheRank() {
    open("triangle.hpf");
    window_->panel<RegionPanel>()->sliders()->slider(0)->setValue(27);
    settle();
    emit window_->panel<RegionPanel>()->canvas()->clicked(CellsTag{0, 5, {0, 1}, {0, 1}});
    settle();
    QCOMPARE(window_->session().selection().rank, std::optional<Rank>(5));
    QVERIFY(window_->panel<RegionPanel>()->summary().endsWith("Rank 5 holds 15 of them."));
}

void RegionTest::commandsGiveTheSamePicture() {
    open("triangle.hpf");
    QVERIFY(window_->command().endsWith("triangle.hpf --set m=32 --svg region.svg")); // the middle, as it is seen
    window_->panel<RegionPanel>()->sliders()->slider(0)->setValue(27);
    QVERIFY(window_->command().startsWith("distplan region "));
    QVERIFY(window_->command().endsWith("triangle.hpf --set m=27 --svg region.svg"));
    window_->session().setText(twoParameters);
    settle();
    window_->panel<RegionPanel>()->sliders()->slider(0)->setValue(7);
    window_->panel<RegionPanel>()->sliders()->slider(1)->setValue(3);
    QVERIFY(window_->command().endsWith("--set 'm=7,n=3' --svg region.svg"));
    settle();
    QVERIFY(window_->panel<RegionPanel>()->summary().startsWith("56 of 200 elements"));
}

void RegionTest::jobsWithoutARegionShowNothingMore() {
    QDockWidget const* const messages = window_->findChild<QDockWidget*>("messages");
    window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/fft2d.hpf");
    window_->session().finish();
    QVERIFY(!dock()->isVisible());
    QVERIFY(!window_->findChild<QAction*>("show-region")->isVisible());
    QVERIFY(!dock()->toggleViewAction()->isVisible());
    QVERIFY(messages->window()->rect().intersects(QRect(messages->mapTo(messages->window(), QPoint()), messages->size())));
    window_->findChild<QAction*>("reset-layout")->trigger();
    QVERIFY(!dock()->isVisible());
}

void RegionTest::thePanelComesAndGoesWithTheText() {
    window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/fft2d.hpf");
    window_->session().finish();
    window_->session().replaceText(twoParameters);
    window_->session().finish();
    QVERIFY(dock()->toggleViewAction()->isVisible());
    QVERIFY(window_->findChild<QAction*>("show-region")->isVisible());
    QVERIFY(!dock()->isHidden());
    window_->showView(&RegionPanel::kind);
    settle();
    QCOMPARE(window_->panel<RegionPanel>()->sliders()->count(), std::size_t{2});
    window_->session().document()->undo();
    window_->session().finish();
    QVERIFY(dock()->isHidden());
    window_->session().document()->setModified(false);
}

void RegionTest::errorsStandInThePicture() {
    open("triangle.hpf");
    QString text = twoParameters;
    window_->session().setText(text.replace("j <= 10", "1 <= j"));
    settle();
    QVERIFY(window_->panel<RegionPanel>()->canvas()->emptyText().contains("is unbounded: j has no upper bound"));
    QVERIFY(window_->panel<RegionPanel>()->summary().isEmpty());
}

void RegionTest::workIsDrawnOverAParameter() {
    open("triangle.hpf");
    window_->panel<RegionPanel>()->sliders()->slider(0)->setValue(27);
    QComboBox* const shown = window_->panel<RegionPanel>()->shown();
    QCOMPARE(shown->itemText(1), "work over m");
    shown->setCurrentIndex(1);
    emit shown->activated(1);
    settle();
    QVERIFY(window_->panel<RegionPanel>()->canvas()->scene().title.starts_with("Work of each rank while m runs from 5"));
    QVERIFY(window_->command().endsWith("triangle.hpf --set m=27 --vary m --svg region.svg"));
    emit window_->panel<RegionPanel>()->canvas()->clicked(CellsTag{0, 5, {5, 6}, {0, 1}});
    QCOMPARE(window_->session().selection().rank, std::optional<Rank>(5));
    // Of a region without this parameter the elements are shown.
    window_->session().setText(QString(twoParameters).replace("(m,n", "(o,n").replace("<= m", "<= o"));
    settle();
    QVERIFY(window_->panel<RegionPanel>()->canvas()->scene().title.starts_with("Touched elements"));
    QCOMPARE(shown->currentIndex(), 0);
    auto const options = parseOptions({"distview", "--view", "region", "--vary", "m", "a.hpf"});
    QCOMPARE(options->selection.region.varied, "m");
}

void RegionTest::optionsAreRead() {
    auto const options = parseOptions({"distview", "--view", "region", "--set", "m=27,n=5", "--line", "2", "a.hpf"});
    QVERIFY(options.has_value());
    QCOMPARE(options->view, &RegionPanel::kind);
    QCOMPARE(options->selection.region, (RegionChoice{1, {{"m", 27}, {"n", 5}}, {}}));
    QVERIFY(!parseOptions({"distview", "--set", "m", "a.hpf"}).has_value());
    QVERIFY(!parseOptions({"distview", "--line", "0", "a.hpf"}).has_value());
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::RegionTest)
#include "region_test.moc"
