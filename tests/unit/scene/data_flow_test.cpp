// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the rectangles in which data goes from its old owners to its new ones.
#include "libcore/redist/multi_plan.hpp"
#include "libcore/scene/messages/data_flow.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"

#include <map>

namespace tessera {

class DataFlowTest : public QObject {
    Q_OBJECT
  private slots:
    void flights_are_what_the_messages_carry_data();
    void flights_are_what_the_messages_carry();
    void largest_messages_come_first();
    void only_what_is_in_sight_travels();
    void steps_are_those_of_the_schedule();
};

namespace {

std::string transposed(int extent, int ranks) {
    std::string const n = std::to_string(extent);
    return "real A(" + n + "," + n + ")\n!hpf$ processors P(" + std::to_string(ranks) +
           ")\n!hpf$ distribute A(block,*) onto P\n!hpf$ dynamic A\n!hpf$ redistribute A(*,block) onto P\n";
}

RedistPlan plan_of(std::string const& text) {
    auto const job = parse_job(text, "test.hpf");
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    Movement const moved = job->movements()->front();
    return RedistPlan::make(*Mapping::make(moved.source), *Mapping::make(moved.target), moved.map).value();
}

FlowSlice whole_of(Mapping const& mapping) {
    Extents const& extents = mapping.array().extents;
    bool const flat = extents.size() < 2;
    return {flat ? std::nullopt : std::optional(0),
            flat ? 0 : 1,
            Extents(extents.size(), 0),
            {0, flat ? 1 : extents[0]},
            {0, extents[flat ? 0 : 1]}};
}

DataFlow flow_of(RedistPlan const& plan, Index most = most_flights) {
    return data_flow(plan, largest_messages(plan, most), whole_of(plan.source()), whole_of(plan.target()), {}, most);
}

/// Which pair of ranks each element (row, column) of the target comes from and goes to, by walking over every element.
using Travels = std::map<std::pair<Index, Index>, std::pair<Rank, Rank>>;

Travels travels_of(std::vector<Flight> const& flights) {
    Travels travels;
    for (Flight const& flight : flights)
        for (Index row = flight.target_rows.begin; row < flight.target_rows.end; ++row)
            for (Index column = flight.target_columns.begin; column < flight.target_columns.end; ++column)
                travels[{row, column}] = {flight.from, flight.to};
    return travels;
}

} // namespace

void DataFlowTest::flights_are_what_the_messages_carry_data() {
    QTest::addColumn<QString>("job");
    QTest::newRow("transposed mapping") << QString::fromStdString(transposed(16, 4));
    QTest::newRow("cyclic") << "real A(26)\n!hpf$ processors P(4)\n!hpf$ distribute A(cyclic) onto P\n!hpf$ dynamic A\n"
                               "!hpf$ redistribute A(cyclic(3)) onto P\n";
    QTest::newRow("transposed copy")
        << "real A(12,10), B(10,12)\n!hpf$ processors P(2,3), Q(6)\n!hpf$ distribute A(block,cyclic(4)) onto P\n"
           "!hpf$ distribute B(block,*) onto Q\n!dist$ copy B(j,i) = A(i,j)\n";
    QTest::newRow("reversed") << "real A(20), B(20)\n!hpf$ processors P(3)\n!hpf$ distribute (block) onto P :: A, B\n"
                                 "!dist$ copy B(1:20) = A(20:1:-1)\n";
}

void DataFlowTest::flights_are_what_the_messages_carry() {
    QFETCH(QString, job);
    RedistPlan const plan = plan_of(job.toStdString());
    DataFlow const flow = flow_of(plan);
    QVERIFY(!flow.sampled);
    QCOMPARE(flow.messages, plan.totals().messages);
    QCOMPARE(flow.messages_shown, flow.messages);
    Travels const travels = travels_of(flow.flights);
    Index elements = 0;
    plan.for_each_message([&](Message const& message) {
        plan.target_box(message).for_each([&](std::span<Index const> index) {
            std::pair const at = index.size() < 2 ? std::pair(Index{0}, index[0]) : std::pair(index[0], index[1]);
            auto const found = travels.find(at);
            QVERIFY(found != travels.end());
            QVERIFY((found->second == std::pair(message.from, message.to)));
            ++elements;
        });
    });
    QCOMPARE(static_cast<Index>(travels.size()), elements);
    for (Flight const& flight : flow.flights) { // a flight keeps its size, perhaps turned
        Index const sent = flight.source_rows.size() * flight.source_columns.size();
        QCOMPARE(flight.target_rows.size() * flight.target_columns.size(), sent);
        for (Index const row : {flight.source_rows.begin, flight.source_rows.end - 1}) {
            Extents const index =
                plan.source().dims() < 2 ? Extents{flight.source_columns.begin} : Extents{row, flight.source_columns.begin};
            QCOMPARE(plan.source().owners(index).front().rank, flight.from);
        }
    }
}

void DataFlowTest::largest_messages_come_first() {
    RedistPlan const plan = plan_of("real A(1000,1000)\n!hpf$ processors P(10)\n!hpf$ distribute A(gen_block(910,10,10,10,10,10,"
                                    "10,10,10,10),*) onto P\n!hpf$ dynamic A\n!hpf$ redistribute A(*,cyclic(1)) onto P\n");
    DataFlow const flow = flow_of(plan, 9);
    QVERIFY(flow.sampled);
    QVERIFY(flow.flights.size() <= 9);
    QVERIFY(!flow.flights.empty());
    for (Flight const& flight : flow.flights) QCOMPARE(flight.from, 0); // it has nearly everything
    DataFlow const more = flow_of(plan);
    QVERIFY(more.sampled);
    QVERIFY(more.flights.size() <= static_cast<std::size_t>(most_flights));
    QVERIFY(more.flights.size() > 1000);
    QCOMPARE(more.messages_shown, 90);
}

void DataFlowTest::only_what_is_in_sight_travels() {
    RedistPlan const plan = plan_of(transposed(64, 8));
    FlowSlice slice = whole_of(plan.source());
    slice.rows = {8, 16}; // rank 1 of the old owners
    slice.columns = {0, 20};
    DataFlow const flow = data_flow(plan, largest_messages(plan), slice, slice, {});
    QCOMPARE(flow.flights.size(), std::size_t{3});
    for (Flight const& flight : flow.flights) {
        QCOMPARE(flight.from, 1);
        QVERIFY(flight.source_columns.end <= 20);
    }
}

void DataFlowTest::steps_are_those_of_the_schedule() {
    RedistPlan const plan = plan_of(transposed(64, 8));
    for (char const* const name : {"pex", "bruck"}) {
        auto const schedule = make_schedule(name, *MessageSet::of(*MultiPlan::make({plan})), std::nullopt);
        QVERIFY2(schedule.has_value(), name);
        MessageSteps const steps = steps_of(**schedule);
        QCOMPARE(steps.size(), std::size_t{56});
        for (auto const& [pair, span] : steps) {
            QVERIFY(span.first <= span.last && span.last < (*schedule)->steps());
            if (!(*schedule)->store_and_forward()) QCOMPARE(pair.first ^ pair.second, span.first + 1); // PEX, Thakur 4.2.2
        }
        DataFlow const flow = data_flow(plan, largest_messages(plan), whole_of(plan.source()), whole_of(plan.target()), steps);
        QCOMPARE(flow.steps, (*schedule)->steps());
        for (std::size_t i = 1; i < flow.flights.size(); ++i)
            QVERIFY(flow.flights[i].stays() || flow.flights[i - 1].steps.first <= flow.flights[i].steps.first);
    }
}

} // namespace tessera

APPLICATION_TEST_CLASS(QCoreApplication, tessera::DataFlowTest)
#include "data_flow_test.moc"
