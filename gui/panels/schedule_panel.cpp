// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the order of the messages: algorithm, steps, and a comparison of all algorithms.
#include "gui/panels/schedule_panel.hpp"

#include "gui/models/numbers.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/view_scene.hpp"
#include "libcore/base/try.hpp"
#include "libcore/pipeline/rated_schedule.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/schedule/explanation.hpp"

#include <QEvent>
#include <QItemSelectionModel>
#include <QVBoxLayout>
#include <algorithm>

namespace tessera::gui {
namespace {

constexpr int reasonMargin = 12;             // pixels around the text
constexpr Index mostChartedAtOnce = 100'000; // with more messages, the chart appears before link loads are counted

Result<SchedulePanel::Costs> costsOf(SitedSchedule const& sited, Watch const& watch) {
    auto rated = TRY(rate(sited, watch));
    std::string const untimed = rated.cost.lack;
    return SchedulePanel::Costs{std::move(rated.cost), untimed};
}

/// `known`: the costs of the schedule if they are known already, or null.
Result<SchedulePanel::Chart> chartOf(SitedSchedule const& sited, int step, std::shared_ptr<SchedulePanel::Costs const> known,
                                     Watch const& watch) {
    if (!known) known = std::make_shared<SchedulePanel::Costs const>(TRY(costsOf(sited, watch)));
    return SchedulePanel::Chart{known, schedule_picture(*sited.schedule, known->costs, sited.site, step)};
}

} // namespace

SchedulePanel::SchedulePanel(Session& session, QWidget* parent)
    : ScenePanel(session, parent), summary_(new QLabel), steps_(new StepsModel(this)), comparison_(new AlgorithmsModel(this)),
      stepTable_(new TableView(tr("steps"))), comparisonTable_(new TableView(tr("algorithms"))), about_(new QLabel) {
    summary_->setWordWrap(true);
    summary_->setMargin(2);
    auto* const tables = createTables();
    createPlayer();
    stack({summary_, tables}, tables);
    connect(canvas(), &SceneCanvas::clicked, this, &SchedulePanel::clicked);
    connect(&session, &Session::stepsChanged, this, &SchedulePanel::showSteps);
    connect(&session, &Session::comparisonChanged, this, &SchedulePanel::showComparison);
    listen();
}

void SchedulePanel::createPlayer() {
    auto* const player = new Player(Player::Speed::Steps, {tr("Play"), tr("Play the steps"), tr("Step")}, this);
    connect(player, &Player::moved, this, [this](double position) { goTo(static_cast<int>(position)); });
    setPlayer(player);
    player->hide(); // the clock is in the bar above
}

QWidget* SchedulePanel::createTables() {
    stepTable_->setTable(steps_);
    auto* const tables = new QTabWidget;
    tables->addTab(canvas(), tr("Chart"));
    tables->addTab(stepTable_, tr("Steps"));
    auto* const comparison = createComparison();
    tables->addTab(comparison, tr("Compare all algorithms"));
    connect(tables, &QTabWidget::currentChanged, this,
            [this, tables, comparison] { session().setComparing(tables->currentWidget() == comparison); });
    connect(stepTable_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](QModelIndex const& index) {
        int const record = steps_->recordOf(index);
        int const step = record >= 0 ? steps_->records()[as_size(record)].step : this->session().selection().step;
        if (step != this->session().selection().step) goTo(step); // otherwise the row only follows the clock
    });
    return tables;
}

QWidget* SchedulePanel::createComparison() {
    comparisonTable_->setTable(comparison_);
    comparisonTable_->sortByColumn(AlgorithmsModel::Time, Qt::AscendingOrder);
    marks_ = new ComparisonDelegate(*comparison_, comparisonTable_);
    comparisonTable_->setItemDelegate(marks_);
    comparisonTable_->viewport()->installEventFilter(this);
    about_->setWordWrap(true);
    about_->setMargin(4);
    about_->setTextFormat(Qt::PlainText);
    about_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    connect(comparisonTable_, &QTableView::activated, this, [this](QModelIndex const& index) {
        int const record = comparison_->recordOf(index);
        if (record >= 0) choose(comparison_->records()[as_size(record)].algorithm);
    });
    connect(comparisonTable_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &SchedulePanel::showAbout);
    connect(comparison_, &QAbstractItemModel::layoutChanged, this, &SchedulePanel::widenReasons);
    auto* const page = new QWidget;
    auto* const column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(comparisonTable_, 1);
    column->addWidget(about_);
    showAbout();
    return page;
}

void SchedulePanel::showComparison() {
    SchedulePointer const sited = session().schedule();
    marks_->setChosen(sited ? std::string(sited->schedule->algorithm()) : std::string());
    comparison_->setRecords(session().comparison());
    widenReasons();
    showAbout();
}

/// A reason spans the columns of the figures that its algorithm lacks, within their visible part, in as many lines as it needs.
void SchedulePanel::widenReasons() {
    comparisonTable_->clearSpans();
    comparisonTable_->setColumnWidth(AlgorithmsModel::Name, marks_->nameWidth(*comparisonTable_));
    int const left = comparisonTable_->columnWidth(AlgorithmsModel::Name);
    int const usual = comparisonTable_->verticalHeader()->defaultSectionSize();
    for (int row = 0; row < comparison_->rowCount(); ++row) {
        int const record = comparison_->recordOf(comparison_->index(row, 0));
        std::string const& refusal = comparison_->records()[as_size(record)].refusal;
        int height = usual;
        if (!refusal.empty()) {
            comparisonTable_->setSpan(row, AlgorithmsModel::Steps, 1, comparison_->columnCount() - AlgorithmsModel::Steps);
            QRect const room(0, 0, std::max(comparisonTable_->viewport()->width() - left - reasonMargin, 1), 0);
            QRect const needed = comparisonTable_->fontMetrics().boundingRect(room, Qt::TextWordWrap, asText(refusal));
            height = std::max(height, needed.height() + 6);
        }
        comparisonTable_->setRowHeight(row, height);
    }
}

bool SchedulePanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == comparisonTable_->viewport() && event->type() == QEvent::Resize) widenReasons();
    return ScenePanel::eventFilter(watched, event);
}

/// Shows the complete reason, which a cell of the table would cut off.
void SchedulePanel::showAbout() {
    QModelIndex const row = comparisonTable_->currentIndex();
    int const record = row.isValid() ? comparison_->recordOf(row) : -1;
    if (record < 0) return about_->setText(tr("Select a row to read about the algorithm. Press Enter to use it."));
    ComparedSchedule const& algorithm = comparison_->records()[as_size(record)];
    QString text = asText(algorithm.algorithm) + QStringLiteral(": ") + asText(explanation_of(algorithm.algorithm));
    if (!algorithm.refusal.empty()) text += QStringLiteral(" ") + tr("Not possible here: %1").arg(asText(algorithm.refusal));
    about_->setText(text);
}

void SchedulePanel::choose(std::string const& algorithm) {
    ScheduleChoice choice = session().choice();
    choice.algorithm = algorithm;
    session().setChoice(std::move(choice));
}

QString SchedulePanel::summaryText() const {
    if (auto const& error = session().scheduleError()) return asText(error->message).toHtmlEscaped();
    SchedulePointer const sited = session().schedule();
    if (!sited) return tr("There is no job to schedule yet.");
    if (!sendsMessages(sited)) return tr("Nothing is sent, because each rank already has what it needs.");
    double maxLoad = 0;
    double time = 0;
    bool timed = !session().steps().empty();
    for (RatedStep const& step : session().steps()) {
        maxLoad = std::max(maxLoad, step.cost.max_load);
        timed = timed && step.cost.time.has_value();
        time += step.cost.time.value_or(0);
    }
    QString text = tr("<b>%1</b>: %2, at most %3 on one link")
                       .arg(asText(sited->schedule->algorithm()).toHtmlEscaped())
                       .arg(countedText(sited->schedule->steps(), "step"),
                            loadText(maxLoad) + (maxLoad == 1 ? tr(" message") : tr(" messages")));
    if (timed)
        text +=
            (sited->at_least() ? tr(", predicted time at least %1") : tr(", predicted time %1")).arg(asText(short_seconds(time)));
    if (sited->site.assumed) text += tr("; on %1").arg(asText(sited->site.network()).toHtmlEscaped());
    if (!sited->reason.empty()) text += QStringLiteral("<br>") + asText(sited->reason).toHtmlEscaped();
    return text;
}

void SchedulePanel::showSchedule() {
    SchedulePointer const sited = session().schedule();
    player()->setEnd(sendsMessages(sited) ? sited->schedule->steps() - 1 : 0);
    summary_->setText(summaryText());
    showSelection();
}

/// Draws the chart with the loads and times of all steps. If the machine lacks a rate, draws the loads alone and shows the reason.
void SchedulePanel::draw() {
    SchedulePointer const sited = session().schedule();
    int const step = session().selection().step;
    if (sited == charted_ && step == chartedStep_) return;
    if (sited != charted_) {
        counting_.cancel();
        costs_.reset();
    }
    charted_ = sited;
    chartedStep_ = step;
    if (!sited) return showNothing(whyNoSchedule());
    if (!sendsMessages(sited)) return showNothing(tr("Nothing is sent, because each rank already has what it needs."));
    if (!costs_ && sited->schedule->messages().messages() > mostChartedAtOnce) return drawFirst(sited, step);
    start([sited, step, costs = costs_](Background::Task const& task) { return chartOf(*sited, step, costs, task.watch()); },
          [this](Result<Chart> const& chart) { showChart(chart); });
}

/// Draws the messages while their loads and times are still being computed.
void SchedulePanel::drawFirst(SchedulePointer const& sited, int step) {
    start(
        [sited, step](Background::Task const&) {
            return Result<Chart>(Chart{nullptr, schedule_picture(*sited->schedule, sited->site, step)});
        },
        [this, sited](Result<Chart> const& chart) {
            showChart(chart);
            if (chart && !costs_ && !counting_.isRunning()) countCosts(sited);
        });
}

void SchedulePanel::countCosts(SchedulePointer const& sited) {
    counting_.start([sited](Background::Task const& task) { return costsOf(*sited, task.watch()); },
                    [this](Result<Costs> const& counted) {
                        if (!counted) return showChart(forward_error(counted));
                        costs_ = std::make_shared<Costs const>(*counted);
                        chartedStep_ = -1; // forces the new chart to be drawn
                        redraw();
                    });
}

void SchedulePanel::showChart(Result<Chart> const& chart) {
    if (!chart) {
        charted_.reset(); // so that the next attempt draws again
        return showNothing(asText(chart.error().message));
    }
    if (chart->costs) costs_ = chart->costs;
    canvas()->setNote(costs_ ? asText(costs_->untimed) : QString());
    show(chart->scene);
}

/// A click on a cell of one rank in one step selects that step, and the message sent there.
void SchedulePanel::clicked(SceneTag const& tag) {
    SchedulePointer const sited = session().schedule();
    auto const* const cell = std::get_if<StepsTag>(&tag);
    if (!cell || !sited) return;
    goTo(static_cast<int>(cell->steps.begin));
    session().change([&, ranks = cell->ranks](Selection& selection) {
        selection.message.reset();
        if (ranks.size() != 1) return;
        MessageSet const& messages = sited->schedule->messages();
        sited->schedule->for_each_transfer(selection.step, [&](Transfer const& transfer) {
            if (messages.rank(transfer.from) == ranks.begin)
                selection.message = Selection::Pair{messages.rank(transfer.from), messages.rank(transfer.to)};
        });
    });
}

void SchedulePanel::showSteps() {
    steps_->setRecords(session().steps());
    summary_->setText(summaryText());
    showSelection();
}

void SchedulePanel::showSelection() {
    SchedulePointer const sited = session().schedule();
    int const step = session().selection().step;
    int const steps = sendsMessages(sited) ? sited->schedule->steps() : 0;
    player()->setPosition(step);
    player()->setWords(steps > 0 ? tr("step %1 of %2").arg(step + 1).arg(steps) : QString());
    showMessage();
    redraw();
    QModelIndex const row = steps_->indexOf(step);
    if (!row.isValid() || stepTable_->currentIndex().row() == row.row()) return;
    stepTable_->selectRow(row.row());
}

/// Marks the cell of the sender in the step that sends the selected message. Bars below the cells belong to all ranks and are not
/// marked.
void SchedulePanel::showMessage() {
    SchedulePointer const sited = session().schedule();
    auto const& message = session().selection().message;
    if (sited == markedIn_ && message == marked_) return; // only the clock has advanced; the mark stays
    markedIn_ = sited;
    marked_ = message;
    auto const sent = sited && message ? step_between(*sited->schedule, message->from, message->to) : std::nullopt;
    if (!sent) return canvas()->setMarked(nullptr);
    Index const others = sited->schedule->messages().size() - 1;
    canvas()->setMarked([from = message->from, sent = *sent, others](SceneTag const& tag) {
        auto const* const cell = std::get_if<StepsTag>(&tag);
        return cell && cell->ranks.size() <= others && cell->ranks.contains(from) && cell->steps.contains(sent);
    });
}

void SchedulePanel::goTo(int step) {
    session().goTo(step);
}

namespace {

Result<Scene> scheduleScene(Derived const& /*derived*/, Session const& session) {
    auto const sited = TRY(drawnSchedule(session));
    auto const cost = TRY(cost_of(*sited->schedule, sited->site));
    return schedule_picture(*sited->schedule, cost, sited->site, session.selection().step);
}

QString scheduleCommand(CommandInput const& input) {
    SiteRequest const& site = input.choice.site;
    return drawCommand(input, "schedule",
                       stepWords(input.choice.algorithm, input.selection.step) + siteWords(site) + machineWords(site));
}

QString explainAlgorithm(Job const& /*job*/, std::string const& algorithm) {
    std::string const name = algorithm.empty() ? "auto" : algorithm;
    return namedSentence(name, explanation_of(name));
}

} // namespace

constinit PanelKind const SchedulePanel::kind{
    .name = "schedule",
    .title = QT_TRANSLATE_NOOP("MainWindow", "Schedule"),
    .make = makePanel<SchedulePanel>,
    .schedule = PanelKind::Schedule::Needed,
    .scene = scheduleScene,
    .command = scheduleCommand,
    .explain = explainAlgorithm,
};

} // namespace tessera::gui
