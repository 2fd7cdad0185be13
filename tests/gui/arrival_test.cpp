// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of results that arrive while their panel changes: it gets another size, is hidden, or wants something else by now.
#include "gui/panels/comm_panel.hpp"
#include "gui/panels/file_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/region_panel.hpp"
#include "gui/windows/main_window.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QDockWidget>

namespace tessera::gui {

class ArrivalTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void aResizeWhileTheFileArrives();
    void aResizeWhileTheFileIsPlanned();
    void aHiddenFileForgetsItsOldPlan();
    void aHiddenHaloForgetsItsOldPlan();
    void aHiddenRegionForgetsItsOldPicture();
    void theDataFlowEndsBeforeItsPicturesChange();

  private:
    void open(QString const& text);
    [[nodiscard]] QDockWidget* dock(char const* name) const { return window_->findChild<QDockWidget*>(name); }
    /// The first words of a picture.
    [[nodiscard]] static QString titleOf(ScenePanel& panel) {
        Scene const& scene = panel.canvas()->scene();
        return scene.texts.empty() ? QString() : QString::fromStdString(scene.texts.front().text);
    }
    /// A row of the file is higher than this.
    void grow(ScenePanel& panel) { panel.canvas()->resize(panel.canvas()->width(), panel.canvas()->height() + 120); }

    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

namespace {

QString const twoRegions = "      real A(20,10)\n"
                           "!hpf$ processors P(4)\n"
                           "!hpf$ distribute A(block,*) onto P\n"
                           "!dist$ region read must A(i,j) for(m: 1 <= i, i <= m, 1 <= j, j <= 10)\n"
                           "!dist$ region read must A(i,j) for(n: 1 <= i, i <= 20, 1 <= j, j <= n)\n";

QString const moves = "      real A(64,64)\n"
                      "!hpf$ processors P(4)\n"
                      "!hpf$ distribute A(block,*) onto P\n"
                      "!hpf$ redistribute A(*,block) onto P\n";

} // namespace

void ArrivalTest::init() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->resize(1280, 800);
    window_->show();
    window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/triangle.hpf");
    window_->session().finish();
}

void ArrivalTest::open(QString const& text) {
    window_->session().setText(text);
    window_->session().finish();
}

/// As a window manager may do: the clock appears with the first file that has steps, and takes its room from the picture.
void ArrivalTest::aResizeWhileTheFileArrives() {
    FilePanel& file = *window_->panel<FilePanel>();
    connect(file.player(), &Player::endChanged, &file, [&] { grow(file); });
    window_->showView(&FilePanel::kind);
    QTRY_VERIFY(file.isBusy());
    QTRY_VERIFY(!file.isBusy());
    QVERIFY(titleOf(file).startsWith("real A("));
    QVERIFY(file.player()->end() > 0);
}

void ArrivalTest::aResizeWhileTheFileIsPlanned() {
    FilePanel& file = *window_->panel<FilePanel>();
    window_->showView(&FilePanel::kind);
    QTRY_VERIFY(file.isBusy());
    QTRY_VERIFY(!file.isBusy());
    double const lower = file.canvas()->scene().height;
    window_->session().change([](Selection& selection) { selection.file.access = Access::Sieve; });
    QVERIFY(file.isBusy());
    grow(file);
    QTRY_VERIFY(!file.isBusy());
    QTRY_VERIFY(file.canvas()->scene().height > lower);
}

void ArrivalTest::aHiddenFileForgetsItsOldPlan() {
    FilePanel& file = *window_->panel<FilePanel>();
    window_->showView(&FilePanel::kind);
    QTRY_VERIFY(file.isBusy());
    dock("io")->hide(); // before the plan is there
    window_->session().change([](Selection& selection) { selection.file.access = Access::Direct; });
    QTest::qWait(50);
    dock("io")->show();
    window_->showView(&FilePanel::kind);
    QTRY_VERIFY(!file.isBusy());
    QTRY_COMPARE(titleOf(file), QStringLiteral("real A(30,30): direct per run"));
}

void ArrivalTest::aHiddenHaloForgetsItsOldPlan() {
    open(moves);
    CommPanel& comm = *window_->panel<CommPanel>();
    window_->showView(&CommPanel::kind);
    QTRY_VERIFY(comm.isBusy());
    dock("comm")->hide();
    window_->session().change([](Selection& selection) { selection.comm.operation = CommOperation::Broadcast; });
    QTest::qWait(50);
    dock("comm")->show();
    window_->showView(&CommPanel::kind);
    QTRY_VERIFY(!comm.isBusy());
    QTRY_VERIFY2(titleOf(comm).startsWith("logfan on"), qPrintable(titleOf(comm))); // a broadcast
}

void ArrivalTest::aHiddenRegionForgetsItsOldPicture() {
    open(twoRegions);
    RegionPanel& region = *window_->panel<RegionPanel>();
    window_->showView(&RegionPanel::kind);
    QTRY_COMPARE(region.sliders()->count(), std::size_t{1});
    QTRY_VERIFY(!region.isBusy());
    region.sliders()->slider(0)->setValue(7);
    QVERIFY(region.isBusy());
    dock("region")->hide();
    window_->session().change([](Selection& selection) { selection.region.line = 1; });
    QTest::qWait(50);
    dock("region")->show();
    window_->showView(&RegionPanel::kind);
    QTRY_VERIFY(!region.isBusy());
    QTRY_VERIFY2(titleOf(region).contains("n = "), qPrintable(titleOf(region)));
}

/// The plan that travels is that of the pictures: one of two dimensions has no place in pictures of one.
void ArrivalTest::theDataFlowEndsBeforeItsPicturesChange() {
    open(moves);
    OwnershipPanel& ownership = *window_->panel<OwnershipPanel>();
    ownership.flowPlayer()->play();
    QVERIFY(ownership.flowPlayer()->isOpen());
    int changes = 0;
    bool open = false;
    connect(ownership.source(), &OwnershipCanvas::windowChanged, &ownership, [&] {
        ++changes;
        open = open || (ownership.source()->mappingView()->mapping.dims() == 1 && ownership.flowPlayer()->isOpen());
    });
    this->open("      real A(64)\n!hpf$ processors P(4)\n!hpf$ distribute A(block) onto P\n!hpf$ redistribute A(cyclic) onto P\n");
    QVERIFY(changes > 0);
    QVERIFY(!open);
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::ArrivalTest)
#include "arrival_test.moc"
