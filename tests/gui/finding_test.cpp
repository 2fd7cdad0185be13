// SPDX-License-Identifier: BSD-3-Clause
// Tessera: finding one's way: the thread of what is selected, keys inside pictures, commands by their words, errors with a remedy.
#include "gui/canvas/scene_stops.hpp"
#include "gui/panels/editor_panel.hpp"
#include "gui/panels/file_panel.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/panel_registry.hpp"
#include "gui/panels/schedule_panel.hpp"
#include "gui/panels/view_scene.hpp"
#include "gui/session/suggested_fix.hpp"
#include "gui/session/trace_export.hpp"
#include "gui/windows/command_palette.hpp"
#include "gui/windows/go_to.hpp"
#include "gui/windows/main_window.hpp"
#include "gui/windows/saved_layouts.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>

namespace tessera::gui {
namespace {

constexpr auto onTooFew = "real A(64,64)\n!hpf$ processors P(8)\n!hpf$ distribute A(block(2),*) onto P\n";

QByteArray contentOf(QString const& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class FindingTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void stopsAreFoundAhead();
    void keysWalkOverTheMatrix();
    void keysWalkFromElementToElement();
    void theMatrixHasACrossHair();
    void crumbsLeadFromElementToLink();
    void errorsOfferTheirRemedy();
    void everyRemedyOfferedIsOne_data();
    void everyRemedyOfferedIsOne();
    void commandsAreFoundByTheirWords();
    void placesAreFoundByTheirNames_data();
    void placesAreFoundByTheirNames();
    void goToSelectsAndShows();
    void layoutsHaveNames();
    void theBestAlgorithmIsMarked();
    void picturesBecomePages();
    void schedulesBecomeTraces();

  private:
    void open(char const* job);
    void wait();
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

void FindingTest::init() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->resize(1400, 900);
    window_->show();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    open("fft2d.hpf");
}

void FindingTest::open(char const* job) {
    window_->session().document()->setModified(false);
    window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/" + job);
    wait();
}

void FindingTest::wait() {
    window_->session().finish();
    QTRY_VERIFY(!window_->isDrawing());
    QCoreApplication::processEvents();
}

/// On a board of squares the neighbours are where chess says; beside the edge nothing is.
void FindingTest::stopsAreFoundAhead() {
    Scene scene;
    for (int row = 0; row < 5; ++row)
        for (int column = 0; column < 7; ++column)
            scene.rects.push_back({column * 10.0, row * 10.0, 10, 10, black, CellsTag{row, column, {0, 1}, {0, 1}}, {}});
    scene.rects.push_back({25, 25, 1, 1, black, {}, {}}); // means nothing
    auto const stops = stopsOf(scene);
    QCOMPARE(stops.size(), std::size_t(35));
    for (SceneStop const& from : stops)
        for (auto const& [dx, dy] : {std::pair(1, 0), std::pair(-1, 0), std::pair(0, 1), std::pair(0, -1)}) {
            Index const row = std::get<CellsTag>(from.tag).panel + dy;
            Index const column = std::get<CellsTag>(from.tag).rank + dx;
            auto const next = nextStop(stops, from.area.center(), QPointF(dx, dy));
            bool const inside = row >= 0 && row < 5 && column >= 0 && column < 7;
            QCOMPARE(next.has_value(), inside);
            if (next)
                QVERIFY(std::get<CellsTag>(stops[*next].tag).panel == row && std::get<CellsTag>(stops[*next].tag).rank == column);
        }
}

void FindingTest::keysWalkOverTheMatrix() {
    window_->showView(&MessagesPanel::kind);
    wait();
    SceneCanvas* const canvas = window_->panel<MessagesPanel>()->canvas();
    canvas->setFocus();
    QVERIFY(!canvas->pointedAt());
    QTest::keyClick(canvas, Qt::Key_Right, Qt::ShiftModifier); // the first cell
    QTest::keyClick(canvas, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(canvas, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(canvas, Qt::Key_Down, Qt::ShiftModifier);
    QVERIFY(canvas->pointedAt());
    QVERIFY(!window_->session().selection().message); // looked at, not chosen
    QTest::keyClick(canvas, Qt::Key_Return);
    QVERIFY(window_->session().selection().message == (Selection::Pair{1, 2}));
    wait();
    QTest::keyClick(canvas, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(canvas, Qt::Key_Return);
    QVERIFY(window_->session().selection().message == (Selection::Pair{2, 2}));
}

void FindingTest::keysWalkFromElementToElement() {
    auto* const source = window_->panel<OwnershipPanel>()->source();
    source->setFocus();
    QTest::keyClick(source, Qt::Key_Down, Qt::ShiftModifier);
    QVERIFY(window_->session().selection().element->index == (Extents{0, 0}));
    for (int i = 0; i < 9; ++i) QTest::keyClick(source, Qt::Key_Right, Qt::ShiftModifier);
    for (int i = 0; i < 2; ++i) QTest::keyClick(source, Qt::Key_Down, Qt::ShiftModifier);
    QVERIFY(window_->session().selection().element->index == (Extents{2, 9}));
    for (int i = 0; i < 5; ++i) QTest::keyClick(source, Qt::Key_Up, Qt::ShiftModifier); // the edge holds
    QVERIFY(window_->session().selection().element->index == (Extents{0, 9}));
    auto const owner = window_->session().derived()->plan->plans()[0].source().owners(Extents{0, 9});
    QCOMPARE(*window_->session().selection().rank, owner.front().rank);
}

void FindingTest::theMatrixHasACrossHair() {
    window_->showView(&MessagesPanel::kind);
    wait();
    SceneCanvas* const canvas = window_->panel<MessagesPanel>()->canvas();
    auto const& rects = canvas->scene().rects;
    auto const cell = std::ranges::find_if(rects, [](SceneRect const& rect) {
        return rect.tag == SceneTag(MessagesTag{{3, 4}, {5, 6}});
    });
    QVERIFY(cell != rects.end());
    QPointF const middle(cell->x + cell->width / 2, cell->y + cell->height / 2);
    QImage const before = canvas->grab().toImage();
    QTest::mouseMove(canvas, canvas->toWidget(middle).toPoint());
    QTRY_VERIFY(canvas->pointedAt());
    QImage const after = canvas->grab().toImage();
    auto const changed = [&](QPointF at) {
        QPoint const pixel = canvas->toWidget(at).toPoint();
        return before.pixel(pixel) != after.pixel(pixel);
    };
    QVERIFY(changed(middle - QPointF(2 * cell->width, 0.4 * cell->height)));                         // its row
    QVERIFY(changed(middle - QPointF(0.4 * cell->width, 2 * cell->height)));                         // its column
    QVERIFY(!changed(middle - QPointF(2 * cell->width + 1, 2 * cell->height - 0.4 * cell->height))); // neither
}

void FindingTest::crumbsLeadFromElementToLink() {
    ScheduleChoice choice;
    choice.algorithm = "pex";
    choice.site.topology = "mesh(2,4)";
    window_->session().setChoice(choice);
    wait();
    QVERIFY(window_->crumbs()->words().isEmpty());
    auto* const source = window_->panel<OwnershipPanel>()->source();
    QTest::mouseClick(source, Qt::LeftButton, {}, source->pointOf({2, 9}).toPoint());
    QStringList const words = window_->crumbs()->words();
    QCOMPARE(words.size(), 6);
    auto const pair = window_->session().selection().message;
    QVERIFY(pair);
    QCOMPARE(words[0], QStringLiteral("A(3,10)"));
    QCOMPARE(words[1], QStringLiteral("rank %1").arg(pair->from));
    QCOMPARE(words[2], QStringLiteral("%1 \u2192 %2").arg(pair->from).arg(pair->to));
    // Pairwise exchange meets the partner from^to in this step.
    QCOMPARE(words[3], QStringLiteral("step %1").arg(pair->from ^ pair->to));
    QVERIFY(words[4].endsWith("link") || words[4].endsWith("links"));
    QVERIFY(words[5].startsWith("byte ") && words[5].endsWith(" of the file"));
    QTest::mouseClick(window_->crumbs()->crumb(3), Qt::LeftButton);
    QCOMPARE(window_->docks().currentView(), &SchedulePanel::kind);
    int const step = (pair->from ^ pair->to) - 1;
    QCOMPARE(window_->session().selection().step, step);
    auto const cell = [&](Rank rank, int at) { return SceneTag(StepsTag{{rank, rank + 1}, {at, at + 1}}); };
    auto* const chart = window_->panel<SchedulePanel>()->canvas();
    QVERIFY(chart->isMarked(cell(pair->from, step)));
    QVERIFY(!chart->isMarked(cell(pair->to, step)));
    QVERIFY(!chart->isMarked(cell(pair->from, step + 1)));
    QVERIFY(!chart->isMarked(StepsTag{{0, 8}, {step, step + 1}})); // a bar of all
    QTest::mouseClick(window_->crumbs()->crumb(5), Qt::LeftButton);
    QCOMPARE(window_->docks().currentView(), &FilePanel::kind);
    QTest::mouseClick(window_->crumbs()->crumb(4), Qt::LeftButton);
    QCOMPARE(window_->docks().currentView(), &NetworkPanel::kind);
    window_->session().change([](Selection& selection) { selection.link = 0; });
    QVERIFY(window_->crumbs()->words()[4].startsWith("link 0-"));
    QTest::keyClick(window_.get(), Qt::Key_Escape);
    QVERIFY(window_->crumbs()->words().isEmpty());
    auto const crumbOf = [this](Rank from, Rank to) {
        window_->session().change([&](Selection& selection) { selection.message = Selection::Pair{from, to}; });
        return window_->crumbs()->words().front();
    };
    QCOMPARE(crumbOf(2, 2), QStringLiteral("2 \u2192 2: stays"));
    QCOMPARE(crumbOf(2, 9), QStringLiteral("2 \u2192 9: nothing is sent")); // no such rank
}

void FindingTest::errorsOfferTheirRemedy() {
    window_->session().replaceText(onTooFew);
    wait();
    QList<QPushButton*> const fixes = window_->panel<EditorPanel>()->fixes();
    QCOMPARE(fixes.size(), 2);
    QCOMPARE(fixes[0]->text(), QStringLiteral("use block(8)"));
    QVERIFY(fixes[0]->isVisible());
    QTest::mouseClick(fixes[0], Qt::LeftButton);
    QCoreApplication::processEvents();
    wait();
    QVERIFY2(window_->panel<EditorPanel>()->message().isEmpty(), qPrintable(window_->panel<EditorPanel>()->message()));
    QVERIFY(window_->session().text().contains("distribute A(block(8),*) onto P"));
    QVERIFY(window_->panel<EditorPanel>()->fixes().isEmpty());
    window_->session().document()->undo(); // one step
    QCOMPARE(window_->session().text(), QString(onTooFew));
    window_->session().document()->setModified(false);
}

void FindingTest::everyRemedyOfferedIsOne_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("offered");
    QTest::newRow("size") << QString(onTooFew) << 2;
    QTest::newRow("format") << QString(onTooFew).replace("block(2)", "blok") << 1;
    QTest::newRow("directive") << QString(onTooFew).replace("distribute", "distribut").replace("(2)", "") << 1;
    QTest::newRow("processors") << QString(onTooFew).replace("processors", "procesors").replace("(2)", "") << 1;
    QTest::newRow("none") << QString(onTooFew).replace("onto P", "onto Q") << 0;
}

void FindingTest::everyRemedyOfferedIsOne() {
    QFETCH(QString, text);
    QFETCH(int, offered);
    Session session{QString()};
    session.setText(text);
    session.finish();
    QVERIFY(session.error());
    QStringList const fixes = suggestedFixes(*session.error());
    QCOMPARE(fixes.size(), offered);
    for (QString const& each : fixes) {
        session.setText(text);
        session.finish();
        applyFix(session, each);
        session.finish();
        QVERIFY2(!session.error(), session.error() ? session.error()->message.c_str() : "");
    }
}

void FindingTest::commandsAreFoundByTheirWords() {
    QTest::keyClick(window_.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    auto* const palette = window_->findChild<CommandPalette*>();
    QVERIFY(palette);
    int const all = palette->list()->count();
    QVERIFY(all > 40);
    palette->field()->setText("no such command");
    QCOMPARE(palette->list()->count(), 1);
    QCOMPARE(palette->list()->item(0)->text(), QStringLiteral("No command contains these words."));
    QTest::keyClick(palette->field(), Qt::Key_Return); // does nothing
    QVERIFY(palette->isVisible());
    palette->field()->clear();
    QTest::keyClicks(palette->field(), "algorithm caterp");
    QCOMPARE(palette->list()->count(), 1);
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QCOMPARE(window_->session().choice().algorithm, std::string("caterpillar"));
    QCOMPARE(window_->docks().currentView(), &SchedulePanel::kind);
    // Networks, too.
    window_->session().finish();
    QTest::keyClick(window_.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    auto const palettes = window_->findChildren<CommandPalette*>();
    auto* const again = palettes.back();
    QTest::keyClicks(again->field(), "network torus");
    QCOMPARE(again->list()->count(), 1);
    QTest::keyClick(again->field(), Qt::Key_Return);
    QVERIFY(QString::fromStdString(window_->session().choice().site.topology).startsWith("torus("));
    QCOMPARE(window_->docks().currentView(), &NetworkPanel::kind);
    // Whatever a menu does is there.
    for (QAction const* const action : window_->findChildren<QAction*>()) {
        if (action->shortcut().isEmpty() || !action->isEnabled()) continue;
        QString const words = action->text().remove(u'&').remove("...");
        auto const entries = menuEntries(*window_);
        QVERIFY2(std::ranges::any_of(entries, [&](PaletteEntry const& entry) { return entry.words.endsWith(words); }),
                 qPrintable(words));
    }
}

void FindingTest::placesAreFoundByTheirNames_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("error");
    QTest::newRow("rank") << "3"
                          << "ownership"
                          << "";
    QTest::newRow("rank in words") << " Rank 3 "
                                   << "ownership"
                                   << "";
    QTest::newRow("no such rank") << "8"
                                  << ""
                                  << "there is no rank 8; the job has ranks 0 to 7";
    QTest::newRow("a huge rank") << "99999999999999999999"
                                 << ""
                                 << "there is no rank";
    QTest::newRow("element") << "a(64, 1)"
                             << "ownership"
                             << "";
    QTest::newRow("no such element") << "A(65,1)"
                                     << ""
                                     << "65";
    QTest::newRow("no such array") << "B(1,1)"
                                   << ""
                                   << "the job has no array B";
    QTest::newRow("message") << "0 -> 5"
                             << "messages"
                             << "";
    QTest::newRow("message in words") << "message 0 to 5"
                                      << "messages"
                                      << "";
    QTest::newRow("link") << "link 1-2"
                          << "network"
                          << "";
    QTest::newRow("no such link") << "link 0-7"
                                  << ""
                                  << "0";
    QTest::newRow("nothing") << ""
                             << ""
                             << "For example: 3 (a rank)";
}

void FindingTest::placesAreFoundByTheirNames() {
    QFETCH(QString, text);
    QFETCH(QString, view);
    QFETCH(QString, error);
    ScheduleChoice choice = window_->session().choice();
    choice.site.topology = "mesh(1,8)";
    window_->session().setChoice(choice);
    open("fft2d.hpf");
    auto const place = placeNamed(text, window_->session());
    QCOMPARE(place.has_value(), error.isEmpty());
    if (!place) QVERIFY2(place.error().message.find(error.toStdString()) != std::string::npos, place.error().message.c_str());
    if (!place) return;
    QCOMPARE(viewName(place->view), view);
    Selection const& found = place->selection;
    QCOMPARE(int(found.rank.has_value()) + int(found.element.has_value()) + int(found.message.has_value()) +
                 int(found.link.has_value()),
             1);
}

void FindingTest::goToSelectsAndShows() {
    open("fft2d.hpf");
    window_->findChild<QAction*>("find")->trigger();
    auto* const dialog = window_->findChild<GoToDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QTest::keyClicks(dialog->field(), "0 -> 99");
    QTest::keyClick(dialog->field(), Qt::Key_Return);
    QVERIFY2(dialog->isVisible() && dialog->message().startsWith("there is no rank 99"), qPrintable(dialog->message()));
    dialog->field()->setText("0 -> 5");
    QTest::keyClick(dialog->field(), Qt::Key_Return);
    QCOMPARE(window_->session().selection().message, std::optional(Selection::Pair{0, 5}));
    QVERIFY(!window_->panel<MessagesPanel>()->visibleRegion().isEmpty());
    QTRY_VERIFY(!window_->findChild<GoToDialog*>());
    open("thakur26-cyclic2-cyclic4.hpf"); // rank 0 sends to rank 2 only
    QCOMPARE(placeNamed("0 to 1", window_->session()).error().message, std::string("rank 0 sends nothing to rank 1"));
}

void FindingTest::layoutsHaveNames() {
    auto* const network = window_->findChild<QDockWidget*>("network");
    saveLayout("all", window_->saveState());
    network->hide();
    saveLayout("small", window_->saveState());
    QCOMPARE(layoutNames(), QStringList({"all", "small"}));
    QVERIFY(window_->restoreState(savedLayout("all")));
    QVERIFY(network->toggleViewAction()->isChecked());
    QVERIFY(window_->restoreState(savedLayout("small")));
    QVERIFY(!network->toggleViewAction()->isChecked());
    auto* const menu = window_->findChild<QMenu*>("layouts");
    QVERIFY(menu);
    emit menu->aboutToShow();
    QCOMPARE(menu->actions()[2]->text(), QStringLiteral("all"));
    menu->actions()[2]->trigger();
    QVERIFY(network->toggleViewAction()->isChecked());
    forgetLayout("all");
    QCOMPARE(layoutNames(), QStringList("small"));
    forgetLayout("small");
    window_->findChild<QAction*>("reset-layout")->trigger();
}

void FindingTest::theBestAlgorithmIsMarked() {
    ScheduleChoice choice;
    choice.algorithm = "pex";
    choice.site.topology = "mesh(2,4)";
    window_->session().setChoice(choice);
    window_->session().setComparing(true);
    wait();
    auto const& records = window_->panel<SchedulePanel>()->comparison()->records();
    double least = 1e300;
    for (ComparedSchedule const& each : records)
        if (each.refusal.empty()) least = std::min(least, each.congested_bytes);
    for (std::size_t i = 0; i < records.size(); ++i) {
        QString const marks = window_->panel<SchedulePanel>()->marks()->marksOf(static_cast<int>(i));
        QCOMPARE(marks.contains("best"), records[i].refusal.empty() && records[i].congested_bytes == least);
        QCOMPARE(marks.contains("chosen"), records[i].algorithm == "pex");
        QModelIndex const index = window_->panel<SchedulePanel>()->comparison()->indexOf(static_cast<int>(i));
        auto const bar = window_->panel<SchedulePanel>()->marks()->barOf(index.siblingAtColumn(AlgorithmsModel::Bytes));
        QCOMPARE(bar.has_value(), records[i].refusal.empty());
        if (bar) QVERIFY(*bar > 0 && *bar <= 1);
    }
}

void FindingTest::picturesBecomePages() {
    for (View const view : {&OwnershipPanel::kind, &MessagesPanel::kind, &SchedulePanel::kind}) {
        QString const path = folder_.filePath("picture.pdf");
        QVERIFY(exportView(view, window_->session(), path).has_value());
        QByteArray const pdf = contentOf(path);
        QVERIFY(pdf.startsWith("%PDF-") && pdf.trimmed().endsWith("%%EOF"));
        QCOMPARE(pdf.count("/Type /Page\n"), 1);
    }
    QVERIFY(!exportView(&MessagesPanel::kind, window_->session(), folder_.filePath("picture.pfd")).has_value());
}

void FindingTest::schedulesBecomeTraces() {
    QString const json = folder_.filePath("schedule.json");
    QVERIFY(exportTrace(window_->session(), json).has_value());
    QVERIFY(!QJsonDocument::fromJson(contentOf(json)).isNull());
    QString const paje = folder_.filePath("schedule.paje");
    QVERIFY(exportTrace(window_->session(), paje).has_value());
    QVERIFY(contentOf(paje).startsWith("%EventDef"));
    QVERIFY(!exportTrace(window_->session(), folder_.filePath("schedule.txt")).has_value());
    open("triangle.hpf"); // nothing is sent
    QVERIFY(!exportTrace(window_->session(), json).has_value());
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::FindingTest)
#include "finding_test.moc"
