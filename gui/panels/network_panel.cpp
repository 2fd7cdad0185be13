// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the network, its links coloured by what they carry in the current step or in all.
#include "gui/panels/network_panel.hpp"

#include "gui/models/text.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <QItemSelectionModel>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

namespace tessera::gui {
namespace {

constexpr int mostMessagesNamed = 16;

/// "0 -> 3, 1 -> 3".
QString messagesThrough(SitedSchedule const& sited, std::optional<int> step, int link) {
    QStringList names;
    int count = 0;
    MessageSet const& messages = sited.schedule->messages();
    for_each_through(*sited.schedule, *sited.site.topology, sited.site.placement, step, link, [&](Transfer const& transfer) {
        if (++count > mostMessagesNamed) return;
        names.append(QStringLiteral("%1 \u2192 %2").arg(messages.rank(transfer.from)).arg(messages.rank(transfer.to)));
    });
    QString const rest = count > mostMessagesNamed ? NetworkPanel::tr(" and %1 more").arg(count - mostMessagesNamed) : QString();
    return names.isEmpty() ? NetworkPanel::tr("nothing") : names.join(QStringLiteral(", ")) + rest;
}

bool sends(SchedulePointer const& sited) {
    return sited && sited->schedule->steps() > 0;
}

} // namespace

NetworkPanel::NetworkPanel(Session& session, QWidget* parent)
    : ScenePanel(session, View::Network, parent), allSteps_(new QCheckBox(tr("All steps together"))), beside_(new QComboBox),
      besideCanvas_(new SceneCanvas), links_(new LinksModel(this)), table_(new TableView(tr("links"))), traffic_(new QLabel) {
    auto* const pictures = createPictures();
    stack({createChoices(), pictures}, pictures);
    setTabOrderOf({allSteps_, beside_, canvas(), besideCanvas_, table_});
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &NetworkPanel::selectLink);
    connect(canvas(), &SceneCanvas::clicked, this, &NetworkPanel::clicked);
    connect(allSteps_, &QCheckBox::toggled, this, [this] { redraw(); });
    connect(beside_, &QComboBox::currentTextChanged, this, &NetworkPanel::startBeside);
    listen();
}

QWidget* NetworkPanel::createChoices() {
    beside_->addItem(tr("nothing"));
    for (AlgorithmInfo const& info : algorithms()) beside_->addItem(asText(info.name));
    beside_->setAccessibleName(tr("Second algorithm"));
    allSteps_->setToolTip(tr("What every link carries over the whole schedule"));
    auto* const gap = new QWidget;
    return rowOf({allSteps_, gap, new QLabel(tr("Beside it")), beside_}, gap);
}

QWidget* NetworkPanel::createPictures() {
    canvas()->setEmptyText(tr("No messages yet: the Schedule panel says why."));
    besideCanvas_->hide();
    table_->setTable(links_);
    traffic_->setWordWrap(true);
    traffic_->setMargin(4);
    auto* const pictures = new QSplitter(Qt::Horizontal);
    pictures->addWidget(canvas());
    pictures->addWidget(besideCanvas_);
    pictures->setChildrenCollapsible(false);
    auto* const figures = new QWidget;
    auto* const column = new QVBoxLayout(figures);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(traffic_);
    column->addWidget(table_, 1);
    auto* const split = new QSplitter(Qt::Vertical);
    split->addWidget(pictures);
    split->addWidget(figures);
    split->setChildrenCollapsible(false);
    split->setSizes({600, 200});
    return split;
}

std::optional<int> NetworkPanel::shownStep() const {
    return allSteps_->isChecked() ? std::nullopt : std::optional(session().selection().step);
}

/// The selected link and the route of the selected message.
std::vector<int> NetworkPanel::marked() const {
    Selection const& selection = session().selection();
    std::vector<int> links;
    if (selection.message) links = route_between(*session().schedule(), selection.message->from, selection.message->to);
    if (selection.link) links.push_back(*selection.link);
    return links;
}

void NetworkPanel::showSchedule() {
    redraw();
    startBeside();
}

void NetworkPanel::draw() {
    SchedulePointer const sited = session().schedule();
    if (!sends(sited)) {
        counted_.reset();
        links_->setRecords({});
        besideCanvas_->setScene({});
        traffic_->clear();
        return showNothing(tr("No messages yet: the Schedule panel says why."));
    }
    countLoads();
    show(network_picture(*sited->schedule, sited->site, loads_, shownStep(), marked()));
    showTraffic();
    drawBeside();
}

/// Once per schedule and step, however often something else is selected.
void NetworkPanel::countLoads() {
    SchedulePointer const sited = session().schedule();
    if (counted_ == sited && countedStep_ == shownStep()) return;
    counted_ = sited;
    countedStep_ = shownStep();
    loads_ = traffic_of(*sited->schedule, *sited->site.topology, sited->site.placement, countedStep_);
    QSignalBlocker const quiet(table_->selectionModel());
    links_->setRecords(busy_links(*sited->site.topology, loads_.loads));
}

void NetworkPanel::showTraffic() {
    auto const link = session().selection().link;
    if (!link)
        return traffic_->setText(tr("Click a link in the picture or in the table: the messages through it are named here. Click a "
                                    "message in the Messages panel: its route stands out."));
    SchedulePointer const sited = session().schedule();
    Topology const& topology = *sited->site.topology;
    Link const& each = topology.links()[static_cast<std::size_t>(*link)];
    traffic_->setText(tr("Through %1 \u2192 %2 %3: %4")
                          .arg(asText(topology.label(each.from)), asText(topology.label(each.to)),
                               shownStep() ? tr("in this step") : tr("in all steps"), messagesThrough(*sited, shownStep(), *link)));
}

void NetworkPanel::startBeside() {
    besideSchedule_.reset();
    bool const wanted = beside_->currentIndex() > 0 && sends(session().schedule());
    besideCanvas_->setVisible(wanted);
    if (!wanted) return besideWork_.cancel();
    ScheduleChoice choice = session().choice();
    choice.algorithm = beside_->currentText().toStdString();
    besideWork_.start([plan = session().derived()->plan,
                       choice](Background::Task const& task) { return scheduleOf(*plan, choice, task.watch()); },
                      [this](Result<SchedulePointer> const& sited) {
                          if (sited) besideSchedule_ = *sited;
                          besideCanvas_->setEmptyText(sited ? QString() : asText(sited.error().message));
                          besideCanvas_->setScene({});
                          drawBeside();
                      });
}

/// The same step, or its last one where it has fewer.
void NetworkPanel::drawBeside() {
    if (!sends(besideSchedule_) || beside_->currentIndex() == 0) return;
    auto step = shownStep();
    if (step) step = std::min(*step, besideSchedule_->schedule->steps() - 1);
    besideCanvas_->setScene(network_picture(*besideSchedule_->schedule, besideSchedule_->site, step, marked()));
}

void NetworkPanel::selectLink(QModelIndex const& index) {
    int const record = links_->recordOf(index);
    if (record < 0) return;
    int const link = links_->records()[static_cast<std::size_t>(record)].link;
    session().change([link](Selection& selection) { selection.link = link; });
}

void NetworkPanel::clicked(SceneTag const& tag) {
    session().change([&tag](Selection& selection) {
        selection.link.reset();
        if (tag.kind == SceneTag::Kind::Link) selection.link = static_cast<int>(tag.ids[0]);
        if (tag.kind == SceneTag::Kind::Vertex && tag.ids[1] >= 0) selection.rank = static_cast<Rank>(tag.ids[1]);
    });
}

} // namespace tessera::gui
