// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a schedule must deliver.
#include "libcore/redist/multi_plan.hpp"
#include "libcore/schedule/message_set.hpp"
#include "tests/suite/qt_suite.hpp"

#include <array>
#include <limits>

using namespace tessera;

namespace {

using Triples = std::vector<MessageSet::Triple>;
using Entries = std::vector<MessageSet::Entry>;

std::string error_of(Result<MessageSet> const& set) {
    return set ? "no error" : set.error().message;
}

Mapping one_dimensional(Index extent, DistFormat format, std::vector<Rank> ranks) {
    MappingSpec spec;
    spec.array.lower = {1};
    spec.array.extents = {extent};
    spec.formats = {std::move(format)};
    spec.processors = {"P", {1}, {std::ssize(ranks)}, std::move(ranks), GridOrder::RowMajor};
    return Mapping::make(spec).value();
}

} // namespace

class MessageSetTest : public QObject {
    Q_OBJECT

  private slots:
    void all_to_all();
    void all_to_all_of_one_rank();
    void all_to_all_of_no_byte();
    void positions_and_ranks();
    void degrees_and_ports();
    void self_messages_take_part_only();
    void same_answers_by_formula_and_by_table();
    void redistribution();
    void ranks_that_hold_nothing_take_part();
    void even_redistribution_is_an_all_to_all();
    void too_many_messages_are_not_listed();
    void errors();
};

void MessageSetTest::all_to_all() {
    auto const set = MessageSet::all_to_all(4, 10).value();
    QCOMPARE(set.size(), 4);
    QVERIFY(set.is_all_to_all());
    QCOMPARE(set.messages(), 12);
    QCOMPARE(set.total_bytes(), 120);
    QCOMPARE(set.max_degree(), 3);
    QCOMPARE(set.busiest_port(), 30);
    QCOMPARE(set.rank(3), 3);
    QCOMPARE(set.bytes(2, 1), 10);
    QCOMPARE(set.bytes(2, 2), 0);
    QVERIFY(set.sends(1) == (Entries{{0, 10}, {2, 10}, {3, 10}}));
    QVERIFY(set.senders() == (std::vector{0, 1, 2, 3}));
}

void MessageSetTest::all_to_all_of_one_rank() {
    auto const set = MessageSet::all_to_all(1, 10).value();
    QCOMPARE(set.messages(), 0);
    QCOMPARE(set.max_degree(), 0);
    QCOMPARE(set.busiest_port(), 0);
    QVERIFY(set.sends(0).empty());
    QVERIFY(set.senders().empty());
    set.for_each([](int, int, Index) { QFAIL("there is no message"); });
}

void MessageSetTest::all_to_all_of_no_byte() {
    auto const set = MessageSet::all_to_all(5, 0).value();
    QCOMPARE(set.messages(), 20);
    QCOMPARE(set.max_degree(), 4);
    QCOMPARE(set.total_bytes(), 0);
    QVERIFY(set.sends(1) == (Entries{{0, 0}, {2, 0}, {3, 0}, {4, 0}}));
}

void MessageSetTest::positions_and_ranks() {
    auto const set = MessageSet::of(Triples{{30, 5, 7}, {5, 11, 2}, {30, 11, 1}}, std::array{8}).value();
    QCOMPARE(set.size(), 4);
    std::vector<Rank> ranks;
    for (int position = 0; position < set.size(); ++position) ranks.push_back(set.rank(position));
    QVERIFY(ranks == (std::vector<Rank>{5, 8, 11, 30}));
    QVERIFY(set.sends(3) == (Entries{{0, 7}, {2, 1}}));
    QVERIFY(set.receives(2) == (Entries{{0, 2}, {3, 1}}));
    QVERIFY(set.sends(1).empty() && set.receives(1).empty());
    QCOMPARE(set.bytes(3, 0), 7);
    QCOMPARE(set.bytes(0, 3), 0);
}

void MessageSetTest::degrees_and_ports() {
    auto const set = MessageSet::of(Triples{{0, 3, 5}, {1, 3, 5}, {2, 3, 5}, {0, 4, 100}}).value();
    QCOMPARE(set.max_degree(), 3);     // receives of 3
    QCOMPARE(set.busiest_port(), 105); // sends of 0
    QCOMPARE(set.total_bytes(), 115);
    QVERIFY(set.senders() == (std::vector{0, 1, 2}));
    QVERIFY(set.receivers() == (std::vector{3, 4}));
}

void MessageSetTest::self_messages_take_part_only() {
    auto const set = MessageSet::of(Triples{{2, 2, 50}, {4, 6, 0}, {2, 4, 1}}).value();
    QCOMPARE(set.size(), 3);
    QCOMPARE(set.messages(), 1);
    QCOMPARE(set.total_bytes(), 1);
}

void MessageSetTest::same_answers_by_formula_and_by_table() {
    auto const uniform = MessageSet::all_to_all(6, 3).value();
    Triples triples;
    uniform.for_each([&](int from, int to, Index bytes) { triples.push_back({from, to, bytes}); });
    auto const table = MessageSet::of(triples).value();
    QVERIFY(!table.is_all_to_all());
    QCOMPARE(table.messages(), uniform.messages());
    QCOMPARE(table.total_bytes(), uniform.total_bytes());
    QCOMPARE(table.busiest_port(), uniform.busiest_port());
    QCOMPARE(table.max_degree(), uniform.max_degree());
    QVERIFY(table.senders() == uniform.senders() && table.receivers() == uniform.receivers());
    for (int p = 0; p < 6; ++p) QVERIFY(table.sends(p) == uniform.sends(p) && table.receives(p) == uniform.receives(p));
}

/// 12 elements of 4 bytes, block on ranks 10, 11, 12 to cyclic on ranks 12, 20: each block of four goes half and half.
void MessageSetTest::redistribution() {
    auto const plan = RedistPlan::make(one_dimensional(12, DistFormat::block(), {10, 11, 12}),
                                       one_dimensional(12, DistFormat::cyclic(), {12, 20}))
                          .value();
    auto const set = MessageSet::of(MultiPlan::make({plan}).value()).value();
    QCOMPARE(set.size(), 4);
    QCOMPARE(set.messages(), 5); // what rank 12 has for itself stays
    QCOMPARE(set.bytes(0, 2), 8);
    QCOMPARE(set.rank(2), 12);
    QCOMPARE(set.total_bytes(), 40);
}

void MessageSetTest::ranks_that_hold_nothing_take_part() {
    auto const mapping = one_dimensional(2, DistFormat::cyclic(), {0, 1, 2, 3});
    auto const plan = RedistPlan::make(mapping, one_dimensional(2, DistFormat::block(2), {1})).value();
    auto const set = MessageSet::of(MultiPlan::make({plan}).value()).value();
    QCOMPARE(set.size(), 4);
    QCOMPARE(set.messages(), 1);
}

void MessageSetTest::even_redistribution_is_an_all_to_all() {
    auto const set_of = [](Index extent, std::vector<Rank> targets) {
        auto const source = one_dimensional(extent, DistFormat::block(), {0, 1, 2, 3});
        auto const plan = RedistPlan::make(source, one_dimensional(extent, DistFormat::cyclic(), std::move(targets))).value();
        return MessageSet::of(MultiPlan::make({plan, plan}).value()).value();
    };
    auto const even = set_of(32, {2, 0, 3, 1});
    QVERIFY(even.is_all_to_all());
    QCOMPARE(even.size(), 4);
    QCOMPARE(even.bytes(1, 3), 2 * 2 * 4);
    QVERIFY(!set_of(33, {0, 1, 2, 3}).is_all_to_all());
    QVERIFY(!set_of(32, {1, 2, 3, 4}).is_all_to_all());
    QVERIFY(!set_of(32, {0, 1}).is_all_to_all());
}

/// 5000 ranks exchange 25 million messages. Rows of 5000 x 5000 elements are listed nowhere if all messages are equal.
void MessageSetTest::too_many_messages_are_not_listed() {
    auto const messages_of = [](Index extent) {
        auto const transposed = [&](bool rows) {
            MappingSpec spec;
            spec.array.lower = {1, 1};
            spec.array.extents = {extent, extent};
            spec.formats = {rows ? DistFormat::block() : DistFormat::collapsed(),
                            rows ? DistFormat::collapsed() : DistFormat::block()};
            spec.processors = {"P", {1}, {5000}, {}, GridOrder::RowMajor};
            return Mapping::make(spec).value();
        };
        return MessageSet::of(MultiPlan::make({RedistPlan::make(transposed(true), transposed(false)).value()}).value());
    };
    QVERIFY(messages_of(10'000).value().is_all_to_all());
    QVERIFY(error_of(messages_of(9999))
                .starts_with("the redistribution has 24 995 000 messages of different lengths, and at most "
                             "16 777 216 are listed"));
}

void MessageSetTest::errors() {
    QCOMPARE(error_of(MessageSet::all_to_all(0, 4)), "an all-to-all among 0 ranks; at least one must take part");
    QCOMPARE(error_of(MessageSet::all_to_all(4, -1)), "an all-to-all of -1 bytes; a size cannot be negative");
    auto const huge = std::numeric_limits<Index>::max() / 2;
    QVERIFY(error_of(MessageSet::all_to_all(4, huge)).ends_with("has more bytes than 64 bits can count"));
    QCOMPARE(error_of(MessageSet::of(Triples{{0, 1, huge}, {1, 0, huge}, {2, 0, huge}})),
             "the messages together have more bytes than 64 bits can count");
    QCOMPARE(error_of(MessageSet::of(Triples{{0, 1, 4}, {1, 0, 4}, {0, 1, 5}})),
             "the message from rank 0 to rank 1 is given twice; add the two up");
    QCOMPARE(error_of(MessageSet::of(Triples{{0, 1, -4}})),
             "the message from rank 0 to rank 1 has -4 bytes; a size cannot be negative");
    QCOMPARE(error_of(MessageSet::of(Triples{{-2, 1, 4}})), "rank -2 takes part in the messages; ranks count from 0");
    QCOMPARE(error_of(MessageSet::of(Triples{})), "no rank takes part in the messages; name at least one");
}

TEST_CLASS(MessageSetTest)
#include "message_set_test.moc"
