// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the panel of the schedule where something fails: no memory for its chart, a machine without a rate it needs.
#include "gui/panels/file_panel.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/schedule_panel.hpp"
#include "gui/windows/main_window.hpp"
#include "libcore/scene/network/network_moment.hpp"
#include "libcore/scene/svg.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QDeadlineTimer>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>
#include <thread>

namespace {

/// While this is set, threads other than the window's get no memory for anything larger than a line of text.
std::atomic<bool> starved = false;
std::thread::id const window_thread = std::this_thread::get_id();
constexpr std::size_t most_while_starved = 1024;

} // namespace

void* operator new(std::size_t size) {
    if (starved && size > most_while_starved && std::this_thread::get_id() != window_thread) throw std::bad_alloc();
    if (void* const memory = std::malloc(size > 0 ? size : 1)) return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace tessera::gui {

class ScheduleTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void aChartWithoutMemoryIsToldAndDrawnLater();
    void aMissingRateIsToldBesideTheLoads();
    void manyMessagesAreSeenBeforeTheirLoads();
    void behindAnotherItRests();
    void reasonsAreReadWhole();
    void theNetworkHasTheSameClock();
    void messagesMoveBetweenTheSteps();
    void allFourHaveOneClock();
    void theBarHasTheClockOfAll();
    void onePlaysAndEachCanPauseIt();

  private:
    void lookAtAFile();
    [[nodiscard]] SchedulePanel& panel() { return *window_->panel<SchedulePanel>(); }
    void settle() {
        window_->session().finish();
        QTRY_VERIFY(!panel().isBusy());
    }
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

void ScheduleTest::init() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->show();
    window_->session().setChoice({.algorithm = "pex", .site = {.topology = "mesh(2,4)"}});
    window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/fft2d.hpf");
    window_->showView(&SchedulePanel::kind);
    settle();
}

void ScheduleTest::aChartWithoutMemoryIsToldAndDrawnLater() {
    QVERIFY(!panel().canvas()->scene().rects.empty());
    starved = true;
    panel().player()->moveBy(1);
    settle();
    starved = false;
    QVERIFY(panel().canvas()->scene().rects.empty());
    QVERIFY2(panel().canvas()->emptyText().contains("not enough memory"), qPrintable(panel().canvas()->emptyText()));
    panel().player()->moveBy(1);
    settle();
    QVERIFY(!panel().canvas()->scene().rects.empty());
}

void ScheduleTest::theNetworkHasTheSameClock() {
    NetworkPanel& network = *window_->panel<NetworkPanel>();
    QCOMPARE(network.player()->end(), 7.0); // pex of 8 ranks: 7 steps
    network.player()->moveBy(2);
    settle();
    QCOMPARE(window_->session().selection().step, 2);
    QCOMPARE(panel().player()->slider()->value(), 2);
    panel().player()->moveBy(1);
    settle();
    QCOMPARE(network.player()->position(), 3.0);
    // All steps together are no moment; moving the clock leaves them.
    network.allSteps()->setChecked(true);
    network.player()->moveBy(1);
    settle();
    QVERIFY(!network.allSteps()->isChecked());
    QCOMPARE(window_->session().selection().step, 4);
    window_->showView(&NetworkPanel::kind);
    network.canvas()->setFocus();
    QTest::keyClick(network.canvas(), Qt::Key_Period);
    QCOMPARE(window_->session().selection().step, 5);
    QTest::keyClick(network.canvas(), Qt::Key_Home);
    QCOMPARE(window_->session().selection().step, 0);
}

/// Between two steps the messages are on their way; the others hear of whole steps.
void ScheduleTest::messagesMoveBetweenTheSteps() {
    NetworkPanel& network = *window_->panel<NetworkPanel>();
    window_->showView(&NetworkPanel::kind);
    network.player()->goTo(2.4);
    settle();
    Selection const& selection = window_->session().selection();
    QCOMPARE(selection.step, 2);
    QCOMPARE(selection.network.percent, 40);
    QCOMPARE(network.player()->words(), QStringLiteral("step 3 of 7, 40 %"));
    QCOMPARE(panel().player()->position(), 2.0);
    auto const drawn = network_picture_at(*window_->session().schedule()->schedule, window_->session().schedule()->site, {2, 0.4});
    QVERIFY(drawn);
    QTRY_COMPARE(QString::fromStdString(to_svg(network.canvas()->scene())), QString::fromStdString(to_svg(*drawn)));
    network.player()->play();
    QTRY_VERIFY(selection.step > 2);
    network.player()->pause();
    QCOMPARE(network.player()->position(), selection.step + selection.network.percent / 100.0);
    // Paused so soon after a step's begin that the whole percentage is still 0.
    network.player()->goTo(3);
    network.player()->goTo(3.002);
    QCOMPARE(network.player()->position(), 3.0);
    network.player()->goTo(7);
    settle();
    QCOMPARE(selection.step, 6);
    QCOMPARE(selection.network.percent, 100);
    QTRY_VERIFY(network.canvas()->scene().title.starts_with("pex"));
}

/// The job reads one in more steps than its messages take.
void ScheduleTest::lookAtAFile() {
    QString const reads = QStringLiteral("!dist$ io read A(1:64:2,:) memory(4KiB)\n      end\n");
    window_->session().replaceText(window_->session().text().replace(QRegularExpression(QStringLiteral("      end\\s*$")), reads));
    settle();
    window_->showView(&FilePanel::kind); // planned when it is looked at
    QTRY_VERIFY(!window_->isDrawing());
}

/// Whichever is moved: the others show its step, or their last where they have fewer.
void ScheduleTest::allFourHaveOneClock() {
    FlowPlayer& flow = *window_->panel<OwnershipPanel>()->flowPlayer();
    Player& file = *window_->panel<FilePanel>()->player();
    lookAtAFile();
    auto const fileSteps = static_cast<int>(file.end());
    QVERIFY2(fileSteps > 7, qPrintable(QString::number(fileSteps)));
    int const steps = window_->session().schedule()->schedule->steps();
    flow.goTo(0);
    QVERIFY(flow.isOpen());
    auto const allStandAt = [&](int moment) {
        int const step = std::min(moment, steps - 1);
        return window_->session().selection().step == step && panel().player()->position() == step &&
               window_->panel<NetworkPanel>()->player()->position() == step && std::floor(flow.position()) == step &&
               file.position() == std::min(moment, fileSteps - 1) + 1;
    };
    for (int const moment : {1, 0, steps - 1}) {
        window_->panel<NetworkPanel>()->player()->goTo(moment);
        QTRY_VERIFY2(allStandAt(moment), "moved in the network");
    }
    panel().player()->goTo(2);
    QTRY_VERIFY2(allStandAt(2), "moved in the schedule");
    flow.goTo(1.5);
    QTRY_VERIFY2(allStandAt(1), "moved in the data flow");
    file.goTo(fileSteps); // its last step
    QTRY_VERIFY2(allStandAt(fileSteps - 1), "moved in the file");
    // All steps together are one's own way to look, until the clock is moved.
    file.goTo(0);
    QVERIFY(!window_->session().selection().file.phase);
    QCOMPARE(panel().player()->position(), std::min(fileSteps, steps) - 1);
    panel().player()->goTo(0);
    QTRY_VERIFY2(allStandAt(0), "moved after all steps together");
}

void ScheduleTest::theBarHasTheClockOfAll() {
    SharedClock& clock = *window_->bar()->clock();
    FlowPlayer& flow = *window_->panel<OwnershipPanel>()->flowPlayer();
    Player& file = *window_->panel<FilePanel>()->player();
    int const steps = window_->session().schedule()->schedule->steps();
    lookAtAFile();
    QVERIFY(clock.isVisible());
    for (Player const* const hidden : {panel().player(), window_->panel<NetworkPanel>()->player(), &file})
        QVERIFY(!hidden->isVisible());
    window_->showView(&NetworkPanel::kind);
    settle();
    QCOMPARE(clock.end(), static_cast<double>(steps)); // the file, which has more, is not looked at
    flow.goTo(0);
    clock.goTo(3);
    QCOMPARE(window_->session().selection().step, 3);
    QCOMPARE(flow.position(), 3.0);
    QCOMPARE(panel().player()->position(), 3.0);
    QCOMPARE(window_->panel<NetworkPanel>()->player()->position(), 3.0);
    QCOMPARE(window_->session().selection().file.phase, std::optional<Index>(3)); // where it will stand when it is looked at
    clock.goTo(4.4);                                                              // between steps: what moves smoothly stands there
    QCOMPARE(window_->session().selection().network.percent, 40);
    QCOMPARE(flow.position(), 4.4);
    QCOMPARE(clock.words(), QStringLiteral("step 5 of 7"));
    clock.goTo(2.998); // 99.8 % of the third step
    QCOMPARE(window_->session().selection().step, 2);
    QCOMPARE(clock.words(), QStringLiteral("step 3 of 7"));
    clock.moveBy(1);
    QCOMPARE(window_->session().selection().step, 3);
    window_->session().goTo(2, 100);
    QCOMPARE(clock.words(), QStringLiteral("step 3 of 7"));
    panel().player()->goTo(1); // and it follows what is chosen elsewhere
    QCOMPARE(clock.position(), 1.0);
    clock.play();
    QTRY_VERIFY(window_->session().selection().step == 2);
    QVERIFY(clock.isPlaying() && flow.position() >= 2 && flow.position() == clock.position());
    clock.pause();
    QVERIFY(std::abs(clock.position() - window_->session().selection().step -
                     window_->session().selection().network.percent / 100.0) < 0.011);
    flow.close();
    window_->showView(&FilePanel::kind);
    settle();
    QTRY_COMPARE(clock.end(), file.end());
    clock.goTo(file.end() - 1);
    QCOMPARE(file.position(), file.end());
    QCOMPARE(window_->session().selection().step, steps - 1);
    QCOMPARE(clock.position(), file.end() - 1);
}

void ScheduleTest::onePlaysAndEachCanPauseIt() {
    std::vector<Player*> const players{window_->bar()->clock(), window_->panel<OwnershipPanel>()->flowPlayer(), panel().player(),
                                       window_->panel<NetworkPanel>()->player(), window_->panel<FilePanel>()->player()};
    for (Player* const one : players)
        for (Player* const other : players) {
            one->play();
            for (Player* const each : players) QVERIFY(each->isPlaying());
            other->play();
            for (Player* const each : players) QVERIFY(!each->isPlaying());
        }
}

void ScheduleTest::aMissingRateIsToldBesideTheLoads() {
    Machine machine;
    machine.name = "half known";
    machine.protocols.push_back({.from_bytes = 0, .alpha = 1e-6, .beta_ex = {}, .beta_sr = {}, .beta_s = {}, .beta_sat = {}});
    QFile profile(folder_.filePath("half-known.json"));
    QVERIFY(profile.open(QIODevice::WriteOnly));
    profile.write(QByteArray::fromStdString(machine.to_json()));
    profile.close();
    ScheduleChoice choice = window_->session().choice();
    choice.site.machine = profile.fileName().toStdString();
    window_->session().setChoice(choice);
    settle();
    QVERIFY(!panel().canvas()->scene().rects.empty());
    QVERIFY2(panel().canvas()->note().contains("half known"), qPrintable(panel().canvas()->note()));
    choice.site.machine.clear();
    window_->session().setChoice(choice);
    settle();
    QVERIFY(panel().canvas()->note().isEmpty());
}

/// With six ranks: pex needs a power of two.
void ScheduleTest::manyMessagesAreSeenBeforeTheirLoads() {
    Session& session = window_->session();
    session.setChoice({.algorithm = "pex", .site = {.topology = "mesh(16,32)"}}); // whose long ways take a while to count
    session.replaceText("real A(512,512)\n!hpf$ processors P(512)\n!hpf$ distribute A(block,*) onto P\n"
                        "!hpf$ redistribute A(*,block) onto P\n");
    auto const words = [this](QString const& wanted) {
        auto const& texts = panel().canvas()->scene().texts;
        return std::ranges::any_of(texts,
                                   [&](SceneText const& text) { return QString::fromStdString(text.text).startsWith(wanted); });
    };
    QDeadlineTimer const timeout(20'000);
    while (!words("messages on the busiest link: being counted") && !timeout.hasExpired()) QCoreApplication::processEvents();
    QVERIFY(!timeout.hasExpired());
    QSizeF const first(panel().canvas()->scene().width, panel().canvas()->scene().height);
    session.goTo(3); // meanwhile
    QTRY_VERIFY(!panel().isCounting() && !panel().isBusy());
    QVERIFY(words("messages on the busiest link: most"));
    QCOMPARE(QSizeF(panel().canvas()->scene().width, panel().canvas()->scene().height), first);
}

/// Though it has been in front: Qt moves it out of the window then, and calls it visible.
void ScheduleTest::behindAnotherItRests() {
    auto const title = [this] { return panel().canvas()->scene().texts.front().text; };
    window_->showView(&SchedulePanel::kind);
    settle();
    window_->showView(&MessagesPanel::kind);
    std::string const before = title();
    window_->session().setChoice({.algorithm = "lex", .site = {}});
    settle();
    QCOMPARE(title(), before);
    window_->showView(&SchedulePanel::kind);
    settle();
    QVERIFY2(title().starts_with("lex"), title().c_str());
}

void ScheduleTest::reasonsAreReadWhole() {
    window_->session().setText("      real A(12)\n!hpf$ processors P(6)\n!hpf$ distribute A(block) onto P\n"
                               "!hpf$ redistribute A(cyclic) onto P\n");
    window_->session().setChoice({.algorithm = "gen", .site = {}});
    window_->session().setComparing(true);
    settle();
    auto const& records = panel().comparison()->records();
    auto const refused = std::ranges::find(records, std::string("pex"), &ComparedSchedule::algorithm);
    QVERIFY(refused != records.end() && !refused->refusal.empty());
    QModelIndex const row = panel().comparison()->indexOf(static_cast<int>(refused - records.begin()));
    QCOMPARE(panel().comparisonTable()->columnSpan(row.row(), AlgorithmsModel::Steps), row.model()->columnCount() - 1);
    panel().comparisonTable()->setCurrentIndex(row);
    QVERIFY2(panel().aboutAlgorithm().endsWith(QString::fromStdString(refused->refusal)), qPrintable(panel().aboutAlgorithm()));
    QVERIFY2(panel().aboutAlgorithm().startsWith("pex: Each rank exchanges"), qPrintable(panel().aboutAlgorithm()));
    int const pex = window_->bar()->choices()->algorithm()->findText("pex");
    QVERIFY(window_->bar()->choices()->algorithm()->itemData(pex, Qt::ToolTipRole).toString().startsWith("Each rank exchanges"));
    // Sorted, the rows of reasons stand elsewhere.
    panel().comparison()->sort(AlgorithmsModel::Steps, Qt::DescendingOrder);
    QCOMPARE(panel().comparisonTable()->columnSpan(0, AlgorithmsModel::Steps), row.model()->columnCount() - 1);
    window_->session().document()->setModified(false);
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::ScheduleTest)
#include "schedule_test.moc"
