// SPDX-License-Identifier: BSD-3-Clause
// Tessera: predicted times of all algorithms over the length of messages, and times that were observed.
#include "gui/panels/cost_panel.hpp"

#include "libcore/base/units.hpp"
#include "libcore/scene/pictures.hpp"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace tessera::gui {

CostPanel::CostPanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), canvas_(new SceneCanvas), message_(new QLabel), over_(new QComboBox),
      chartDrawing_(new Drawing(canvas_, [this] { draw(); })) {
    message_->setWordWrap(true);
    auto* const open = new QPushButton(tr("Add a recorded run..."));
    open->setToolTip(tr("A file that redist --trace has written: its time is laid over the predictions"));
    connect(open, &QPushButton::clicked, this, &CostPanel::chooseTrace);
    over_->setObjectName(QStringLiteral("costOver"));
    over_->addItems({tr("the length of messages"), tr("the number of ranks")});
    over_->setAccessibleName(tr("Times over"));
    over_->setToolTip(tr("Over the number of ranks: all-to-alls with messages as long as the longest of this job"));
    connect(over_, &QComboBox::currentIndexChanged, chartDrawing_, &Drawing::want);
    connect(over_, &QComboBox::activated, this, [this](int chosen) {
        Selection selection = session_.selection();
        selection.overRanks = chosen == 1;
        session_.select(selection);
    });
    auto* const row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("Times over")));
    row->addWidget(over_);
    row->addWidget(message_, 1);
    row->addWidget(open);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addLayout(row);
    layout->addWidget(canvas_, 1);
    connect(&session, &Session::flowChanged, this, &CostPanel::showFlow);
    connect(&session, &Session::selectionChanged, this, &CostPanel::showSelection);
    showFlow();
}

void CostPanel::showFlow() {
    FlowPointer const flow = session_.flow();
    std::erase_if(runs_, [&](RecordedRun const& run) { return !flow || !fits(run, flow->schedule->messages()); });
    chartDrawing_->want();
}

void CostPanel::showSelection() {
    over_->setCurrentIndex(session_.selection().overRanks ? 1 : 0);
}

void CostPanel::draw() {
    FlowPointer const flow = session_.flow();
    if (!flow || !flow->site.machine) {
        drawing_.cancel();
        canvas_->setEmptyText(flow ? tr("Choose a machine in the Schedule panel: its rates predict times.") : tr("No job yet."));
        return canvas_->setScene({});
    }
    drawing_.start(
        [flow, overRanks = over_->currentIndex() == 1, observed = observedTimes(runs_)](StopFlag const&) {
            MessageSet const& messages = flow->schedule->messages();
            return overRanks ? cost_over_ranks_picture(messages, flow->site) : cost_picture(messages, flow->site, observed);
        },
        [this](Result<Scene> const& scene) {
            canvas_->setEmptyText(scene ? QString() : QString::fromStdString(scene.error().message));
            canvas_->setScene(scene ? *scene : Scene());
        });
}

void CostPanel::addTrace(QString const& path) {
    auto const run = readTrace(path);
    if (!run) return message_->setText(QString::fromStdString(run.error().message));
    FlowPointer const flow = session_.flow();
    if (!flow || !fits(*run, flow->schedule->messages()))
        return message_->setText(tr("%1 was recorded with another job: it has %2 ranks and %3 messages in transit.")
                                     .arg(path)
                                     .arg(run->ranks)
                                     .arg(run->transfers));
    runs_.push_back(*run);
    message_->setText(tr("%1: %2 took %3.")
                          .arg(path, QString::fromStdString(run->algorithm), QString::fromStdString(short_seconds(run->seconds))));
    chartDrawing_->want();
}

void CostPanel::chooseTrace() {
    QString const path = QFileDialog::getOpenFileName(this, tr("A recorded run"), {}, tr("Traces (*.json)"));
    if (!path.isEmpty()) addTrace(path);
}

} // namespace tessera::gui
