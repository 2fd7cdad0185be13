// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the network, its links coloured by what they carry in the current step or in all.
#include "gui/panels/network_panel.hpp"

#include "gui/models/numbers.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

namespace tessera::gui {
namespace {

constexpr int mostMessagesNamed = 16;

std::vector<LinkRecord> recordsOf(Topology const& topology, StepLoads const& loads) {
    std::vector<LinkRecord> records;
    for (std::size_t i = 0; i < loads.messages.size(); ++i) {
        if (loads.messages[i] == 0) continue;
        Link const& link = topology.links()[i];
        double const bytes = static_cast<double>(loads.bytes[i]) / (static_cast<double>(link.width) * link.capacity);
        records.push_back({.link = static_cast<int>(i),
                           .from = QString::fromStdString(topology.label(link.from)),
                           .to = QString::fromStdString(topology.label(link.to)),
                           .width = link.width,
                           .messages = loads.messages[i],
                           .bytes = loads.bytes[i],
                           .load = static_cast<double>(loads.messages[i]) / static_cast<double>(link.width),
                           .share = bytes / loads.max_load_bytes});
    }
    std::ranges::stable_sort(records, std::greater(), &LinkRecord::share);
    return records;
}

/// Visits the messages of a step, or of all, that cross a link.
void forEachThrough(Flow const& flow, std::optional<int> step, int link, std::function<void(Transfer const&)> const& visit) {
    std::vector<int> route;
    auto const node = [&](int position) { return flow.site.placement.node[static_cast<std::size_t>(position)]; };
    int const first = step.value_or(0);
    int const end = step ? *step + 1 : flow.schedule->steps();
    for (int each = first; each < end; ++each)
        flow.schedule->for_each_transfer(each, [&](Transfer const& transfer) {
            route.clear();
            flow.site.topology->route(node(transfer.from), node(transfer.to), route);
            if (std::ranges::count(route, link) > 0) visit(transfer);
        });
}

/// "0 -> 3, 1 -> 3".
QString messagesThrough(Flow const& flow, std::optional<int> step, int link) {
    QStringList names;
    int count = 0;
    MessageSet const& messages = flow.schedule->messages();
    forEachThrough(flow, step, link, [&](Transfer const& transfer) {
        if (++count > mostMessagesNamed) return;
        names.append(QStringLiteral("%1 \u2192 %2").arg(messages.rank(transfer.from)).arg(messages.rank(transfer.to)));
    });
    QString const rest = count > mostMessagesNamed ? NetworkPanel::tr(" and %1 more").arg(count - mostMessagesNamed) : QString();
    return names.isEmpty() ? NetworkPanel::tr("nothing") : names.join(QStringLiteral(", ")) + rest;
}

bool sends(FlowPointer const& flow) {
    return flow && flow->schedule->steps() > 0;
}

} // namespace

NetworkPanel::NetworkPanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), allSteps_(new QCheckBox(tr("All steps together"))), beside_(new QComboBox),
      canvas_(new SceneCanvas), besideCanvas_(new SceneCanvas), links_(new LinksModel(this)), table_(new TableView(tr("links"))),
      traffic_(new QLabel), drawing_(new Drawing(this, [this] { showStep(); })) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(createChoices());
    layout->addWidget(createPictures(), 1);
    QWidget* last = allSteps_; // as it is read
    for (QWidget* const next : std::initializer_list<QWidget*>{beside_, canvas_, besideCanvas_, table_}) {
        setTabOrder(last, next);
        last = next;
    }
    connect(&session, &Session::flowChanged, this, &NetworkPanel::showFlow);
    connect(&session, &Session::selectionChanged, drawing_, &Drawing::want);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &NetworkPanel::selectLink);
    connect(canvas_, &SceneCanvas::clicked, this, &NetworkPanel::clicked);
    connect(allSteps_, &QCheckBox::toggled, drawing_, &Drawing::want);
    connect(beside_, &QComboBox::currentTextChanged, this, &NetworkPanel::startBeside);
    showFlow();
}

QWidget* NetworkPanel::createChoices() {
    beside_->addItem(tr("nothing"));
    for (AlgorithmInfo const& info : algorithms()) beside_->addItem(QString::fromUtf8(info.name.data(), std::ssize(info.name)));
    beside_->setAccessibleName(tr("Second algorithm"));
    allSteps_->setToolTip(tr("What every link carries over the whole schedule"));
    auto* const choices = new QWidget;
    auto* const row = new QHBoxLayout(choices);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(allSteps_);
    row->addStretch(1);
    row->addWidget(new QLabel(tr("Beside it")));
    row->addWidget(beside_);
    return choices;
}

QWidget* NetworkPanel::createPictures() {
    canvas_->setEmptyText(tr("No messages yet: the Schedule panel says why."));
    besideCanvas_->hide();
    table_->setTable(links_);
    traffic_->setWordWrap(true);
    traffic_->setMargin(4);
    auto* const pictures = new QSplitter(Qt::Horizontal);
    pictures->addWidget(canvas_);
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
    return allSteps_->isChecked() ? std::nullopt : std::optional(session_.selection().step);
}

/// The selected link and the route of the selected message.
std::vector<int> NetworkPanel::marked() const {
    Selection const& selection = session_.selection();
    std::vector<int> links;
    if (selection.message) links = routeOf(*session_.flow(), selection.message->from, selection.message->to);
    if (selection.link) links.push_back(*selection.link);
    return links;
}

void NetworkPanel::showFlow() {
    drawing_->want();
    startBeside();
}

void NetworkPanel::showStep() {
    if (!sends(session_.flow())) {
        counted_.reset();
        links_->setRecords({});
        canvas_->setScene({});
        besideCanvas_->setScene({});
        return traffic_->clear();
    }
    countLoads();
    showPictures();
    showTraffic();
    showBeside();
}

/// Once per flow and step, however often something else is selected.
void NetworkPanel::countLoads() {
    FlowPointer const flow = session_.flow();
    if (counted_ == flow && countedStep_ == shownStep()) return;
    counted_ = flow;
    countedStep_ = shownStep();
    loads_ = traffic_of(*flow->schedule, *flow->site.topology, flow->site.placement, countedStep_);
    QSignalBlocker const quiet(table_->selectionModel());
    links_->setRecords(recordsOf(*flow->site.topology, loads_.loads));
}

void NetworkPanel::showPictures() {
    FlowPointer const flow = session_.flow();
    canvas_->setScene(network_picture(*flow->schedule, flow->site, loads_, shownStep(), marked()));
}

void NetworkPanel::showTraffic() {
    auto const link = session_.selection().link;
    FlowPointer const flow = session_.flow();
    if (!link)
        return traffic_->setText(tr("Click a link in the picture or in the table: the messages through it are named here. Click a "
                                    "message in the Messages panel: its route stands out."));
    Link const& each = flow->site.topology->links()[static_cast<std::size_t>(*link)];
    traffic_->setText(tr("Through %1 \u2192 %2 %3: %4")
                          .arg(QString::fromStdString(flow->site.topology->label(each.from)),
                               QString::fromStdString(flow->site.topology->label(each.to)),
                               shownStep() ? tr("in this step") : tr("in all steps"), messagesThrough(*flow, shownStep(), *link)));
}

void NetworkPanel::startBeside() {
    besideFlow_.reset();
    bool const wanted = beside_->currentIndex() > 0 && sends(session_.flow());
    besideCanvas_->setVisible(wanted);
    if (!wanted) return besideWork_.cancel();
    FlowChoice choice = session_.choice();
    choice.algorithm = beside_->currentText().toStdString();
    besideWork_.start([derived = session_.derived(), choice](StopFlag const& stop) { return makeFlow(*derived, choice, stop); },
                      [this](Result<FlowPointer> const& flow) {
                          if (flow) besideFlow_ = *flow;
                          besideCanvas_->setEmptyText(flow ? QString() : QString::fromStdString(flow.error().message));
                          besideCanvas_->setScene({});
                          showBeside();
                      });
}

/// The same step, or its last one where it has fewer.
void NetworkPanel::showBeside() {
    if (!sends(besideFlow_) || beside_->currentIndex() == 0) return;
    auto step = shownStep();
    if (step) step = std::min(*step, besideFlow_->schedule->steps() - 1);
    besideCanvas_->setScene(network_picture(*besideFlow_->schedule, besideFlow_->site, step, marked()));
}

void NetworkPanel::selectLink(QModelIndex const& index) {
    int const record = links_->recordOf(index);
    if (record < 0) return;
    Selection selection = session_.selection();
    selection.link = links_->records()[static_cast<std::size_t>(record)].link;
    session_.select(selection);
}

void NetworkPanel::clicked(SceneTag const& tag) {
    Selection selection = session_.selection();
    selection.link.reset();
    if (tag.kind == SceneTag::Kind::Link) selection.link = static_cast<int>(tag.ids[0]);
    if (tag.kind == SceneTag::Kind::Vertex && tag.ids[1] >= 0) selection.rank = static_cast<Rank>(tag.ids[1]);
    session_.select(selection);
}

} // namespace tessera::gui
