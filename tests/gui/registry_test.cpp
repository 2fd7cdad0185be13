// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the registry of panels: every row answers all that the window asks.
#include "cli/distview/table.hpp"
#include "gui/panels/dock_panel.hpp"
#include "gui/panels/insight_panel.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/panel_registry.hpp"
#include "gui/windows/options.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QRegularExpression>
#include <set>

namespace tessera::gui {

class RegistryTest : public QObject {
    Q_OBJECT
  private slots:
    void everyRowIsWhole();
    void namesFindTheirViews();
    void optionsAreDeclaredOnce();
    void thePapersHaveTheSameOptions();
    void anUnknownViewNamesAllOthers();
    void aPictureOfAViewIsChosenByName();
    void whatIsSelectedIsForgotten();
};

void RegistryTest::everyRowIsWhole() {
    std::set<std::string> names;
    for (PanelKind const* const kind : panelKinds()) {
        QVERIFY2(names.insert(kind->name).second, kind->name);
        QVERIFY2(kind->title && kind->make, kind->name);
        if (!kind->isView()) continue;
        QVERIFY2(kind->command, kind->name);
        QVERIFY2((kind->about == nullptr) != (kind->explain == nullptr), kind->name);
        QVERIFY2((kind->pictures == nullptr) == (kind->choose == nullptr), kind->name);
        QVERIFY2(kind->options.empty() || kind->read, kind->name);
    }
    for (auto const place : {PanelKind::Place::TopLeft, PanelKind::Place::BottomLeft, PanelKind::Place::Below})
        QCOMPARE(std::ranges::count(panelKinds(), place, [](PanelKind const* kind) { return kind->place; }), 1);
}

void RegistryTest::namesFindTheirViews() {
    for (PanelKind const* const kind : panelKinds()) QCOMPARE(viewNamed(viewName(kind)), kind->isView() ? kind : nullptr);
    QCOMPARE(viewNamed("magic"), View(nullptr));
}

void RegistryTest::optionsAreDeclaredOnce() {
    QTest::failOnWarning(QRegularExpression(".*")); // Qt only warns of an option with the name of another
    QVERIFY(parseOptions({"distview", "a.hpf"}));
}

/// The man page and the completions have the options that the window reads, and the names of all views.
void RegistryTest::thePapersHaveTheSameOptions() {
    std::set<std::string> read{"force"};
    for (PanelOption const& option : windowOptions()) read.insert(option.name);
    for (PanelKind const* const kind : panelKinds())
        for (PanelOption const& option : kind->options) read.insert(option.name);
    std::set<std::string> written;
    for (cli::OptionSpec const& option : cli::distview_table().options) {
        written.insert(option.name);
        QCOMPARE(option.kind == cli::ValueKind::Flag, option.name == "force");
        if (option.name != "view") continue;
        auto const unknown = parseOptions({"distview", "--view", "magic", "a.hpf"});
        QString views;
        for (std::string const& view : option.choices)
            views += QString::fromStdString((view == option.choices.front()  ? ""
                                             : view == option.choices.back() ? " and "
                                                                             : ", ") +
                                            view);
        QVERIFY2(QString::fromStdString(unknown.error().message).endsWith("the views are " + views),
                 unknown.error().message.c_str());
    }
    QCOMPARE(written, read);
}

void RegistryTest::anUnknownViewNamesAllOthers() {
    auto const options = parseOptions({"distview", "--view", "magic", "a.hpf"});
    QVERIFY(!options);
    QString const said = QString::fromStdString(options.error().message);
    QVERIFY2(said.startsWith("--view: there is no view 'magic'; the views are ownership, "), qPrintable(said));
    QVERIFY2(said.endsWith(" and stages") && !said.contains("insight") && !said.contains("below"), qPrintable(said));
    for (PanelKind const* const kind : panelKinds())
        if (kind->isView() && !kind->pictures) QVERIFY2(said.contains(viewName(kind)), kind->name);
}

void RegistryTest::aPictureOfAViewIsChosenByName() {
    auto const options = parseOptions({"distview", "--view", "rhythms", "a.hpf"});
    QVERIFY(options);
    QCOMPARE(options->view, &InsightPanel::kind);
    QCOMPARE(options->selection.insight, Insight::Rhythms);
}

/// Clearing the selection keeps what each view shows.
void RegistryTest::whatIsSelectedIsForgotten() {
    auto const options = parseOptions({"distview", "--view", "network", "--step", "3", "--rank", "2", "--line", "4", "a.hpf"});
    QVERIFY(options);
    QCOMPARE(options->view, &NetworkPanel::kind);
    Selection selection = options->selection;
    selection.message = Selection::Pair{1, 2};
    selection.element = Selection::Element{};
    selection.link = 3;
    selection.overRanks = true;
    selection.forget();
    QVERIFY(selection.overRanks);
    QVERIFY(!selection.rank && !selection.message && !selection.element && !selection.link);
    QCOMPARE(selection.step, 2);
    QCOMPARE(selection.file.line, 3);
    QCOMPARE(selection.region.line, 3);
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::RegistryTest)
#include "registry_test.moc"
