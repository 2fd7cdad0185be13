// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the window's tables: empty, of one rank, of a million messages.
#include "gui/models/algorithms_model.hpp"
#include "gui/models/csv.hpp"
#include "gui/models/links_model.hpp"
#include "gui/models/messages_model.hpp"
#include "gui/models/steps_model.hpp"
#include "tests/gui/plans.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QAbstractItemModelTester>
#include <array>

namespace tessera::gui {

class ModelsTest : public QObject {
    Q_OBJECT
  private slots:
    void messagesKeepTheRulesOfModels_data();
    void messagesKeepTheRulesOfModels();
    void messagesAreThoseOfThePlan();
    void sortingKeepsWhatIsSelected();
    void messagesOfOneRank();
    void recordsKeepTheRulesOfModels();
    void timesOfATableHaveOneUnit();
    void outOfBoundsIsNothing();
    void csvQuotesAndUngroups();
};

namespace {

constexpr auto fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

void fetchAll(QAbstractItemModel& model) {
    while (model.canFetchMore({})) model.fetchMore({});
}

QString cellText(QAbstractItemModel const& model, int row, int column) {
    return model.index(row, column).data().toString();
}

} // namespace

void ModelsTest::messagesKeepTheRulesOfModels_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("messages");
    QTest::newRow("nothing") << 0 << 0;
    QTest::newRow("one rank") << 1 << 0;
    QTest::newRow("two ranks") << 2 << 2;
    QTest::newRow("a million messages") << 1024 << 1024 * 1023;
}

void ModelsTest::messagesKeepTheRulesOfModels() {
    QFETCH(int, ranks);
    QFETCH(int, messages);
    MessagesModel model;
    QAbstractItemModelTester const tester(&model, fatal);
    if (ranks > 0) model.setPlan(derivedFrom(transposed(2048, ranks))->plan);
    model.sort(MessagesModel::To, Qt::DescendingOrder);
    QCOMPARE(model.rowCount(), messages);
    model.setPlan(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void ModelsTest::messagesAreThoseOfThePlan() {
    auto const derived = derivedFrom(transposed(8, 4));
    MessagesModel model;
    model.setPlan(derived->plan);
    QCOMPARE(model.rowCount(), 0); // nobody has looked yet
    fetchAll(model);
    QCOMPARE(model.rowCount(), 12);
    QCOMPARE(cellText(model, 0, MessagesModel::From), "0");
    QCOMPARE(cellText(model, 0, MessagesModel::To), "1");
    QCOMPARE(cellText(model, 0, MessagesModel::Elements), "4");
    QCOMPARE(cellText(model, 0, MessagesModel::Bytes), "16");
    QCOMPARE(cellText(model, 0, MessagesModel::Indices), "A(1:2, 3:4)");
}

void ModelsTest::sortingKeepsWhatIsSelected() {
    MessagesModel model;
    model.setPlan(derivedFrom(transposed(8, 4))->plan);
    fetchAll(model);
    QPersistentModelIndex const kept = model.index(5, MessagesModel::To);
    auto const pair = model.pairAt(kept);
    model.sort(MessagesModel::To, Qt::DescendingOrder);
    QCOMPARE(cellText(model, 0, MessagesModel::To), "3");
    QVERIFY(model.pairAt(kept) == pair);
    QCOMPARE(model.indexOfPair(*pair).row(), kept.row());
    model.sort(-1);
    QCOMPARE(kept.row(), 5);
}

void ModelsTest::messagesOfOneRank() {
    MessagesModel model;
    model.setPlan(derivedFrom(transposed(8, 4))->plan, 2);
    QCOMPARE(model.rowCount(), 6);
    for (int row = 0; row < 6; ++row)
        QVERIFY(cellText(model, row, MessagesModel::From) == "2" || cellText(model, row, MessagesModel::To) == "2");
}

void ModelsTest::recordsKeepTheRulesOfModels() {
    StepsModel steps;
    LinksModel links;
    AlgorithmsModel algorithms;
    QAbstractItemModelTester const stepsTester(&steps, fatal);
    QAbstractItemModelTester const linksTester(&links, fatal);
    QAbstractItemModelTester const algorithmsTester(&algorithms, fatal);
    RatedStep step;
    step.messages = 3;
    step.cost.time = 0.0032;
    steps.setRecords({{}, step});
    steps.sort(StepsModel::Messages, Qt::DescendingOrder);
    QCOMPARE(cellText(steps, 0, StepsModel::Time), "3.2 ms");
    QCOMPARE(cellText(steps, 1, StepsModel::Time), "-");
    BusyLink link;
    link.from = "n0";
    link.share = 0.25;
    links.setRecords({link});
    QCOMPARE(cellText(links, 0, LinksModel::Share), "25 %");
    ComparedSchedule refused;
    refused.algorithm = "rex";
    refused.refusal = "needs a power of two";
    ComparedSchedule fine;
    fine.algorithm = "pex";
    fine.steps = 3;
    ComparedSchedule bound;
    bound.algorithm = "unscheduled";
    bound.steps = 1;
    bound.at_least = true;
    bound.time = 0.002;
    algorithms.setRecords({refused, fine, bound});
    algorithms.sort(AlgorithmsModel::Steps, Qt::DescendingOrder);
    QCOMPARE(cellText(algorithms, 2, AlgorithmsModel::Time), QString::fromUtf8("\u2265 2 ms"));
    QCOMPARE(cellText(algorithms, 2, AlgorithmsModel::Impact), QString::fromUtf8("\u2265 1.00"));
    algorithms.setRecords({refused, fine});
    algorithms.sort(AlgorithmsModel::Steps);
    QCOMPARE(cellText(algorithms, 0, AlgorithmsModel::Name), "pex");
    QCOMPARE(cellText(algorithms, 1, AlgorithmsModel::Steps), "needs a power of two");
}

/// Times of a column can be compared at a glance.
void ModelsTest::timesOfATableHaveOneUnit() {
    StepsModel steps;
    std::vector<RatedStep> records(3);
    for (int i = 0; i < 3; ++i) records[as_size(i)].cost.time = std::array{2.5e-4, 3e-3, 1.25}[as_size(i)];
    steps.setRecords(records);
    QCOMPARE(cellText(steps, 0, StepsModel::Time), "250 us");
    QCOMPARE(cellText(steps, 1, StepsModel::Time), "3000 us");
    QCOMPARE(cellText(steps, 2, StepsModel::Time), "1 250 000 us");
}

void ModelsTest::outOfBoundsIsNothing() {
    StepsModel model;
    model.setRecords({{}});
    QVERIFY(!model.headerData(-1, Qt::Horizontal).isValid());
    QVERIFY(!model.headerData(model.columnCount(), Qt::Horizontal).isValid());
    QVERIFY(!model.data(model.index(1, 0)).isValid());
    QCOMPARE(model.rowCount(model.index(0, 0)), 0);
    QVERIFY(!model.indexOf(1).isValid());
    QCOMPARE(model.recordOf({}), -1);
}

void ModelsTest::csvQuotesAndUngroups() {
    MessagesModel model;
    model.setPlan(derivedFrom(transposed(400, 2))->plan);
    fetchAll(model);
    QStringList const lines = toCsv(model).split("\r\n");
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines[0], "from,to,elements,bytes,index set");
    QCOMPARE(lines[1], "0,1,40000,160000,\"A(1:200, 201:400)\"");
    QCOMPARE(toTabs(model, {1}).section('\t', 0, 2), "1\t0\t40000");
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QCoreApplication, tessera::gui::ModelsTest)
#include "models_test.moc"
