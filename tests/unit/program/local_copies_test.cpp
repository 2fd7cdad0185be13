// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what ranks copy in their own memory, counted by hand.
#include "libcore/program/local_copies.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_program.hpp"

#include <string>
#include <vector>

using namespace tessera;
using testing::PricedProgram;

class LocalCopiesTest : public QObject {
    Q_OBJECT
  private slots:
    void stretches_of_remaps_data();
    void stretches_of_remaps();
    void what_stays_is_copied();
    void remaps_and_panels_cost_more();
    void panels_are_packed_where_they_do_not_lie_together();
    void arrays_in_company();
    void the_way_back_has_the_same_traffic();
};

namespace {

Mapping placed(std::string const& array, std::string const& format, std::string const& grid = "4") {
    std::string const text =
        "!dist$ array bytes(8) " + array + "\n!hpf$ processors P(" + grid + ")\n!hpf$ distribute A" + format + " onto P\n";
    return PricedProgram::made(text).own_mapping(0, 0);
}

/// A second for each stretch of one byte, two for one of two, and so on; copying is free.
Machine by_length() {
    Machine machine;
    machine.name = "by length";
    machine.protocols.push_back({0, 1, 1, 1, 1, 1});
    machine.gather = {{1, 1}, {1 << 20, 1 << 20}};
    return machine;
}

Machine by_stretch(double each, double byte) {
    Machine machine = by_length();
    machine.gather = {{1, each}};
    machine.copy = byte;
    return machine;
}

} // namespace

/// 64 x 64 elements, stored by columns: what a rank of 16 rows sends of 16 columns each lies together; who has 16 columns gets 16
/// rows of each of them.
void LocalCopiesTest::stretches_of_remaps_data() {
    QTest::addColumn<QString>("array");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<int>("stretches"); // of one rank, on both sides
    QTest::newRow("rows to columns") << "A(64,64)"
                                     << "(block,*)"
                                     << "(*,block)" << 4 + 4 * 16;
    QTest::newRow("columns to rows") << "A(64,64)"
                                     << "(*,block)"
                                     << "(block,*)" << 4 * 16 + 4;
    QTest::newRow("columns dealt anew") << "A(64,64)"
                                        << "(*,block)"
                                        << "(*,cyclic)" << 16 + 4;
    QTest::newRow("rows dealt anew") << "A(64,64)"
                                     << "(block,*)"
                                     << "(cyclic,*)" << 16 * 64 + 4 * 64;
    QTest::newRow("nothing moves") << "A(64,64)"
                                   << "(block,*)"
                                   << "(block,*)" << 0;
    QTest::newRow("rows and planes") << "A(8,8,8)"
                                     << "(*,block,*)"
                                     << "(*,*,block)" << 4 + 4 * 2;
}

void LocalCopiesTest::stretches_of_remaps() {
    QFETCH(QString, array);
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(int, stretches);
    auto const plan =
        RedistPlan::make(placed(array.toStdString(), from.toStdString()), placed(array.toStdString(), to.toStdString()));
    std::vector const plans{plan.value()};
    QCOMPARE(local_copies(plans, by_stretch(1, 0)), static_cast<double>(stretches));
    // All bytes of both sides are in some stretch.
    Index const bytes = plan->source().volume() / 4 * 8;
    if (stretches > 0) QCOMPARE(local_copies(plans, by_length()), 2.0 * static_cast<double>(bytes));
    std::vector const twice{plan.value(), plan.value()};
    QCOMPARE(local_copies(twice, by_stretch(1, 0)), 2.0 * stretches);
}

void LocalCopiesTest::what_stays_is_copied() {
    auto const plan = RedistPlan::make(placed("A(64,64)", "(block,*)"), placed("A(64,64)", "(*,block)"));
    std::vector const plans{plan.value()};
    QCOMPARE(local_copies(plans, by_stretch(0, 1)), 16.0 * 16 * 8);
}

/// In a price they come on top of the schedule.
void LocalCopiesTest::remaps_and_panels_cost_more() {
    auto const seconds = [](Machine const& machine, bool remap) {
        PriceList prices([&](int ranks) {
            auto site = Site::of_ranks(ranks);
            if (site) site->machine = std::make_shared<Machine const>(machine);
            return site;
        });
        Mapping const rows = placed("A(64,64)", "(block,*)");
        if (remap) return *prices.remap(rows, placed("A(64,64)", "(*,block)")).value().seconds;
        PhaseArray use;
        use.spread = {true, false};
        return *prices.spreading(rows, use).value().seconds;
    };
    Machine plain = by_stretch(10, 0);
    plain.gather.clear();
    QCOMPARE(seconds(by_stretch(10, 0), true), seconds(plain, true) + 10 * (4 + 4 * 16));
    // Four panels, each of 64 columns of 16 elements.
    QCOMPARE(seconds(by_stretch(10, 0), false), seconds(plain, false) + 10 * 4 * 64);
}

void LocalCopiesTest::panels_are_packed_where_they_do_not_lie_together() {
    Machine const machine = by_stretch(10, 1);
    QCOMPARE(packing_of_panel(placed("A(64,64)", "(*,block)"), 1, 16, machine), 0.0); // whole columns
    QCOMPARE(packing_of_panel(placed("A(64,64)", "(block,*)"), 0, 2, machine), 64 * (10 + 2 * 8.0));
    QCOMPARE(packing_of_panel(placed("A(8,8,8)", "(*,block,*)"), 1, 1, machine), 8 * (10 + 8 * 8.0));
    QCOMPARE(packing_of_panel(placed("A(8,8,8)", "(*,block,block)", "2,2"), 1, 2, machine), 4 * (10 + 2 * 8 * 8.0));
}

/// Bytes add up, start-ups may be shared.
void LocalCopiesTest::arrays_in_company() {
    Mapping const rows = placed("A(64,64)", "(block,*)");
    Mapping const columns = placed("A(64,64)", "(*,block)");
    MovingArray const array{&rows, &columns};
    for (auto const& [a, b] : {std::pair(1.0, 0.0), std::pair(0.0, 1.0), std::pair(1000.0, 1.0)}) {
        PriceList prices(PricedProgram::sites(a, b));
        double const alone = *prices.least_of_ways({&array, 1}).value().seconds;
        QCOMPARE(prices.least_in_company(array, 1).value(), alone);
        double const in_company = prices.least_in_company(array, 2).value();
        double const bytes = 3 * 16 * 16 * 8.0 * b; // that each rank sends
        QCOMPARE(in_company, bytes + (alone - bytes) / 2);
        std::vector const both{array, array};
        QVERIFY(2 * in_company <= *prices.least_of_ways(both).value().seconds * (1 + 1e-12));
        QVERIFY(2 * in_company <= *prices.remap(both).value().seconds * (1 + 1e-12));
    }
}

/// Whichever way was asked for first.
void LocalCopiesTest::the_way_back_has_the_same_traffic() {
    std::vector<Mapping> mappings;
    for (char const* const format : {"(block,*)", "(*,cyclic)", "(gen_block(1,40,20,3),*)", "(cyclic(3),*)"})
        mappings.push_back(placed("A(64,64)", format));
    mappings.push_back(placed("A(64,64)", "(block,cyclic)", "2,2"));
    for (Mapping const& a : mappings)
        for (Mapping const& b : mappings) {
            PriceList first(PricedProgram::sites(1, 1));
            PriceList second(PricedProgram::sites(1, 1));
            QVERIFY(second.traffic(b, a).has_value());
            RemapTraffic const there = first.traffic(a, b).value();
            RemapTraffic const known = second.traffic(a, b).value();
            QCOMPARE(known.partners, there.partners);
            QCOMPARE(known.messages, there.messages);
            QCOMPARE(known.bytes, there.bytes);
            QCOMPARE(known.shortest, there.shortest);
            QCOMPARE(known.ranks, there.ranks);
        }
}

TEST_CLASS(LocalCopiesTest)
#include "local_copies_test.moc"
