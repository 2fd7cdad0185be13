// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of executed schedules as JSON and for trace viewers.
#include "libcore/report/messages/trace_report.hpp"
#include "tests/suite/qt_suite.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <vector>

using namespace tessera;

namespace {

using Json = nlohmann::json;

/// Two of the three steps carried something.
std::vector<TracedTransfer> const transfers{
    {.step = 0, .from = 4, .to = 6, .bytes = 100, .start = 0.25, .sent = 0.5, .arrived = 1.0},
    {.step = 0, .from = 6, .to = 4, .bytes = 50, .start = 0.125, .sent = 0.75, .arrived = 0.5},
    {.step = 2, .from = 4, .to = 6, .bytes = 7, .start = 1.0, .sent = 1.5, .arrived = 1.25},
};

ScheduleCost predicted(std::optional<double> step_time) {
    ScheduleCost cost;
    cost.steps.resize(3);
    for (StepCost& step : cost.steps) step.time = step_time;
    if (step_time) cost.total_time = 3 * *step_time;
    return cost;
}

template <class Write>
Json written(Write const& write, ScheduleCost const& cost, std::string const& machine) {
    std::string text;
    write(ExecutedSchedule{"gen", "async", 8, "crossbar(2)", machine, cost, transfers},
          [&](std::string_view piece) { text += piece; });
    return Json::parse(text);
}

} // namespace

class TraceReportTest : public QObject {
    Q_OBJECT
  private slots:
    void json_tells_every_transfer() {
        Json const trace = written(trace_json, predicted(std::nullopt), "");
        QVERIFY(trace["schema"] == "tessera.trace/1");
        QVERIFY(trace["order"] == "async");
        QVERIFY(trace["ranks"] == 8);
        QVERIFY(trace["machine"].is_null() && trace["predicted_time"].is_null());
        QVERIFY(trace["time"] == 1.375);
        QVERIFY(trace["transfers"].size() == 3U);
        QVERIFY(trace["transfers"][2] == Json::parse(R"({"step": 3, "from": 4, "to": 6, "bytes": 7,
                                                        "start": 1.0, "sent": 1.5, "arrived": 1.25})"));
    }
    void json_puts_predictions_beside() {
        Json const trace = written(trace_json, predicted(0.5), "delta");
        QVERIFY(trace["machine"] == "delta");
        QVERIFY(trace["predicted_time"] == 1.5);
        QVERIFY(trace["steps"] == Json::parse(R"([{"step": 1, "start": 0.125, "end": 1.0, "predicted_time": 0.5},
                                                 {"step": 2, "start": null, "end": null, "predicted_time": 0.5},
                                                 {"step": 3, "start": 1.0, "end": 1.5, "predicted_time": 0.5}])"));
    }
    void chrome_events_come_in_pairs() {
        Json const trace = written(trace_chrome, predicted(std::nullopt), "");
        std::map<int, std::string> phases;
        std::map<int, double> duration;
        for (Json const& event : trace["traceEvents"]) {
            int const id = event["id"];
            bool const begins = event["ph"] == "b";
            phases[id] += event["ph"].get<std::string>();
            duration[id] += (begins ? -1.0 : 1.0) * event["ts"].get<double>();
            QCOMPARE(event["pid"].get<int>(), transfers[static_cast<std::size_t>(id)].from);
        }
        QCOMPARE(phases, (std::map<int, std::string>{{0, "be"}, {1, "be"}, {2, "be"}}));
        QCOMPARE(duration, (std::map<int, double>{{0, 0.75e6}, {1, 0.625e6}, {2, 0.5e6}}));
    }
    void nothing_sent_took_no_time() { QCOMPARE(time_in_transfers({}), 0.0); }
};

TEST_CLASS(TraceReportTest)
#include "trace_report_test.moc"
