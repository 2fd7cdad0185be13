// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of schedules as JSON, tables and traces.
#include "libcore/report/messages/schedule_report.hpp"

#include "libcore/schedule/algorithm.hpp"
#include "tests/suite/qt_suite.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

using namespace tessera;

namespace {

using Json = nlohmann::json;

/// A schedule on a crossbar, rated, with what one of the writers makes of it.
struct Rated {
    RatedSchedule schedule;

    Rated(char const* algorithm, MessageSet messages) {
        Site site = *Site::of_ranks(messages.size());
        schedule = *rate(*schedule_on(std::move(site), std::move(messages), algorithm));
    }

    template <class Write>
    std::string written(Write const& write) const {
        std::string text;
        write(schedule, [&text](std::string_view piece) { text += piece; });
        return text;
    }
};

MessageSet three_messages() {
    MessageSet::Triple const triples[]{{3, 7, 10}, {7, 3, 10}, {3, 9, 5}};
    return *MessageSet::of(triples);
}

} // namespace

class ScheduleReportTest : public QObject {
    Q_OBJECT

  private slots:
    void json_names_real_ranks_and_every_message_once();
    void forwarding_names_its_blocks();
    void table_shows_exchanges_and_single_messages();
    void nothing_to_send_is_said();
    void chrome_trace_has_one_event_per_transfer();
    void paje_trace_ascends_and_pairs_its_links();
    void comparison_puts_the_best_first_and_refusals_last();
};

void ScheduleReportTest::json_names_real_ranks_and_every_message_once() {
    Json const json = Json::parse(Rated("coloured", three_messages()).written(schedule_json));
    QCOMPARE(json["schema"].get<std::string>(), std::string("tessera.schedule/1"));
    QCOMPARE(json["processors"].get<int>(), 3);
    QVERIFY(json["total_time"].is_null());
    std::set<std::array<int, 3>> messages;
    for (Json const& step : json["steps"]) {
        QVERIFY(!step.contains("blocks"));
        for (Json const& message : step["messages"]) QVERIFY(messages.insert(message.get<std::array<int, 3>>()).second);
    }
    QVERIFY(messages == (std::set<std::array<int, 3>>{{3, 7, 10}, {7, 3, 10}, {3, 9, 5}}));
}

void ScheduleReportTest::forwarding_names_its_blocks() {
    Json const json = Json::parse(Rated("rex", *MessageSet::all_to_all(4, 8)).written(schedule_json));
    Json const& first = json["steps"][0];
    QCOMPARE(first["messages"][0].dump(), std::string("[0,2,16]"));
    QCOMPARE(first["blocks"][0].dump(), std::string("[[0,2,0,8],[0,3,0,8]]"));
}

void ScheduleReportTest::table_shows_exchanges_and_single_messages() {
    auto const table = Rated("unscheduled", three_messages()).written([](RatedSchedule const& rated, Sink const& sink) {
        schedule_text(rated, 80, false, sink);
    });
    QVERIFY2(table.find("3<->7\n") != std::string::npos, table.c_str());
    QVERIFY(table.find("3->9\n") != std::string::npos);
    QVERIFY(table.find("7->3") == std::string::npos);
}

void ScheduleReportTest::nothing_to_send_is_said() {
    auto const text = Rated("coloured", *MessageSet::all_to_all(1, 8)).written([](RatedSchedule const& rated, Sink const& sink) {
        schedule_text(rated, 80, false, sink);
    });
    QVERIFY2(text.find("Nothing has to be sent.") != std::string::npos, text.c_str());
}

void ScheduleReportTest::chrome_trace_has_one_event_per_transfer() {
    Json const trace = Json::parse(Rated("pex", *MessageSet::all_to_all(8, 100)).written(schedule_chrome_trace));
    QCOMPARE(trace["traceEvents"].size(), std::size_t{56});
    for (Json const& event : trace["traceEvents"]) {
        QCOMPARE(event["ph"].get<std::string>(), std::string("X"));
        QCOMPARE(event["dur"].get<double>(), 1000.0);
        QCOMPARE(event["args"]["bytes"].get<int>(), 100);
    }
}

void ScheduleReportTest::paje_trace_ascends_and_pairs_its_links() {
    std::istringstream lines(Rated("gen", *MessageSet::all_to_all(5, 100)).written(schedule_paje_trace));
    int starts = 0;
    int ends = 0;
    double now = 0;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        int event = -1;
        double time = 0;
        if (line.empty() || line[0] == '%' || !(words >> event) || event < 3 || !(words >> time)) continue;
        QVERIFY2(time >= now, line.c_str());
        now = time;
        starts += event == 5 ? 1 : 0;
        ends += event == 6 ? 1 : 0;
    }
    QCOMPARE(starts, 20);
    QCOMPARE(ends, 20);
}

void ScheduleReportTest::comparison_puts_the_best_first_and_refusals_last() {
    std::vector<ComparedSchedule> rows(3);
    rows[0].algorithm = "refused";
    rows[0].refusal = "needs a mesh";
    rows[1].algorithm = "slow";
    rows[1].congested_bytes = 200;
    rows[2].algorithm = "fast";
    rows[2].congested_bytes = 100;
    sort_compared(rows);
    QCOMPARE(rows[0].algorithm, std::string("fast"));
    QCOMPARE(rows[2].algorithm, std::string("refused"));
    std::string text;
    comparison_text(rows, [&text](std::string_view piece) { text += piece; });
    QVERIFY(text.find("fast") < text.find("slow"));
    QVERIFY(text.find("needs a mesh") != std::string::npos);
}

TEST_CLASS(ScheduleReportTest)
#include "schedule_report_test.moc"
