// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the window and distplan give the same answer to the same job.
#include "cli/common/site_loading.hpp"
#include "cli/distplan/command.hpp"
#include "cli/distplan/requested_messages.hpp"
#include "gui/session/derivation.hpp"
#include "gui/session/scheduling.hpp"
#include "libcore/pipeline/rated_schedule.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QFile>

namespace tessera::gui {

class SameAnswerTest : public QObject {
    Q_OBJECT
  private slots:
    void algorithmStepsAndLoadsAreTheSame_data();
    void algorithmStepsAndLoadsAreTheSame();
};

namespace {

/// What distplan schedule works out for the first transition of the job.
RatedSchedule ofCommand(std::string const& job, SiteRequest const& site) {
    std::vector<std::string> words{"schedule", job};
    if (!site.topology.empty()) words.insert(words.end(), {"--topology", site.topology});
    if (!site.machine.empty()) words.insert(words.end(), {"--machine", site.machine});
    auto const request = cli::parse_arguments(cli::distplan_table(), words);
    if (!request) qFatal("%s", request.error().message.c_str());
    MessageSet const messages = cli::requested_messages(request->arguments).value().front().messages;
    Site const place = cli::load_site(request->arguments, messages.size()).value();
    return rate(schedule_on(place, messages, request->arguments.text_or("algorithm", "auto")).value()).value();
}

/// What the window works out of the same text.
RatedSchedule ofWindow(std::string const& job, SiteRequest const& site) {
    QFile file(QString::fromStdString(job));
    if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read %s", job.c_str());
    auto const derived = derive(file.readAll().toStdString(), job, TESSERA_DATASETS "/jobs").value();
    SchedulePointer const sited = scheduleOf(*derived->plan, {.algorithm = "auto", .site = site}).value();
    return rate(*sited).value();
}

} // namespace

void SameAnswerTest::algorithmStepsAndLoadsAreTheSame_data() {
    QTest::addColumn<QString>("job");
    QTest::addColumn<QString>("topology");
    QTest::addColumn<QString>("machine");
    for (char const* job : {"fft2d", "matmul", "two-arrays", "pitfalls-mpmd", "replicated"}) {
        QTest::addRow("%s, nothing named", job) << job << ""
                                                << "";
        QTest::addRow("%s on a torus of the Delta", job) << job << "torus(4,4)"
                                                         << "delta";
    }
}

void SameAnswerTest::algorithmStepsAndLoadsAreTheSame() {
    QFETCH(QString, job);
    QFETCH(QString, topology);
    QFETCH(QString, machine);
    std::string const path = TESSERA_DATASETS "/jobs/" + job.toStdString() + ".hpf";
    SiteRequest const site{.topology = topology.toStdString(), .machine = machine.toStdString()};
    RatedSchedule const command = ofCommand(path, site);
    RatedSchedule const window = ofWindow(path, site);
    QCOMPARE(window.site.network(), command.site.network());
    QCOMPARE(window.schedule->algorithm(), command.schedule->algorithm());
    QCOMPARE(window.reason, command.reason);
    QCOMPARE(window.schedule->steps(), command.schedule->steps());
    QCOMPARE(window.cost.time(), command.cost.time());
    for (std::size_t step = 0; step < command.cost.steps.size(); ++step) {
        QCOMPARE(window.cost.steps[step].max_load, command.cost.steps[step].max_load);
        QCOMPARE(window.cost.steps[step].max_load_bytes, command.cost.steps[step].max_load_bytes);
    }
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::SameAnswerTest)
#include "same_answer_test.moc"
