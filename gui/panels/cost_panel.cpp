// SPDX-License-Identifier: BSD-3-Clause
// Tessera: predicted times of all algorithms over the length of messages, and observed times.
#include "gui/panels/cost_panel.hpp"

#include "gui/models/numbers.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/view_scene.hpp"
#include "gui/session/job_file.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/scene/pictures.hpp"

#include <QFile>
#include <QFileDialog>
#include <QPushButton>
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tessera::gui {
namespace {

constexpr qint64 mostTraceBytes = qint64{256} << 20; // some million messages

Result<RecordedTrace> readTrace(QString const& path) {
    TRY(checkIsFile(path));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return fail("'" + path.toStdString() + "' cannot be read");
    if (file.size() > mostTraceBytes)
        return fail(fmt::format("'{}' has {} bytes; a trace has at most {}. Did you mean another file?", path.toStdString(),
                                file.size(), mostTraceBytes));
    return read_trace(file.read(mostTraceBytes).toStdString(), path.toStdString());
}

/// A run is drawn at the length of the job's longest message. Its transfers may be longer, because they combine messages.
std::vector<ObservedTimes> observedWith(MessageSet const& messages, std::vector<RecordedTrace> traces) {
    Index longest = 0;
    messages.for_each([&longest](int, int, Index bytes) { longest = std::max(longest, bytes); });
    for (RecordedTrace& trace : traces) trace.longest = longest;
    return observed_times(traces);
}

} // namespace

CostPanel::CostPanel(Session& session, QWidget* parent) : ScenePanel(session, parent), message_(new QLabel), over_(new QComboBox) {
    stack({createChoices(), message_, canvas()}, canvas());
    say({});
    listen();
}

/// Shows a message about the trace that was added last.
void CostPanel::say(QString const& words) {
    message_->setText(words);
    message_->setHidden(words.isEmpty());
}

QWidget* CostPanel::createChoices() {
    message_->setWordWrap(true);
    message_->setTextFormat(Qt::PlainText); // names in a trace may look like HTML
    message_->setToolTip(
        tr("The time of an execution begins when all ranks begin, and ends when the slowest rank has its elements"));
    over_->setObjectName(QStringLiteral("costOver"));
    over_->addItems({tr("message length"), tr("number of ranks")});
    over_->setAccessibleName(tr("Times by"));
    over_->setToolTip(tr("By number of ranks: an all-to-all exchange whose messages are as long as the longest of this job"));
    connect(over_, &QComboBox::currentIndexChanged, this, [this] { redraw(); });
    connect(over_, &QComboBox::activated, this,
            [this](int chosen) { this->session().change([chosen](Selection& selection) { selection.overRanks = chosen == 1; }); });
    auto* const gap = new QWidget;
    auto* const open = new QPushButton(tr("Add a recorded run..."));
    open->setToolTip(tr("Add the measured time of a run to the predictions, from a file written by redist --trace"));
    connect(open, &QPushButton::clicked, this, &CostPanel::chooseTrace);
    return rowOf({new QLabel(tr("Times by")), over_, gap, open}, gap);
}

void CostPanel::showSchedule() {
    SchedulePointer const sited = session().schedule();
    std::erase_if(traces_, [&](RecordedTrace const& trace) { return !sited || !fits(trace, sited->schedule->messages()); });
    redraw();
}

void CostPanel::showSelection() {
    over_->setCurrentIndex(session().selection().overRanks ? 1 : 0);
}

void CostPanel::draw() {
    SchedulePointer const sited = session().schedule();
    if (!sited) return showNothing(whyNoSchedule());
    if (!sited->site.machine) return showNothing(tr("Choose a machine above to see predicted times."));
    start([sited, overRanks = over_->currentIndex() == 1, traces = traces_](Background::Task const& task) {
        MessageSet const& messages = sited->schedule->messages();
        return overRanks ? cost_over_ranks_picture(messages, sited->site, task.watch())
                         : cost_picture(messages, sited->site, observedWith(messages, traces), task.watch());
    });
}

void CostPanel::addTrace(QString const& path) {
    auto const trace = readTrace(path);
    if (!trace) return say(asText(trace.error().message));
    SchedulePointer const sited = session().schedule();
    if (!sited || !fits(*trace, sited->schedule->messages()))
        return say(tr("%1 was recorded with another job. That job has %2 and sends %3.")
                       .arg(path)
                       .arg(countedText(trace->ranks, "rank"), countedText(trace->transfers, "message")));
    traces_.push_back(*trace);
    QString const took = tr("%1 took %2 in the recorded run").arg(asText(trace->algorithm), asText(summary_text(trace->times)));
    bool const predicted = sited->site.machine != nullptr;
    say(predicted ? tr("%1. The curves are predictions for %2.").arg(took, asText(sited->site.machine_name()))
                  : tr("%1.").arg(took));
    redraw();
}

void CostPanel::chooseTrace() {
    QString const path = QFileDialog::getOpenFileName(this, tr("A recorded run"), {}, tr("Traces (*.json)"));
    if (!path.isEmpty()) addTrace(path);
}

namespace {

constexpr std::array costOptions{PanelOption{"over", "WHAT"}};

Result<Scene> costScene(Derived const& /*derived*/, Session const& session) {
    auto const sited = TRY(drawnSchedule(session));
    MessageSet const& messages = sited->schedule->messages();
    Site const& site = sited->site;
    return session.selection().overRanks ? cost_over_ranks_picture(messages, site) : cost_picture(messages, site);
}

QString costCommand(CommandInput const& input) {
    SiteRequest const& site = input.choice.site;
    QString const over = input.selection.overRanks ? QStringLiteral(" --over ranks") : QString();
    return drawCommand(input, "cost", siteWords(site) + machineWords(site) + over);
}

Result<void> readOver(ViewOptions const& options) {
    QString const over = options.given.isSet("over") ? options.given.value("over") : QStringLiteral("size");
    if (over != u"size" && over != u"ranks") return fail(fmt::format("--over: '{}' is neither size nor ranks", over.toStdString()));
    options.selection.overRanks = over == u"ranks";
    return {};
}

} // namespace

constinit PanelKind const CostPanel::kind{
    .name = "cost",
    .title = QT_TRANSLATE_NOOP("MainWindow", "Cost"),
    .make = makePanel<CostPanel>,
    .schedule = PanelKind::Schedule::Needed,
    .scene = costScene,
    .command = costCommand,
    .about = QT_TRANSLATE_NOOP(
        "ExplanationStrip",
        "Each curve is the predicted time of one algorithm on the chosen machine. Where two curves cross, another "
        "algorithm becomes the fastest."),
    .options = costOptions,
    .read = readOver,
};

} // namespace tessera::gui
