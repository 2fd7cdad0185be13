// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the panel of what arrays communicate, driven as a person drives it.
#include "gui/panels/comm_panel.hpp"
#include "gui/panels/panel_registry.hpp"
#include "gui/windows/main_window.hpp"
#include "gui/windows/options.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QTemporaryDir>
#include <algorithm>

namespace tessera::gui {

class CommTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void shadowPlanesAreTheHalo();
    void jobsWithoutShadowGetAStar();
    void theFieldsAreFollowed();
    void wrongWordsAreToldInPlace();
    void aRankIsLookedAtAlone();
    void shiftsAreDrawn();
    void collisionsAreDrawn();
    void onlySomeElementsTakePart();
    void onlySomePlacesGetElements();
    void stepsArePlayedOnTheNetwork();
    void theRootIsTheSelectedRank();
    void editsAreFollowed();
    void commandsGiveTheSamePicture();
    void optionsAreRead();

  private:
    void open(char const* job) {
        window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/" + job);
        window_->session().finish();
        window_->showView(&CommPanel::kind); // what a job shows first is known by now
        settle();
    }
    void settle() {
        window_->session().finish();
        QTRY_VERIFY(!window_->panel<CommPanel>()->isBusy());
    }
    void operate(int place) {
        emit window_->panel<CommPanel>()->operation()->activated(place);
        settle();
    }
    [[nodiscard]] QString title() const {
        Scene const& scene = window_->panel<CommPanel>()->canvas()->scene();
        return scene.texts.empty() ? QString() : QString::fromStdString(scene.texts.front().text);
    }
    [[nodiscard]] std::ptrdiff_t panels() const {
        return std::ranges::count_if(window_->panel<CommPanel>()->canvas()->scene().texts,
                                     [](SceneText const& text) { return text.bold && text.text.starts_with("rank "); });
    }
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

void CommTest::init() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->show();
}

void CommTest::shadowPlanesAreTheHalo() {
    open("jacobi.hpf");
    QCOMPARE(title(), "Halo of U");
    QCOMPARE(window_->panel<CommPanel>()->stencil()->currentText(), "shadow planes");
    QVERIFY(window_->panel<CommPanel>()->summary().startsWith("2052 elements arrive in 12 messages"));
    QCOMPARE(panels(), 4);
}

void CommTest::jobsWithoutShadowGetAStar() {
    open("fft2d.hpf");
    QCOMPARE(title(), "Halo of A");
    QCOMPARE(window_->panel<CommPanel>()->stencil()->currentText(), "star:1");
    QCOMPARE(window_->panel<CommPanel>()->array()->count(), 2); // before and after
    emit window_->panel<CommPanel>()->array()->activated(1);
    settle();
    QCOMPARE(window_->session().selection().comm.state, std::size_t{1});
    QVERIFY(window_->panel<CommPanel>()->array()->currentText().contains("(*,block)"));
}

void CommTest::theFieldsAreFollowed() {
    open("jacobi.hpf");
    window_->panel<CommPanel>()->stencil()->setEditText("5");
    emit window_->panel<CommPanel>()->stencil()->lineEdit()->editingFinished();
    settle();
    QVERIFY(window_->panel<CommPanel>()->summary().startsWith("2048 elements arrive in 8 messages"));
    window_->panel<CommPanel>()->periodic()->setText("all");
    emit window_->panel<CommPanel>()->periodic()->editingFinished();
    settle();
    QVERIFY(window_->panel<CommPanel>()->summary().startsWith("4096 elements arrive in 8 messages"));
    window_->panel<CommPanel>()->wide()->setValue(2);
    settle();
    QVERIFY(window_->panel<CommPanel>()->summary().startsWith("8208 elements arrive in 12 messages"));
}

void CommTest::wrongWordsAreToldInPlace() {
    open("jacobi.hpf");
    window_->panel<CommPanel>()->stencil()->setEditText("77");
    emit window_->panel<CommPanel>()->stencil()->lineEdit()->editingFinished();
    settle();
    QVERIFY(window_->panel<CommPanel>()->canvas()->scene().texts.empty());
    QVERIFY(window_->panel<CommPanel>()->canvas()->emptyText().contains("'77' is not a stencil"));
    QVERIFY(window_->panel<CommPanel>()->summary().isEmpty());
}

void CommTest::aRankIsLookedAtAlone() {
    open("jacobi.hpf");
    emit window_->panel<CommPanel>()->canvas()->clicked(CellsTag{0, 2, {0, 1}, {0, 1}});
    settle();
    QCOMPARE(window_->session().selection().rank, std::optional<Rank>(2));
    QCOMPARE(panels(), 1);
    emit window_->panel<CommPanel>()->canvas()->clicked(CellsTag{0, 2, {0, 1}, {0, 1}});
    settle();
    QCOMPARE(panels(), 4);
}

void CommTest::shiftsAreDrawn() {
    open("jacobi.hpf");
    operate(1);
    QCOMPARE(title(), "U shifted by 1,1");
    window_->panel<CommPanel>()->by()->setText("0,-3");
    emit window_->panel<CommPanel>()->by()->editingFinished();
    emit window_->panel<CommPanel>()->edge()->activated(2);
    settle();
    QCOMPARE(title(), "U shifted by 0,-3 on a torus");
    QVERIFY(window_->panel<CommPanel>()->summary().contains("0 leave the array"));
}

void CommTest::collisionsAreDrawn() {
    open("pcstar-fig37.hpf");
    operate(2);
    QVERIFY(window_->panel<CommPanel>()->summary().startsWith("64 values for 64 elements, at most 1 each"));
    window_->panel<CommPanel>()->indices()->setEditText("few");
    emit window_->panel<CommPanel>()->indices()->lineEdit()->editingFinished();
    settle();
    QVERIFY(window_->panel<CommPanel>()->summary().startsWith("64 values for 1 element, at most 64 each"));
    auto const& texts = window_->panel<CommPanel>()->canvas()->scene().texts;
    QVERIFY(std::ranges::any_of(texts, [](SceneText const& text) { return text.text == "Values sent to each element"; }));
    QVERIFY(std::ranges::any_of(texts, [](SceneText const& text) { return text.text == "64"; }));
    window_->panel<CommPanel>()->indices()->setEditText("nowhere.npy");
    emit window_->panel<CommPanel>()->indices()->lineEdit()->editingFinished();
    settle();
    QVERIFY(window_->panel<CommPanel>()->canvas()->emptyText().contains("nowhere.npy"));
}

void CommTest::onlySomeElementsTakePart() {
    open("jacobi.hpf");
    auto* const panel = window_->panel<CommPanel>();
    auto const enter = [&](char const* condition) {
        panel->where()->setText(condition);
        emit panel->where()->editingFinished();
        settle();
    };
    auto const notes = [&] {
        return std::ranges::count_if(panel->canvas()->scene().texts,
                                     [](SceneText const& text) { return text.text.starts_with("Grey: "); });
    };
    QCOMPARE(notes(), 0);
    enter("i > 256");
    QVERIFY2(panel->summary().startsWith("1026 elements arrive in 6 messages"), qPrintable(panel->summary()));
    QCOMPARE(notes(), 1); // what is not active
    operate(1);
    QVERIFY2(panel->summary().contains("767 leave the array"), qPrintable(panel->summary()));
    QCOMPARE(notes(), 1); // what leaves
    operate(2);
    QVERIFY2(panel->summary().startsWith("131 072 values"), qPrintable(panel->summary()));
    enter("i >");
    QVERIFY2(panel->canvas()->emptyText().startsWith("only where 'i >': "), qPrintable(panel->canvas()->emptyText()));
    operate(5);
    QVERIFY(!panel->where()->isVisible());
}

void CommTest::onlySomePlacesGetElements() {
    open("jacobi.hpf");
    auto* const panel = window_->panel<CommPanel>();
    QVERIFY(!panel->whereTarget()->isVisible());
    operate(1);
    QVERIFY(panel->whereTarget()->isVisible());
    QString const all = panel->summary();
    auto const enter = [&](char const* condition) {
        panel->whereTarget()->setText(condition);
        emit panel->whereTarget()->editingFinished();
        settle();
    };
    enter("i > 257");
    QVERIFY2(panel->summary().startsWith("255 elements change owner"), qPrintable(panel->summary()));
    enter("i >");
    QVERIFY2(panel->canvas()->emptyText().startsWith("to elements where 'i >': "), qPrintable(panel->canvas()->emptyText()));
    enter("");
    QCOMPARE(panel->summary(), all);
}

void CommTest::stepsArePlayedOnTheNetwork() {
    open("jacobi.hpf");
    QVERIFY(!window_->panel<CommPanel>()->player()->isVisible());
    window_->panel<CommPanel>()->onNetwork()->setChecked(true);
    settle();
    QVERIFY(window_->panel<CommPanel>()->player()->isVisible());
    QVERIFY(title().endsWith(", all 2 steps"));
    QTest::keyClick(window_->panel<CommPanel>(), Qt::Key_Period);
    settle();
    QVERIFY(title().endsWith(", step 1 of 2"));
    operate(5);
    QCOMPARE(title(), "loglocex on crossbar(4) (assumed), all 2 steps");
    auto* const algorithm = window_->panel<CommPanel>()->algorithm();
    emit algorithm->activated(algorithm->findText("logmw"));
    settle();
    QVERIFY(title().startsWith("logmw on "));
}

void CommTest::theRootIsTheSelectedRank() {
    open("jacobi.hpf");
    operate(4);
    auto const messagesOfRank2 = [this] {
        auto const& messages = window_->panel<CommPanel>()->canvas()->scene();
        return messages.lines.size();
    };
    auto const before = messagesOfRank2();
    emit window_->panel<CommPanel>()->canvas()->clicked(VertexTag{2, 2});
    settle();
    QCOMPARE(window_->session().selection().rank, std::optional<Rank>(2));
    QCOMPARE(messagesOfRank2(), before); // as many, from elsewhere
}

void CommTest::editsAreFollowed() {
    open("jacobi.hpf");
    QString const text = window_->session().text();
    window_->session().replaceText(QString(text).replace("P(2,2)", "P(4,2)"));
    settle();
    QCOMPARE(panels(), 8);
    window_->session().replaceText(QString(text).replace("shadow U(1,1)", "shadow U(0,0)"));
    settle();
    QCOMPARE(window_->panel<CommPanel>()->stencil()->currentText(), "star:1");
}

void CommTest::commandsGiveTheSamePicture() {
    Selection selection;
    selection.comm.halo = {.stencil = "box:1", .periodic = "1,2", .steps = 4};
    QCOMPARE(commandText(&CommPanel::kind, "a.hpf", {}, selection),
             "distplan comm halo a.hpf --stencil box:1 --periodic '1,2' --wide 4 --svg comm.svg");
    selection.rank = 3;
    selection.comm.operation = CommOperation::Shift;
    selection.comm.array = "B";
    selection.comm.shift = {"1,-2", ShiftEdge::Torus};
    QCOMPARE(commandText(&CommPanel::kind, "a.hpf", {}, selection),
             "distplan comm shift a.hpf --array-name B --by='1,-2' --edge torus --svg comm.svg");
    selection.comm.where = "i > 1";
    QCOMPARE(commandText(&CommPanel::kind, "a.hpf", {}, selection),
             "distplan comm shift a.hpf --array-name B --by='1,-2' --edge torus --where 'i > 1' --svg comm.svg");
    selection.comm.where.clear();
    selection.comm.shift.where_target = "i > 2";
    QCOMPARE(commandText(&CommPanel::kind, "a.hpf", {}, selection),
             "distplan comm shift a.hpf --array-name B --by='1,-2' --edge torus --where-target 'i > 2' --svg comm.svg");
    selection.comm.operation = CommOperation::Broadcast;
    selection.comm.collective = "logfan";
    selection.comm.step = 1;
    ScheduleChoice choice;
    choice.site.topology = "mesh(2,2)";
    QCOMPARE(
        commandText(&CommPanel::kind, "a.hpf", choice, selection),
        "distplan comm broadcast a.hpf --array-name B --rank 3 --algorithm logfan --topology 'mesh(2,2)' --step 2 --svg comm.svg");
}

void CommTest::optionsAreRead() {
    auto const options =
        parseOptions({"distview", "--view", "comm", "--operation", "reduce", "--algorithm", "logmw", "--step", "all", "a.hpf"});
    QVERIFY(options.has_value());
    QCOMPARE(options->selection.comm.operation, CommOperation::Reduce);
    QCOMPARE(options->selection.comm.collective, "logmw");
    QCOMPARE(options->choice.algorithm, "auto");
    QVERIFY(!options->selection.comm.step);
    auto const target = parseOptions({"distview", "--operation", "shift", "--by=1,0", "--where-target", "i > 2", "a.hpf"});
    QCOMPARE(target.value().selection.comm.shift.where_target, "i > 2");
    QVERIFY(!parseOptions({"distview", "--edge", "cliff", "a.hpf"}).has_value());
    QVERIFY(!parseOptions({"distview", "--wide", "0", "a.hpf"}).has_value());
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::CommTest)
#include "comm_test.moc"
