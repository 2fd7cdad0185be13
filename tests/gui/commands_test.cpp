// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is seen can be had again: states one click apart, and commands that give the same pictures.
#include "gui/panels/comm_panel.hpp"
#include "gui/panels/cost_panel.hpp"
#include "gui/panels/editor_panel.hpp"
#include "gui/panels/file_panel.hpp"
#include "gui/panels/insight_panel.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/program_panel.hpp"
#include "gui/panels/run_panel.hpp"
#include "gui/panels/schedule_panel.hpp"
#include "gui/panels/view_scene.hpp"
#include "gui/windows/main_window.hpp"
#include "gui/windows/options.hpp"
#include "gui/windows/program.hpp"
#include "libcore/scene/svg.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QProcess>
#include <QTemporaryDir>

namespace tessera::gui {

class CommandsTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void everyTransitionIsOneClick();
    void theBarIsReadable();
    void withoutRemapsThereIsAMachine();
    void unsavedWorkIsPartOfTheCommand();
    void theMachineIsPartOfTheCommand();
    void aProfileOfWrongTypesIsRefused();
    void explanationsArePartOfTheCommand();
    void stagesOfAHugeJobAreDrawn();
    void theAxesArePartOfTheCommand();
    void whatWasLookedAtLastIsCopied();
    void theShadowOfARankIsSeen();
    void everyPictureIsReproduced_data();
    void everyPictureIsReproduced();
    void aPartOfTheMatrixIsReproduced();
    void aWindowBeginsWhereItsOptionsSay();
    void theHelpFitsAScreen();

  private:
    [[nodiscard]] QString job(char const* name) const { return qEnvironmentVariable("TESSERA_DATA") + "/jobs/" + name; }
    [[nodiscard]] QString resultOf(QString const& command) const;
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

void CommandsTest::init() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->show();
}

/// What a shell in a new folder writes into the picture that the command names last, or the complaint.
QString CommandsTest::resultOf(QString const& command) const {
    QTemporaryDir const here;
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    QString const programs = QCoreApplication::applicationDirPath();
    environment.insert("PATH", programs + ":" + programs + "/../../bin:" + programs + "/../bin:" + environment.value("PATH"));
    shell.setProcessEnvironment(environment);
    shell.setWorkingDirectory(here.path());
    shell.start("sh", {"-c", command});
    if (!shell.waitForFinished() || shell.exitCode() != 0) return QString::fromUtf8(shell.readAllStandardError());
    QFile picture(here.filePath(command.section(' ', -1)));
    return picture.open(QIODevice::ReadOnly) ? QString::fromUtf8(picture.readAll()) : "no picture";
}

/// 24 lines of 80 columns, as all commands promise.
void CommandsTest::theHelpFitsAScreen() {
    QStringList const lines = helpText().trimmed().split('\n');
    QVERIFY2(lines.size() <= 24, qPrintable(QString::number(lines.size())));
    for (QString const& line : lines) QVERIFY2(line.size() <= 80, qPrintable(line));
}

void CommandsTest::everyTransitionIsOneClick() {
    window_->openFile(job("matmul.hpf"));
    window_->session().finish();
    StateStrip* const states = window_->bar()->states();
    QVERIFY(states->isVisible());
    QCOMPARE(states->buttons().size(), 2);
    // However narrow: where they do not fit side by side, the bar to scroll with covers no button.
    for (int const width : {1024, 1280, 1920}) {
        window_->resize(width, 768);
        QCoreApplication::processEvents();
        QVERIFY2(states->viewport()->height() >= states->buttons()[0]->height(), qPrintable(QString::number(width)));
    }
    QVERIFY2(states->buttons()[0]->text().startsWith("A \u2192 B: 4 messages, "), qPrintable(states->buttons()[0]->text()));
    QVERIFY2(states->buttons()[1]->text().startsWith("B \u2192 A: "), qPrintable(states->buttons()[1]->text())); // back again
    QVERIFY2(states->sum().startsWith("in total: 8 messages, "), qPrintable(states->sum()));
    QVERIFY(window_->panel<MessagesPanel>()->totals().contains("<b>4</b> messages"));
    QTest::mouseClick(states->buttons()[1], Qt::LeftButton);
    window_->session().finish();
    QCOMPARE(window_->session().derived()->viewed, std::size_t{1});
    QVERIFY(states->buttons()[1]->isChecked() && !states->buttons()[0]->isChecked());
    QTest::mouseClick(states->buttons()[1], Qt::LeftButton);
    QVERIFY(states->buttons()[1]->isChecked());
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    QVERIFY(!states->isVisible());
}

/// What is chosen is read whole: on the smallest screen in one line for a job of one change, in two where it has several.
void CommandsTest::theBarIsReadable() {
    JobBar& bar = *window_->bar();
    auto const show = [&](char const* name, int width) {
        window_->openFile(job(name));
        window_->session().finish();
        window_->resize(width, 768);
    };
    auto const lines = [&] {
        for (QWidget* const part : bar.findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
            if (part->isVisible() && !bar.rect().contains(part->geometry())) return -1;
        for (QComboBox* const box : bar.findChildren<QComboBox*>())
            if (box->width() < box->minimumSizeHint().width()) return -2;
        QLineEdit const& network = *bar.choices()->topology();
        if (network.fontMetrics().horizontalAdvance(network.placeholderText()) > network.width()) return -3;
        return bar.height() / bar.choices()->height();
    };
    show("fft2d.hpf", 1024);
    QTRY_COMPARE(lines(), 1);
    show("matmul.hpf", 1024);
    QTRY_COMPARE(lines(), 2);
    show("matmul.hpf", 1920);
    QTRY_COMPARE(lines(), 1);
    window_->resize(1280, 800);
}

/// Phases and exchanges take time on it.
void CommandsTest::withoutRemapsThereIsAMachine() {
    ScheduleChoices& choices = *window_->bar()->choices();
    window_->openFile(job("adi.hpf"));
    window_->session().finish();
    QVERIFY(choices.machine()->isVisible() && choices.topology()->isVisible());
    QVERIFY(!choices.algorithm()->isVisible());
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    QVERIFY(choices.machine()->isVisible() && choices.algorithm()->isVisible());
}

void CommandsTest::unsavedWorkIsPartOfTheCommand() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().replaceText(window_->session().text().replace("(*,block)", "(*,cyclic(3))"));
    window_->session().finish();
    window_->showView(&MessagesPanel::kind);
    auto const seen = viewScene(&MessagesPanel::kind, window_->session());
    QVERIFY(seen);
    QCOMPARE(resultOf(window_->command()), QString::fromStdString(to_svg(*seen)));
    window_->session().document()->setModified(false);
}

void CommandsTest::theMachineIsPartOfTheCommand() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().setChoice({.algorithm = "auto", .site = {.topology = "mesh(2,4)", .machine = "delta"}});
    window_->session().finish();
    window_->session().change([](Selection& selection) { selection.step = 1; });
    for (View const view : {&NetworkPanel::kind, &SchedulePanel::kind, &CostPanel::kind}) {
        window_->showView(view);
        auto const seen = viewScene(view, window_->session());
        QVERIFY(seen);
        QCOMPARE(resultOf(window_->command()), QString::fromStdString(to_svg(*seen)));
    }
}

void CommandsTest::aProfileOfWrongTypesIsRefused() {
    QString const path = folder_.filePath("wrong.json");
    QFile profile(path);
    QVERIFY(profile.open(QIODevice::WriteOnly) && profile.write(R"({"schema": 5})") > 0);
    profile.close();
    auto const options = parseOptions({"distview", "--machine", path, job("fft2d.hpf")});
    QVERIFY(!options);
    QCOMPARE(QString::fromStdString(options.error().message),
             path + ": a machine profile begins with \"schema\": \"tessera.machine/1\"");
}

void CommandsTest::explanationsArePartOfTheCommand() {
    window_->session().setChoice({});
    for (char const* name : {"triangle.hpf", "shadows.hpf", "pitfalls-fig12.hpf", "matmul.hpf"}) {
        window_->openFile(job(name));
        window_->session().finish();
        window_->showView(&InsightPanel::kind);
        for (Insight const kind : all_insights)
            for (bool const after : {false, true}) {
                RedistPlan const& plan = window_->session().derived()->plan->plans().front();
                Mapping const& mapping = after ? plan.target() : plan.source();
                bool const still = plan.source().spec() == plan.target().spec();
                if (after && still) continue;
                window_->session().change([&](Selection& selection) {
                    selection.insight = kind;
                    selection.element = {after ? Selection::Side::Target : Selection::Side::Source,
                                         Extents(static_cast<std::size_t>(mapping.dims()), 4)};
                    selection.rank.reset();
                });
                auto const seen = viewScene(&InsightPanel::kind, window_->session());
                QString const told = resultOf(window_->command());
                if (seen)
                    QCOMPARE(told, QString::fromStdString(to_svg(*seen)));
                else
                    QVERIFY2(!told.startsWith("<"), qPrintable(told));
            }
    }
}

/// A thousand million messages: their methods are not compared, neither here nor by the command.
void CommandsTest::stagesOfAHugeJobAreDrawn() {
    window_->session().setText(QStringLiteral("      real*8 A(32000,32000)\n!hpf$ processors P(256,256)\n"
                                              "!hpf$ distribute A(block,block) onto P\n!hpf$ dynamic A\n"
                                              "!hpf$ redistribute A(cyclic,cyclic) onto P\n"));
    window_->session().finish();
    window_->showView(&InsightPanel::kind);
    window_->session().change([](Selection& selection) { selection.insight = Insight::Stages; });
    auto const seen = viewScene(&InsightPanel::kind, window_->session());
    QVERIFY(seen);
    QCOMPARE(resultOf(window_->command()), QString::fromStdString(to_svg(*seen)));
}

/// As the command draws them: other dimensions than usual, others at another index.
void CommandsTest::theAxesArePartOfTheCommand() {
    window_->openFile(job("fft3d.hpf"));
    window_->session().finish();
    window_->showView(&OwnershipPanel::kind);
    QVERIFY2(!window_->command().contains("--axes"), qPrintable(window_->command()));
    OwnershipCanvas* const source = window_->panel<OwnershipPanel>()->source();
    source->setAxes(2, 0, {0, 5, 0});
    QVERIFY2(window_->command().contains(" --axes 3,1 --at 1,6,1 "), qPrintable(window_->command()));
    QVERIFY(resultOf(window_->command()).startsWith("<"));
}

void CommandsTest::whatWasLookedAtLastIsCopied() {
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    QVERIFY2(window_->command().contains("--svg ownership.svg"), qPrintable(window_->command()));
    window_->showView(&SchedulePanel::kind);
    QVERIFY(window_->command().contains("--view schedule"));
    OwnershipCanvas* const source = window_->panel<OwnershipPanel>()->source();
    QTest::mouseClick(source, Qt::LeftButton, {}, source->pointOf({1, 1}).toPoint());
    QCOMPARE(window_->docks().currentView(), &OwnershipPanel::kind);
    QVERIFY(window_->command().contains("--svg ownership.svg"));
    window_->panel<RunPanel>()->button()->setFocus(); // its dock lies behind another
    window_->findChild<QAction*>("show-run")->trigger();
    QVERIFY2(window_->command().contains("redist " + job("fft2d.hpf")), qPrintable(window_->command()));
    window_->panel<EditorPanel>()->editor()->setFocus(); // no view of its own
    QVERIFY(window_->command().contains("redist " + job("fft2d.hpf")));
}

void CommandsTest::theShadowOfARankIsSeen() {
    window_->openFile(job("shadows.hpf")); // A(120,90) on P(3,2), shadow (1:1,0:2)
    window_->session().finish();
    window_->session().change([](Selection& selection) { selection.rank = 2; });
    auto const& highlights = window_->panel<OwnershipPanel>()->source()->mappingView()->highlights;
    QCOMPARE(highlights.size(), std::size_t{2});
    QVERIFY((highlights[0].box == BoxSet({PeriodicSet::interval({39, 81}), PeriodicSet::interval({0, 47})})));
    QVERIFY((highlights[1].box == BoxSet({PeriodicSet::interval({40, 80}), PeriodicSet::interval({0, 45})})));
}

/// What is selected while all views are looked at.
struct Situation {
    char const* name;
    void (*select)(Selection&);
};

constexpr Situation situations[]{
    {"nothing", [](Selection&) {}},
    {"a link and a step",
     [](Selection& selection) {
         selection.link = 3;
         selection.step = 4;
     }},
    {"a message's way",
     [](Selection& selection) {
         selection.message = Selection::Pair{0, 5};
     }},
    {"its element",
     [](Selection& selection) {
         selection.rank = 0;
         selection.message = Selection::Pair{0, 5};
         selection.element = {Selection::Side::Source, {2, 40}};
         selection.link = 2;
     }},
    {"all steps", [](Selection& selection) { selection.network.allSteps = true; }},
    {"two algorithms, of which one has fewer steps",
     [](Selection& selection) {
         selection.network.beside = "rex";
         selection.step = 6;
         selection.link = 1;
     }},
    {"messages on their way",
     [](Selection& selection) {
         selection.network.percent = 60;
         selection.step = 3;
         selection.link = 2;
     }},
    {"messages on their way beside those of another algorithm",
     [](Selection& selection) {
         selection.network.beside = "rex";
         selection.network.percent = 35;
         selection.step = 6;
     }},
    {"the file, step by step; times over ranks",
     [](Selection& selection) {
         selection.file.phase = 1;
         selection.overRanks = true;
     }},
};

void CommandsTest::everyPictureIsReproduced_data() {
    QTest::addColumn<int>("situation");
    for (int each = 0; each < static_cast<int>(std::size(situations)); ++each) QTest::newRow(situations[each].name) << each;
}

/// What each panel has drawn, not what an export would draw, is what its command draws.
void CommandsTest::everyPictureIsReproduced() {
    QFETCH(int, situation);
    window_->resize(1600, 1200);
    window_->session().setChoice(
        {.algorithm = "gen", .site = {.topology = "mesh(2,4)", .placement = "random:3", .machine = "delta"}});
    window_->openFile(job("fft2d.hpf"));
    window_->session().finish();
    window_->session().change(situations[situation].select);
    for (View const view : {&MessagesPanel::kind, &SchedulePanel::kind, &NetworkPanel::kind, &CostPanel::kind, &CommPanel::kind,
                            &ProgramPanel::kind, &InsightPanel::kind}) {
        auto* const panel = static_cast<ScenePanel*>(window_->docks().panel(view));
        window_->showView(view);
        QTRY_VERIFY(panel->canvas()->isVisible());
        QTRY_VERIFY(!window_->isDrawing());
        Scene seen = panel->canvas()->scene();
        SceneCanvas* const second = window_->panel<NetworkPanel>()->besideCanvas();
        if (view == &NetworkPanel::kind && second->isVisible()) seen = beside(std::move(seen), second->scene());
        QCOMPARE(resultOf(window_->command()), QString::fromStdString(to_svg(seen)));
    }
    for (View const view : {&OwnershipPanel::kind, &FilePanel::kind}) { // these fill their room: the command has another
        window_->showView(view);
        auto const exported = viewScene(view, window_->session());
        QVERIFY(exported);
        QCOMPARE(resultOf(window_->command()), QString::fromStdString(to_svg(*exported)));
    }
}

void CommandsTest::aPartOfTheMatrixIsReproduced() {
    window_->session().setText("      real A(4096)\n!hpf$ processors P(256)\n!hpf$ distribute A(block) onto P\n"
                               "!hpf$ redistribute A(cyclic) onto P\n");
    window_->session().finish();
    window_->showView(&MessagesPanel::kind);
    window_->session().change([](Selection& selection) { selection.part = {{4, 8}, {64, 68}}; });
    QTRY_VERIFY(window_->panel<MessagesPanel>()->canvas()->isVisible());
    QTRY_VERIFY(!window_->isDrawing());
    QVERIFY2(window_->command().contains(" --pairs 4:7,64:67 "), qPrintable(window_->command()));
    QCOMPARE(resultOf(window_->command()), QString::fromStdString(to_svg(window_->panel<MessagesPanel>()->canvas()->scene())));
}

/// With pictures alone they were heeded, and a window did as if they had not been given.
void CommandsTest::aWindowBeginsWhereItsOptionsSay() {
    auto const options = parseOptions({"distview", "--view", "network", "--step", "3", "--algorithm", "gen", "--topology",
                                       "mesh(2,4)", "--rank", "5", job("fft2d.hpf")});
    QVERIFY(options);
    begin(*window_, *options);
    QVERIFY(window_->panel<NetworkPanel>()->isVisible() && !window_->panel<NetworkPanel>()->visibleRegion().isEmpty());
    QCOMPARE(window_->session().selection().step, 2);
    QVERIFY(window_->session().selection().rank == Rank{5});
    QCOMPARE(window_->session().schedule()->schedule->algorithm(), std::string_view("gen"));
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::CommandsTest)
#include "commands_test.moc"
