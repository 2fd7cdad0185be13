// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the message that one element travels in, against a search through all messages of the plan.
#include "gui/session/element_travel.hpp"
#include "tests/gui/plans.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <algorithm>
#include <vector>

namespace tessera::gui {

class TravelTest : public QObject {
    Q_OBJECT
  private slots:
    void elementsFindTheirMessage_data();
    void elementsFindTheirMessage();
    void partnersKeepTheirPlace();
};

namespace {

using Pairs = std::vector<Selection::Pair>;

/// All messages that an element of one side travels in, by looking at all there are.
Pairs searchedMessages(RedistPlan const& plan, Selection::Side side, Extents const& element) {
    Pairs found;
    plan.for_each_message([&](Message const& message) {
        bool const fromSource = side == Selection::Side::Source;
        BoxSet const box = fromSource ? plan.source_box(message) : plan.target_box(message);
        DimGroups const& groups = fromSource ? plan.map().source_groups : plan.map().target_groups;
        Extents const named = grouped_index(mappingOn(plan, side).array(), groups, element);
        if (message.from != message.to && box.contains(named)) found.push_back({message.from, message.to});
    });
    return found;
}

BoxSet wholeOf(Mapping const& mapping) {
    std::vector<PeriodicSet> dims;
    for (Index const extent : mapping.array().extents) dims.push_back(PeriodicSet::interval({0, extent}));
    return BoxSet(std::move(dims));
}

} // namespace

void TravelTest::elementsFindTheirMessage_data() {
    QTest::addColumn<QString>("job");
    QTest::newRow("one owner each") << "real A(12,9)\n!hpf$ processors P(3)\n!hpf$ distribute A(block,*) onto P\n"
                                       "!hpf$ dynamic A\n!hpf$ redistribute A(*,cyclic(2)) onto P\n";
    QTest::newRow("copies before")
        << "real A(24)\n!hpf$ processors P(3,4)\n!hpf$ template T(3,24)\n!hpf$ align A(i) with T(*,i)\n"
           "!hpf$ distribute T(block,block) onto P\n!hpf$ dynamic A\n!hpf$ realign A(i) with T(3,25-i)\n";
    QTest::newRow("copies after") << "real A(24)\n!hpf$ processors P(3,4)\n!hpf$ template T(3,24)\n!hpf$ align A(i) with T(2,i)\n"
                                     "!hpf$ distribute T(block,block) onto P\n!hpf$ dynamic A\n!hpf$ realign A(i) with T(*,25-i)\n";
    QTest::newRow("copies always")
        << "real A(24)\n!hpf$ processors P(3,4)\n!hpf$ template T(3,24)\n!hpf$ align A(i) with T(*,i)\n"
           "!hpf$ distribute T(block,block) onto P\n!hpf$ dynamic A\n!hpf$ realign A(i) with T(*,25-i)\n";
    QTest::newRow("a part") << "real A(20), B(20)\n!hpf$ processors P(4)\n!hpf$ distribute A(block) onto P\n"
                               "!hpf$ distribute B(cyclic) onto P\n!dist$ copy B(2:20:3) = A(1:13:2)\n";
    QTest::newRow("a reshape") << "real A(4,6), B(3,8)\n!hpf$ processors P(2), Q(2,2)\n!hpf$ distribute A(*,block) onto P\n"
                                  "!hpf$ distribute B(block,cyclic) onto Q\n!dist$ copy B = reshape(A)\n";
}

/// A(3,4) is element 14 of 24 in Fortran's order, counted from 0, which is B(3,5).
void TravelTest::partnersKeepTheirPlace() {
    auto const derived = derivedFrom("real A(4,6), B(3,8)\n!hpf$ processors P(2)\n!hpf$ distribute (*,block) onto P :: A, B\n"
                                     "!dist$ copy B = reshape(A)\n");
    RedistPlan const& plan = derived->plan->plans().front();
    QCOMPARE(partnerOf(plan, Selection::Side::Source, {2, 3}), std::optional(Extents{2, 4}));
    QCOMPARE(partnerOf(plan, Selection::Side::Target, {2, 4}), std::optional(Extents{2, 3}));
}

void TravelTest::elementsFindTheirMessage() {
    QFETCH(QString, job);
    auto const derived = derivedFrom(job.toStdString());
    RedistPlan const& plan = derived->plan->plans().front();
    int travelling = 0;
    for (Selection::Side const side : {Selection::Side::Source, Selection::Side::Target})
        wholeOf(mappingOn(plan, side)).for_each([&](std::span<Index const> index) {
            Extents const element(index.begin(), index.end());
            Pairs const all = searchedMessages(plan, side, element);
            auto const found = messageOf(plan, side, element);
            QCOMPARE(found.has_value(), !all.empty());
            if (!found) return;
            QVERIFY(std::ranges::find(all, *found) != all.end());
            ++travelling;
        });
    QVERIFY(travelling > 0);
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::TravelTest)
#include "travel_test.moc"
