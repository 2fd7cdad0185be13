// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of what is said about a redistribution.
#include "libcore/report/messages/redist_report.hpp"

#include "tests/suite/qt_suite.hpp"
#include "tests/unit/report/expand.hpp"
#include "tests/unit/support/sample_mappings.hpp"

#include <algorithm>
#include <map>

using namespace tessera;

class RedistReportTest : public QObject {
    Q_OBJECT

  private slots:
    void json_moves_every_element_from_its_owner_to_its_owner();
    void totals_agree_with_the_messages();
    void totals_can_stand_alone();
    void one_rank_sends_and_receives();
    void target_indices_are_given_where_they_differ();
    void several_arrays_are_parts_of_one_message();
    void text_has_a_matrix_of_small_plans();
    void large_plans_are_no_flood();
    void every_transition_is_told_and_their_sum();

  private:
    static MultiPlan plan_of(Mapping const& source, Mapping const& target) {
        return MultiPlan::make({RedistPlan::make(source, target).value()}).value();
    }
    static std::vector<Transition> transition_of(MultiPlan const& plan) {
        return {{.from = 0, .to = 1, .plan = std::make_shared<MultiPlan const>(plan), .totals = plan.totals()}};
    }
    static nlohmann::json json_of(MultiPlan const& plan, RedistReportOptions const& options = {}) {
        return parsed([&](Sink const& sink) { redist_json(transition_of(plan), options, sink); });
    }
    static std::string text_of(MultiPlan const& plan, RedistReportOptions const& options = {}) {
        return written([&](Sink const& sink) { redist_text(transition_of(plan), options, sink); });
    }
    static Mapping rows() { return sample_mapping({9, 8}, {DistFormat::block(), {}}, {3}); }
    static Mapping cells() { return sample_mapping({9, 8}, {DistFormat::cyclic(2), DistFormat::block()}, {2, 2}); }
};

void RedistReportTest::json_moves_every_element_from_its_owner_to_its_owner() {
    auto const document = json_of(plan_of(rows(), cells()));
    QCOMPARE(document["schema"].get<std::string>(), "tessera.redist/1");
    std::map<UserIndex, int> seen;
    for (auto const& message : document["messages"]) {
        auto const elements = elements_of(message["dims"]);
        QCOMPARE(message["elements"].get<std::size_t>(), elements.size());
        QCOMPARE(message["bytes"].get<std::size_t>(), 4 * elements.size());
        QVERIFY(!message.contains("target_dims"));
        for (UserIndex const& element : elements) {
            Extents const index{element[0] - 1, element[1] - 1};
            QCOMPARE(message["from"].get<int>(), rows().owners(index).front().rank);
            QCOMPARE(message["to"].get<int>(), cells().owners(index).front().rank);
            ++seen[element];
        }
    }
    QCOMPARE(seen.size(), std::size_t(72));
    for (auto const& [element, times] : seen) QCOMPARE(times, 1);
}

void RedistReportTest::totals_agree_with_the_messages() {
    auto const document = json_of(plan_of(rows(), cells()));
    Index moved = 0;
    Index kept = 0;
    Index messages = 0;
    for (auto const& message : document["messages"]) {
        bool const own = message["from"] == message["to"];
        (own ? kept : moved) += message["elements"].get<Index>();
        messages += own ? 0 : 1;
    }
    auto const& totals = document["totals"];
    QCOMPARE(totals["elements"].get<Index>(), Index{72});
    QCOMPARE(totals["moved"].get<Index>(), moved);
    QCOMPARE(totals["kept"].get<Index>(), kept);
    QCOMPARE(totals["messages"].get<Index>(), messages);
    QCOMPARE(totals["bytes_moved"].get<Index>(), 4 * moved);
    QVERIFY(totals.contains("max_sends") && totals.contains("max_receives"));
}

void RedistReportTest::totals_can_stand_alone() {
    auto const document = json_of(plan_of(rows(), cells()), {.totals_only = true, .rank = std::nullopt, .all = false});
    QVERIFY(document.contains("totals") && !document.contains("messages"));
    auto const text = text_of(plan_of(rows(), cells()), {.totals_only = true, .rank = std::nullopt, .all = false});
    QCOMPARE(std::count(text.begin(), text.end(), '\n'), 6);
}

void RedistReportTest::one_rank_sends_and_receives() {
    auto const all = json_of(plan_of(rows(), cells()))["messages"];
    auto const of_one = json_of(plan_of(rows(), cells()), {.totals_only = false, .rank = 1, .all = false})["messages"];
    auto const concerns =
        std::count_if(all.begin(), all.end(), [](auto const& each) { return each["from"] == 1 || each["to"] == 1; });
    QCOMPARE(static_cast<long>(of_one.size()), static_cast<long>(concerns));
    for (auto const& message : of_one) QVERIFY(message["from"] == 1 || message["to"] == 1);
}

void RedistReportTest::target_indices_are_given_where_they_differ() {
    // B(j,i) = A(i,j) with B(8,9).
    CopyMap const transposed{{{9, CopySide{0, 0, 1}, CopySide{1, 0, 1}}, {8, CopySide{1, 0, 1}, CopySide{0, 0, 1}}}};
    MappingSpec target = sample_mapping({8, 9}, {DistFormat::block(), {}}, {3}).spec();
    target.array.name = "B";
    auto const plan = MultiPlan::make({RedistPlan::make(rows(), Mapping::make(target).value(), transposed).value()}).value();
    auto const document = json_of(plan);
    QCOMPARE(document["target_array"]["name"].get<std::string>(), "B");
    for (auto const& message : document["messages"]) {
        auto const source = elements_of(message["dims"]);
        bool const differ = message.contains("target_dims");
        auto const arrived = elements_of(message[differ ? "target_dims" : "dims"]);
        QCOMPARE(differ, arrived != source);
        QCOMPARE(source.size(), arrived.size());
        for (UserIndex const& element : source) QVERIFY(arrived.contains({element[1], element[0]}));
    }
    QVERIFY2(text_of(plan).find("A(1:3, 4:6) -> B(4:6, 1:3)") != std::string::npos, text_of(plan).c_str());
}

void RedistReportTest::several_arrays_are_parts_of_one_message() {
    auto const plan =
        MultiPlan::make({RedistPlan::make(rows(), cells()).value(), RedistPlan::make(cells(), rows()).value()}).value();
    auto const document = json_of(plan);
    QCOMPARE(document["arrays"].size(), std::size_t(2));
    QVERIFY(!document.contains("array"));
    Index elements = 0;
    for (auto const& message : document["messages"]) {
        QVERIFY(!message.contains("dims"));
        Index sum = 0;
        for (auto const& part : message["parts"]) {
            sum += part["elements"].get<Index>();
            QCOMPARE(part["elements"].get<std::size_t>(), elements_of(part["dims"]).size());
            QCOMPARE(part["array"].get<std::string>(), "A");
        }
        QCOMPARE(message["elements"].get<Index>(), sum);
        elements += sum;
    }
    QCOMPARE(elements, Index{144});
}

void RedistReportTest::text_has_a_matrix_of_small_plans() {
    auto const text =
        text_of(plan_of(sample_mapping({8}, {DistFormat::block()}, {2}), sample_mapping({8}, {DistFormat::block()}, {4})));
    QVERIFY2(text.find("  6 of 8 elements move in 3 messages (24 B), 2 stay on their rank\n"
                       "  at most 2 sends and 1 receive per rank\n"
                       "  no one collective; a rank holds at most 24 B, all ranks 64 B, before and after together\n"
                       "\n"
                       "Elements from each rank (rows) to each rank (columns):\n"
                       "  from \\ to  0  1  2  3\n"
                       "          0  2  2  .  .\n"
                       "          1  .  .  2  2\n"
                       "\n"
                       "Messages:\n"
                       "  from    to  elements  bytes  indices\n"
                       "     0  self         2      8  A(1:2)\n"
                       "     0     1         2      8  A(3:4)\n"
                       "     1     2         2      8  A(5:6)\n"
                       "     1     3         2      8  A(7:8)\n") != std::string::npos,
             text.c_str());
}

void RedistReportTest::large_plans_are_no_flood() {
    auto const plan =
        plan_of(sample_mapping({10'000}, {DistFormat::block()}, {100}), sample_mapping({10'000}, {DistFormat::cyclic()}, {100}));
    auto const text = text_of(plan);
    QVERIFY(std::count(text.begin(), text.end(), '\n') <= 40);
    QVERIFY(text.find("9900 messages") != std::string::npos);
    QVERIFY(text.find("--all every one") != std::string::npos);
    auto const everything = text_of(plan, {.totals_only = false, .rank = std::nullopt, .all = true});
    QVERIFY(std::count(everything.begin(), everything.end(), '\n') > 10'000);
}

void RedistReportTest::every_transition_is_told_and_their_sum() {
    auto circle = transition_of(plan_of(rows(), cells()));
    circle.push_back(transition_of(plan_of(cells(), rows())).front());
    circle.back().from = 1;
    circle.back().to = 2;
    auto const document = parsed([&](Sink const& sink) { redist_json(circle, {}, sink); });
    auto const one_way = json_of(plan_of(rows(), cells()));
    QCOMPARE(document["transitions"].size(), std::size_t{2});
    QVERIFY(document["transitions"][0]["totals"] == one_way["totals"]);
    QCOMPARE(document["transitions"][1]["from"].get<int>(), 1);
    QCOMPARE(document["totals"]["moved"].get<int>(), 2 * one_way["totals"]["moved"].get<int>());
    std::map<int, int> elements; // by transition
    for (auto const& message : document["messages"]) elements[message["transition"].get<int>()] += message["elements"].get<int>();
    QVERIFY((elements == std::map<int, int>{{1, 72}, {2, 72}}));
    QVERIFY(!one_way.contains("transitions"));
    QVERIFY(!one_way["messages"][0].contains("transition"));
    auto const text = written([&](Sink const& sink) { redist_text(circle, {.totals_only = true, .rank = std::nullopt}, sink); });
    QVERIFY2(text.find("Transition 2 of 2, state 1 to 2:") < text.find("All 2 transitions:"), text.c_str());
}

TEST_CLASS(RedistReportTest)
#include "redist_report_test.moc"
