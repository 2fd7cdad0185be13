// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the panel of the file, driven as a person drives it.
#include "gui/panels/file_panel.hpp"
#include "gui/panels/panel_registry.hpp"
#include "gui/windows/main_window.hpp"
#include "gui/windows/options.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QTemporaryDir>
#include <algorithm>

namespace tessera::gui {

class FileTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void theBestMethodIsShown();
    void anotherMethodIsChosen();
    void linesAreChosen();
    void stepsArePlayed();
    void jobsWithoutAFileReadTheirFirstArray();
    void theSelectedElementIsFramed_data();
    void theSelectedElementIsFramed();
    void commandsGiveTheSamePicture();
    void optionsAreRead();

  private:
    void open(char const* job) {
        window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/" + job);
        window_->session().finish();
        window_->showView(&FilePanel::kind); // what a job shows first is known by now
        settle();
    }
    void settle() {
        window_->session().finish();
        QTRY_VERIFY(!window_->panel<FilePanel>()->isBusy());
    }
    [[nodiscard]] QString title() const {
        Scene const& scene = window_->panel<FilePanel>()->canvas()->scene();
        return scene.texts.empty() ? QString() : QString::fromStdString(scene.texts.front().text);
    }
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

void FileTest::init() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->show();
}

void FileTest::theBestMethodIsShown() {
    open("stripes.hpf");
    QCOMPARE(window_->panel<FilePanel>()->line()->count(), 2);
    QCOMPARE(title(), "real A(4096,4096): two-phase static");
    QVERIFY(window_->panel<FilePanel>()->summary().startsWith("<b>two-phase static</b> makes 80 requests"));
}

void FileTest::anotherMethodIsChosen() {
    open("stripes.hpf");
    emit window_->panel<FilePanel>()->method()->activated(2);
    settle();
    QCOMPARE(title(), "real A(4096,4096): sieve");
    QCOMPARE(window_->panel<FilePanel>()->method()->currentText(), "sieve");
    QCOMPARE(window_->session().selection().file.access, std::optional(Access::Sieve));
}

void FileTest::linesAreChosen() {
    open("stripes.hpf");
    emit window_->panel<FilePanel>()->line()->activated(1);
    settle();
    QCOMPARE(window_->session().selection().file.line, 1);
    QVERIFY(window_->panel<FilePanel>()->canvas()->scene().texts.at(1).text.starts_with("io write A"));
}

void FileTest::stepsArePlayed() {
    open("stripes.hpf");
    QCOMPARE(window_->panel<FilePanel>()->player()->slider()->maximum(), 5);
    QTest::keyClick(window_->panel<FilePanel>(), Qt::Key_Period);
    QCOMPARE(title(), "real A(4096,4096): two-phase static, step 1 of 5");
    QTest::keyClick(window_->panel<FilePanel>(), Qt::Key_End);
    QCOMPARE(title(), "real A(4096,4096): two-phase static, step 5 of 5");
    QTest::keyClick(window_->panel<FilePanel>(), Qt::Key_Period);
    QCOMPARE(title(), "real A(4096,4096): two-phase static");
    window_->panel<FilePanel>()->player()->play();
    QTRY_COMPARE(window_->session().selection().file.phase, std::optional<Index>(1));
    window_->panel<FilePanel>()->player()->play();
    // A plan of fewer steps is shown as a whole.
    window_->panel<FilePanel>()->player()->slider()->setValue(4);
    emit window_->panel<FilePanel>()->line()->activated(1);
    settle();
    QVERIFY(!window_->session().selection().file.phase);
}

void FileTest::jobsWithoutAFileReadTheirFirstArray() {
    open("triangle.hpf");
    QCOMPARE(window_->panel<FilePanel>()->line()->currentText(), "io read A");
    auto const& rects = window_->panel<FilePanel>()->canvas()->scene().rects;
    auto const cell = std::ranges::find_if(rects, [](SceneRect const& rect) { return std::holds_alternative<BytesTag>(rect.tag); });
    QVERIFY(cell != rects.end());
    emit window_->panel<FilePanel>()->canvas()->clicked(BytesTag{{0, 4}, 2});
    QCOMPARE(window_->session().selection().rank, std::optional<Rank>(2));
}

void FileTest::theSelectedElementIsFramed_data() {
    using Side = Selection::Side;
    QTest::addColumn<Side>("side");
    QTest::addColumn<Extents>("element");
    QTest::newRow("itself") << Side::Source << Extents{5, 14};
    QTest::newRow("where it goes") << Side::Target << Extents{14, 5};
}

/// B(j,i) = A(i,j), and the file holds A(60,48), column by column, 8 bytes each.
void FileTest::theSelectedElementIsFramed() {
    QFETCH(Selection::Side, side);
    QFETCH(Extents, element);
    open("transpose.hpf");
    auto const told = [this] {
        auto const& texts = window_->panel<FilePanel>()->canvas()->scene().texts;
        return std::ranges::any_of(texts, [](SceneText const& text) { return text.text == "Thick frame: bytes 6760 to 6767."; });
    };
    QVERIFY(!told());
    window_->session().change([&](Selection& selection) { selection.element = Selection::Element{side, element}; });
    QVERIFY(told());
    QCOMPARE(window_->crumbs()->words().back(), QStringLiteral("byte 6760 of the file"));
    window_->session().change([](Selection& selection) { selection.element.reset(); });
    QVERIFY(!told());
}

void FileTest::commandsGiveTheSamePicture() {
    Selection selection;
    selection.file = {1, Access::TwoPhase, DomainKind::BlockCyclic, 2};
    QCOMPARE(commandText(&FilePanel::kind, "a.hpf", {}, selection),
             "distplan io a.hpf --line 2 --access two-phase --domains cyclic --step 3 --svg io.svg");
    QCOMPARE(commandText(&FilePanel::kind, "a.hpf", {}, {}), "distplan io a.hpf --svg io.svg");
}

void FileTest::optionsAreRead() {
    auto const options =
        parseOptions({"distview", "--view", "io", "--access", "two-phase", "--domains", "static", "--step", "3", "a.hpf"});
    QVERIFY(options.has_value());
    QCOMPARE(options->view, &FilePanel::kind);
    QCOMPARE(options->selection.file, (FileChoice{0, Access::TwoPhase, DomainKind::Static, 2}));
    QVERIFY(!parseOptions({"distview", "--access", "magic", "a.hpf"}).has_value());
    QVERIFY(!parseOptions({"distview", "--domains", "magic", "a.hpf"}).has_value());
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::FileTest)
#include "file_test.moc"
