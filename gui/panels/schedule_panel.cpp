// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the order of the messages: algorithm, steps, and all algorithms beside each other.
#include "gui/panels/schedule_panel.hpp"

#include "gui/models/numbers.hpp"
#include "gui/session/examples.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

namespace tessera::gui {
namespace {

constexpr int msPerStep = 700;

QToolButton* button(QString const& text, QString const& name, QObject* receiver, std::function<void()> const& action) {
    auto* const made = new QToolButton;
    made->setText(text);
    made->setToolTip(name);
    made->setAccessibleName(name);
    QObject::connect(made, &QToolButton::clicked, receiver, action);
    return made;
}

Result<SchedulePanel::Costs> costsOf(Flow const& flow) {
    auto timed = cost_of(*flow.schedule, flow.site);
    if (timed) return SchedulePanel::Costs{*std::move(timed), {}};
    auto loads = cost_of(*flow.schedule, *flow.site.topology, flow.site.placement, nullptr);
    if (!loads) return forward_error(loads);
    return SchedulePanel::Costs{*std::move(loads), timed.error().message};
}

/// `known`: the costs of the flow where they were counted before, or null.
Result<SchedulePanel::Chart> chartOf(Flow const& flow, int step, std::shared_ptr<SchedulePanel::Costs const> known) {
    if (!known) {
        auto counted = costsOf(flow);
        if (!counted) return forward_error(counted);
        known = std::make_shared<SchedulePanel::Costs const>(*std::move(counted));
    }
    return SchedulePanel::Chart{known, schedule_picture(*flow.schedule, known->costs, flow.site, step)};
}

} // namespace

SchedulePanel::SchedulePanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), algorithm_(new QComboBox), topology_(new QLineEdit), machine_(new QComboBox),
      summary_(new QLabel), playButton_(nullptr), slider_(new QSlider(Qt::Horizontal)), stepText_(new QLabel),
      tables_(new QTabWidget), steps_(new StepsModel(this)), comparison_(new AlgorithmsModel(this)),
      stepTable_(new TableView(tr("steps"))), comparisonTable_(new TableView(tr("algorithms"))), chart_(new SceneCanvas),
      chartDrawing_(new Drawing(chart_, [this] { drawChart(); })) {
    summary_->setWordWrap(true);
    summary_->setMargin(2);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(createChoices());
    layout->addWidget(summary_);
    layout->addWidget(createPlayer());
    layout->addWidget(createTables(), 1);
    clock_.setInterval(msPerStep);
    connect(&clock_, &QTimer::timeout, this, [this] { moveBy(1); });
    connect(&session, &Session::flowChanged, this, &SchedulePanel::showFlow);
    connect(&session, &Session::stepsChanged, this, &SchedulePanel::showSteps);
    connect(&session, &Session::selectionChanged, this, &SchedulePanel::showSelection);
    connect(&session, &Session::comparisonChanged, this, [this] { comparison_->setRecords(session_.comparison()); });
    showFlow();
}

QWidget* SchedulePanel::createChoices() {
    algorithm_->addItem(QStringLiteral("auto"));
    for (AlgorithmInfo const& info : algorithms()) {
        algorithm_->addItem(QString::fromUtf8(info.name.data(), std::ssize(info.name)));
        algorithm_->setItemData(algorithm_->count() - 1, QString::fromUtf8(info.summary.data(), std::ssize(info.summary)),
                                Qt::ToolTipRole);
    }
    algorithm_->setCurrentText(QString::fromStdString(session_.choice().algorithm));
    algorithm_->setAccessibleName(tr("Algorithm"));
    topology_->setText(QString::fromStdString(session_.choice().topology));
    topology_->setAccessibleName(tr("Network"));
    topology_->setToolTip(tr("mesh(4,4), torus(4,4), hypercube(4), fattree(4,2), cm5(16), crossbar(16), bus(16), ..."));
    auto* const choices = new QWidget;
    auto* const row = new QHBoxLayout(choices);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(new QLabel(tr("Algorithm")));
    row->addWidget(algorithm_);
    row->addWidget(new QLabel(tr("Network")));
    row->addWidget(topology_, 1);
    row->addWidget(new QLabel(tr("Machine")));
    row->addWidget(machine_);
    fillMachines();
    connect(algorithm_, &QComboBox::currentTextChanged, this, &SchedulePanel::choose);
    connect(topology_, &QLineEdit::editingFinished, this, &SchedulePanel::choose);
    return choices;
}

QWidget* SchedulePanel::createPlayer() {
    auto* const player = new QWidget;
    auto* const row = new QHBoxLayout(player);
    row->setContentsMargins(0, 0, 0, 0);
    playButton_ = button(tr("Play"), tr("Play or pause (Space)"), this, [this] { play(); });
    row->addWidget(playButton_);
    row->addWidget(button(QStringLiteral("<"), tr("Previous step (,)"), this, [this] { moveBy(-1); }));
    row->addWidget(slider_, 1);
    row->addWidget(button(QStringLiteral(">"), tr("Next step (.)"), this, [this] { moveBy(1); }));
    stepText_->setMinimumWidth(110);
    row->addWidget(stepText_);
    slider_->setAccessibleName(tr("Step"));
    connect(slider_, &QSlider::valueChanged, this, &SchedulePanel::goTo);
    return player;
}

QWidget* SchedulePanel::createTables() {
    chart_->setEmptyText(tr("Ranks by steps: nothing is sent yet."));
    stepTable_->setTable(steps_);
    comparisonTable_->setTable(comparison_);
    tables_->addTab(chart_, tr("Chart"));
    tables_->addTab(stepTable_, tr("Steps"));
    tables_->addTab(comparisonTable_, tr("Compare all algorithms"));
    connect(tables_, &QTabWidget::currentChanged, this,
            [this] { session_.setComparing(tables_->currentWidget() == comparisonTable_); });
    connect(chart_, &SceneCanvas::clicked, this, &SchedulePanel::clicked);
    connect(stepTable_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](QModelIndex const& index) {
        if (int const record = steps_->recordOf(index); record >= 0) goTo(steps_->records()[static_cast<std::size_t>(record)].step);
    });
    connect(comparisonTable_, &QTableView::activated, this, [this](QModelIndex const& index) {
        int const record = comparison_->recordOf(index);
        if (record >= 0) algorithm_->setCurrentText(comparison_->records()[static_cast<std::size_t>(record)].name);
    });
    return tables_;
}

/// Loads alone, the machines that come with the program, and any other profile.
void SchedulePanel::fillMachines() {
    machine_->addItem(tr("none: loads only"));
    for (QString const& path : machineFiles()) machine_->addItem(QFileInfo(path).completeBaseName(), path);
    machine_->addItem(tr("a profile..."));
    machine_->setAccessibleName(tr("Machine"));
    machine_->setToolTip(tr("Whose rates predict times; distbench profile measures your own"));
    connect(machine_, &QComboBox::activated, this, &SchedulePanel::chooseMachine);
}

void SchedulePanel::chooseMachine(int place) {
    if (place == 0) {
        FlowChoice choice = session_.choice();
        choice.machine.reset();
        choice.machinePath.clear();
        return session_.setChoice(std::move(choice));
    }
    QString path = machine_->itemData(place).toString();
    if (path.isEmpty()) path = QFileDialog::getOpenFileName(this, tr("A machine profile"), {}, tr("Profiles (*.json)"));
    if (!path.isEmpty()) readMachine(path);
}

void SchedulePanel::readMachine(QString const& path) {
    QFile file(path);
    auto machine = file.open(QIODevice::ReadOnly) ? Machine::from_json(file.readAll().toStdString())
                                                  : Result<Machine>(fail("it cannot be read"));
    if (!machine) return summary_->setText(tr("%1: %2").arg(path, QString::fromStdString(machine.error().message)).toHtmlEscaped());
    FlowChoice choice = session_.choice();
    choice.machine = std::make_shared<Machine const>(*std::move(machine));
    choice.machinePath = path.toStdString();
    session_.setChoice(std::move(choice));
}

void SchedulePanel::choose() {
    FlowChoice choice = session_.choice();
    choice.algorithm = algorithm_->currentText().toStdString();
    choice.topology = topology_->text().trimmed().toStdString();
    session_.setChoice(std::move(choice));
}

QString SchedulePanel::summaryText() const {
    if (auto const& error = session_.flowError()) return QString::fromStdString(error->message);
    FlowPointer const flow = session_.flow();
    if (!flow) return tr("There is no job to schedule yet.");
    double maxLoad = 0;
    double time = 0;
    bool timed = !session_.steps().empty();
    for (StepRecord const& step : session_.steps()) {
        maxLoad = std::max(maxLoad, step.maxLoad);
        timed = timed && step.time.has_value();
        time += step.time.value_or(0);
    }
    QString text = tr("<b>%1</b>: %2 steps, at most %3 messages on one link")
                       .arg(QString::fromStdString(flow->schedule->algorithm()).toHtmlEscaped())
                       .arg(flow->schedule->steps())
                       .arg(loadText(maxLoad));
    if (timed) text += tr(", predicted time %1").arg(timeText(time));
    if (!flow->reason.empty()) text += QStringLiteral("<br>") + QString::fromStdString(flow->reason).toHtmlEscaped();
    return text;
}

/// The choice may have been made elsewhere: on the command line, in a test.
void SchedulePanel::showChoice() {
    FlowChoice const& choice = session_.choice();
    QSignalBlocker const algorithmQuiet(algorithm_);
    algorithm_->setCurrentText(QString::fromStdString(choice.algorithm));
    if (!topology_->hasFocus()) topology_->setText(QString::fromStdString(choice.topology));
    if (!choice.machine) return machine_->setCurrentIndex(0);
    QString const path = QString::fromStdString(choice.machinePath);
    QString const name = QFileInfo(path).completeBaseName();
    int place = machine_->findText(name);
    if (place < 0) {
        place = machine_->count() - 1; // in front of "a profile..."
        machine_->insertItem(place, name, path);
    }
    machine_->setCurrentIndex(place);
}

void SchedulePanel::showFlow() {
    FlowPointer const flow = session_.flow();
    showChoice();
    {
        QSignalBlocker const quiet(slider_);
        slider_->setRange(0, flow ? std::max(flow->schedule->steps() - 1, 0) : 0);
        slider_->setEnabled(flow != nullptr);
    }
    if (session_.choice().topology.empty())
        topology_->setPlaceholderText(flow ? QString::fromStdString(flow->site.topology->name()) : tr("a mesh"));
    summary_->setText(summaryText());
    showSelection();
}

/// With the loads and times of all steps. Without a rate they need the chart shows the loads alone, and says why.
void SchedulePanel::drawChart() {
    FlowPointer const flow = session_.flow();
    int const step = session_.selection().step;
    if (flow == charted_ && step == chartedStep_) return;
    if (flow != charted_) costs_.reset();
    charted_ = flow;
    chartedStep_ = step;
    if (!flow || flow->schedule->steps() == 0) {
        drawing_.cancel();
        chart_->setNote({});
        return chart_->setScene({});
    }
    drawing_.start([flow, step, costs = costs_](StopFlag const&) { return chartOf(*flow, step, costs); },
                   [this](Result<Chart> const& chart) { showChart(chart); });
}

void SchedulePanel::showChart(Result<Chart> const& chart) {
    if (!chart) {
        charted_.reset(); // the next look tries again
        chart_->setNote({});
        chart_->setEmptyText(QString::fromStdString(chart.error().message));
        return chart_->setScene({});
    }
    costs_ = chart->costs;
    chart_->setNote(QString::fromStdString(costs_->untimed));
    chart_->setScene(chart->scene);
}

/// A cell of one rank in one step: that step, and the message it sends there.
void SchedulePanel::clicked(SceneTag const& tag) {
    if (tag.kind != SceneTag::Kind::Steps) return;
    Selection selection = session_.selection();
    selection.step = static_cast<int>(tag.ids[2]);
    selection.message.reset();
    if (tag.ids[0] == tag.ids[1]) {
        MessageSet const& messages = session_.flow()->schedule->messages();
        session_.flow()->schedule->for_each_transfer(selection.step, [&](Transfer const& transfer) {
            if (messages.rank(transfer.from) == tag.ids[0])
                selection.message = Selection::Pair{messages.rank(transfer.from), messages.rank(transfer.to)};
        });
    }
    session_.select(selection);
}

void SchedulePanel::showSteps() {
    steps_->setRecords(session_.steps());
    summary_->setText(summaryText());
    showSelection();
}

void SchedulePanel::showSelection() {
    FlowPointer const flow = session_.flow();
    int const step = session_.selection().step;
    QSignalBlocker const quiet(slider_);
    slider_->setValue(step);
    stepText_->setText(flow && flow->schedule->steps() > 0 ? tr("step %1 of %2").arg(step + 1).arg(flow->schedule->steps())
                                                           : QString());
    chartDrawing_->want();
    QModelIndex const row = steps_->indexOf(step);
    if (!row.isValid() || stepTable_->currentIndex().row() == row.row()) return;
    stepTable_->selectRow(row.row());
}

void SchedulePanel::goTo(int step) {
    Selection selection = session_.selection();
    selection.step = step;
    session_.select(selection);
}

void SchedulePanel::play() {
    if (clock_.isActive())
        clock_.stop();
    else
        clock_.start();
    playButton_->setText(clock_.isActive() ? tr("Pause") : tr("Play"));
}

void SchedulePanel::moveBy(int steps) {
    FlowPointer const flow = session_.flow();
    int const count = flow ? flow->schedule->steps() : 0;
    if (count > 0) goTo((session_.selection().step + steps + count) % count);
}

void SchedulePanel::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Space:
        return play();
    case Qt::Key_Comma:
        return moveBy(-1);
    case Qt::Key_Period:
        return moveBy(1);
    case Qt::Key_Home:
        return goTo(0);
    case Qt::Key_End:
        return goTo(slider_->maximum());
    default:
        return QWidget::keyPressEvent(event);
    }
}

} // namespace tessera::gui
