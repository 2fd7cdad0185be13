// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the panel of a job's program, driven as a person drives it.
#include "gui/panels/program_panel.hpp"
#include "gui/windows/main_window.hpp"
#include "gui/windows/options.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QDockWidget>
#include <QTemporaryDir>

namespace tessera::gui {

class ProgramTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void theStripTellsTheSum();
    void aWishShowsItsSum();
    void wishesThatCannotBe();
    void anArrowIsTheJobsTransition();
    void adviceIsAdoptedInOneStep();
    void adviceStaysWhileOtherChangesAreLookedAt();
    void everyAnswerIsAWish();
    void commandsGiveTheSamePicture();
    void jobsWithoutPhasesShowNothingMore();
    void optionsAreRead();

  private:
    void open(char const* job, std::string machine = "delta") {
        window_->session().setChoice({.site = {.machine = std::move(machine)}});
        window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/" + job);
        window_->showView(&ProgramPanel::kind);
        settle();
    }
    void settle() {
        window_->session().finish();
        QTRY_VERIFY(!window_->panel<ProgramPanel>()->isBusy());
    }
    void wish(QString const& text) {
        QLineEdit* const edit = window_->panel<ProgramPanel>()->wish()->lineEdit();
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
        settle();
    }
    /// In the middle of the arrow from one phase to the next.
    void clickChange(std::size_t from, std::size_t to) {
        SceneCanvas* const canvas = window_->panel<ProgramPanel>()->canvas();
        for (SceneRect const& rect : canvas->scene().rects)
            if (auto const* const change = std::get_if<ChangeTag>(&rect.tag); change && change->from == from && change->to == to) {
                QPointF const middle(rect.x + rect.width / 2, rect.y + rect.height / 2);
                QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->toWidget(middle).toPoint());
                return settle();
            }
        QFAIL("there is no such arrow");
    }
    [[nodiscard]] QString said() const { return window_->panel<ProgramPanel>()->summary(); }
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

namespace {

QString const thereAndBack = "      real*8 A(64,64)\n"
                             "!hpf$ processors P(4)\n"
                             "!hpf$ distribute A(block,*) onto P\n"
                             "!hpf$ dynamic A\n"
                             "!dist$ repeat 10\n"
                             "!dist$ phase rows: on A(i,j) whole A(:,*)\n"
                             "!hpf$ redistribute A(*,block) onto P\n"
                             "!dist$ phase columns: on A(i,j) whole A(*,:)\n"
                             "!hpf$ redistribute A(cyclic,*) onto P\n"
                             "!dist$ phase dealt: on A(i,j) whole A(:,*)\n"
                             "!dist$ end repeat\n";

} // namespace

void ProgramTest::init() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->resize(1280, 800);
    window_->show();
}

void ProgramTest::theStripTellsTheSum() {
    open("fft2d.hpf");
    QVERIFY2(said().startsWith("2.94 ms in all: work 0.0307 ms, messages within phases 0 ms, remaps 2.91 ms;"), qPrintable(said()));
    window_->panel<ProgramPanel>()->operation()->setText("1us");
    emit window_->panel<ProgramPanel>()->operation()->editingFinished();
    settle();
    QVERIFY2(said().contains("work 30.7 ms"), qPrintable(said()));
    open("fft2d.hpf", "");
    QVERIFY2(said().contains("Choose a machine"), qPrintable(said()));
}

void ProgramTest::aWishShowsItsSum() {
    open("adi.hpf");
    QVERIFY(said().startsWith("607 ms in all"));
    QVERIFY(!window_->panel<ProgramPanel>()->adoptButton()->isEnabled());
    wish("U (block,block) onto P(4,4)");
    QVERIFY2(said().startsWith("345") && said().endsWith("The job as written takes 607 ms; this takes 0.57 times as long."),
             qPrintable(said()));
    QVERIFY(window_->panel<ProgramPanel>()->adoptButton()->isEnabled());
    QCOMPARE(window_->panel<ProgramPanel>()->wish()->currentText(), "U (block,block) onto P(4,4)"); // nothing is completed
    wish("U@columns (*,block)");
    QVERIFY2(said().startsWith("5.4 s in all"), qPrintable(said()));
    clickChange(0, 1);
    QVERIFY2(said().contains("Adopt it"), qPrintable(said()));
    emit window_->panel<ProgramPanel>()->wish()->activated(0); // what the list offers is there at once
    settle();
    QVERIFY(window_->panel<ProgramPanel>()->wish()->count() >= 4);
    QCOMPARE(window_->panel<ProgramPanel>()->wish()->itemText(0), "U (block,*)");
    window_->panel<ProgramPanel>()->wish()->lineEdit()->clear();
    emit window_->panel<ProgramPanel>()->wish()->lineEdit()->editingFinished();
    settle();
    QVERIFY(said().startsWith("607 ms in all"));
}

void ProgramTest::wishesThatCannotBe() {
    open("fft2d.hpf");
    QString const text = window_->session().text();
    for (auto const& [wished, why] : {std::pair("X (block,*)", "no array 'X'"), std::pair("A (*,block)", "is not whole"),
                                      std::pair("A@rows (block,block)", "is not whole"), std::pair("A", "expected an array")}) {
        wish(QString::fromLatin1(wished));
        QString const empty = window_->panel<ProgramPanel>()->canvas()->emptyText();
        QVERIFY2(empty.contains(QString::fromLatin1(why)), qPrintable(empty));
    }
    QCOMPARE(window_->session().text(), text);
}

void ProgramTest::anArrowIsTheJobsTransition() {
    open("adi.hpf");
    window_->session().replaceText(thereAndBack);
    settle();
    clickChange(1, 2);
    QCOMPARE(window_->session().derived()->viewed, std::size_t{1});
    clickChange(0, 1);
    QCOMPARE(window_->session().derived()->viewed, std::size_t{0});
    auto const& rects = window_->panel<ProgramPanel>()->canvas()->scene().rects;
    auto const marked = std::ranges::count_if(
        rects, [&](SceneRect const& rect) { return window_->panel<ProgramPanel>()->canvas()->isMarked(rect.tag); });
    QCOMPARE(marked, 1);
    clickChange(2, 0); // around the loop
    QCOMPARE(window_->session().derived()->viewed, std::size_t{0});
    QVERIFY2(said().contains("Remaps at the end of a loop are not shown"), qPrintable(said()));
}

void ProgramTest::adviceIsAdoptedInOneStep() {
    open("adi.hpf");
    QString const before = window_->session().text();
    QTest::mouseClick(window_->panel<ProgramPanel>()->adviseButton(), Qt::LeftButton);
    settle();
    QListWidget* const answers = window_->panel<ProgramPanel>()->answers();
    QVERIFY(answers->isVisible() && answers->count() >= 3);
    QVERIFY2(answers->item(0)->text().contains("1.00 of the best"), qPrintable(answers->item(0)->text()));
    QVERIFY(answers->item(answers->count() - 1)->text().startsWith("yours: 607 ms"));
    QVERIFY(answers->item(0)->text().contains("\nWhy: "));
    answers->setCurrentRow(0);
    settle();
    QVERIFY2(said().startsWith("345"), qPrintable(said()));
    QTest::mouseClick(window_->panel<ProgramPanel>()->adoptButton(), Qt::LeftButton);
    settle();
    QString const after = window_->session().text();
    QVERIFY2(after.contains("distribute U(block,block)") && after.contains("!dist$ repeat 100"), qPrintable(after));
    QVERIFY(after.startsWith("! Alternating directions"));
    QVERIFY2(said().startsWith("Adopted. Ctrl+Z undoes it.") && said().contains("345"), qPrintable(said()));
    QVERIFY(!window_->session().error());
    window_->session().document()->undo();
    settle();
    QCOMPARE(window_->session().text(), before);
    QVERIFY2(said().startsWith("607 ms"), qPrintable(said())); // nothing is adopted any more
}

void ProgramTest::adviceStaysWhileOtherChangesAreLookedAt() {
    open("adi.hpf");
    window_->session().replaceText(thereAndBack);
    settle();
    QTest::mouseClick(window_->panel<ProgramPanel>()->adviseButton(), Qt::LeftButton);
    settle();
    QListWidget* const answers = window_->panel<ProgramPanel>()->answers();
    int const all = answers->count();
    QVERIFY(answers->isVisible() && all > 1);
    clickChange(1, 2);
    settle();
    QCOMPARE(window_->session().derived()->viewed, std::size_t{1});
    QVERIFY(answers->isVisible());
    QCOMPARE(answers->count(), all);
    window_->session().replaceText(QString(thereAndBack).replace("repeat 10", "repeat 11"));
    settle();
    QVERIFY(!answers->isVisible());
}

/// What is advised is written as wishes: these give the same layouts, and so the same times.
void ProgramTest::everyAnswerIsAWish() {
    for (char const* const name : {"adi.hpf", "fft2d.hpf", "heat.hpf", "lu.hpf", "matmul.hpf"}) {
        open(name);
        Job const& job = window_->session().derived()->job;
        ScheduleChoice const& site = window_->session().choice();
        auto const advice = programAdvice(job, {}, site);
        QVERIFY2(advice.has_value(), name);
        for (AdvisedChoice const& answer : advice->answers) {
            auto const picture = programPicture(job, {.wishes = answer.wishes}, site);
            QVERIFY2(picture.has_value(), answer.wishes.c_str());
            QVERIFY2(std::abs(*picture->cost.seconds() - answer.seconds) <= 1e-9 * answer.seconds, answer.wishes.c_str());
            auto const adopted = adoptedText(job, {.wishes = answer.wishes}, {});
            QVERIFY2(adopted.has_value(), answer.wishes.c_str());
            auto const parsed = parse_job(adopted->text.toStdString(), "adopted");
            QVERIFY2(parsed.has_value(), qPrintable(adopted->text));
            auto const again = programPicture(*parsed, {}, site);
            QVERIFY2(again && std::abs(*again->cost.seconds() - answer.seconds) <= 1e-9 * answer.seconds,
                     qPrintable(adopted->text));
        }
    }
}

void ProgramTest::commandsGiveTheSamePicture() {
    open("adi.hpf");
    wish("U@columns (*,block)");
    QVERIFY2(window_->command().endsWith("adi.hpf --what-if 'U@columns (*,block)' --machine delta --svg program.svg"),
             qPrintable(window_->command()));
}

void ProgramTest::jobsWithoutPhasesShowNothingMore() {
    open("replicated.hpf");
    QVERIFY(!window_->findChild<QAction*>("show-program")->isVisible());
    open("adi.hpf");
    QVERIFY(window_->findChild<QAction*>("show-program")->isVisible());
}

void ProgramTest::optionsAreRead() {
    auto const options =
        parseOptions({"distview", "--view", "program", "--what-if", "U (*,block)", "--operation", "20ns", "job.hpf"});
    QVERIFY(options.has_value());
    QCOMPARE(options->view, &ProgramPanel::kind);
    QCOMPARE(options->selection.program.wishes, std::string("U (*,block)"));
    QCOMPARE(options->selection.program.operation, std::string("20ns"));
    QVERIFY(!parseOptions({"distview", "--view", "comm", "--operation", "20ns", "job.hpf"}));
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::ProgramTest)
#include "program_test.moc"
