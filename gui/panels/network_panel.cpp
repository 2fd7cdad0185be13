// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the network, its links coloured by what they carry in the current step.
#include "gui/panels/network_panel.hpp"

#include "gui/models/numbers.hpp"
#include "gui/panels/network_picture.hpp"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <fmt/format.h>

namespace tessera::gui {
namespace {

constexpr int mostMessagesNamed = 16;

std::vector<LinkRecord> recordsOf(Topology const& topology, StepLoads const& loads) {
    auto const shares = linkShares(topology, loads);
    std::vector<LinkRecord> records;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        if (loads.messages[i] == 0) continue;
        Link const& link = topology.links()[i];
        records.push_back({.link = static_cast<int>(i),
                           .from = QString::fromStdString(topology.label(link.from)),
                           .to = QString::fromStdString(topology.label(link.to)),
                           .width = link.width,
                           .messages = loads.messages[i],
                           .bytes = loads.bytes[i],
                           .load = static_cast<double>(loads.messages[i]) / static_cast<double>(link.width),
                           .share = shares[i]});
    }
    std::ranges::stable_sort(records, std::greater(), &LinkRecord::share);
    return records;
}

/// "0 -> 3, 1 -> 3": the messages of a step that cross a link.
QString messagesThrough(Flow const& flow, int step, int link) {
    QStringList names;
    int count = 0;
    std::vector<int> route;
    flow.schedule->for_each_transfer(step, [&](Transfer const& transfer) {
        route.clear();
        auto const node = [&](int position) { return flow.site.placement.node[static_cast<std::size_t>(position)]; };
        flow.site.topology->route(node(transfer.from), node(transfer.to), route);
        if (std::ranges::count(route, link) == 0 || ++count > mostMessagesNamed) return;
        MessageSet const& messages = flow.schedule->messages();
        names.append(QStringLiteral("%1 \u2192 %2").arg(messages.rank(transfer.from)).arg(messages.rank(transfer.to)));
    });
    QString const rest = count > mostMessagesNamed ? NetworkPanel::tr(" and %1 more").arg(count - mostMessagesNamed) : QString();
    return names.isEmpty() ? NetworkPanel::tr("nothing") : names.join(QStringLiteral(", ")) + rest;
}

} // namespace

std::string stepCaption(Flow const& flow, int step) {
    if (flow.schedule->steps() == 0) return "nothing is sent";
    return fmt::format("{}, step {} of {}", flow.schedule->algorithm(), step + 1, flow.schedule->steps());
}

NetworkPanel::NetworkPanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), canvas_(new SceneCanvas), links_(new LinksModel(this)),
      table_(new TableView(tr("links"))), traffic_(new QLabel) {
    canvas_->setEmptyText(tr("No schedule yet: the Schedule panel says why."));
    table_->setTable(links_);
    traffic_->setWordWrap(true);
    traffic_->setMargin(4);
    traffic_->setText(tr("Choose a link of the table: the messages through it are named here."));
    auto* const right = new QWidget;
    auto* const column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(table_, 1);
    column->addWidget(traffic_);
    auto* const split = new QSplitter(Qt::Horizontal);
    split->addWidget(canvas_);
    split->addWidget(right);
    split->setChildrenCollapsible(false);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(split);
    setFocusProxy(canvas_);
    connect(&session, &Session::flowChanged, this, &NetworkPanel::showStep);
    connect(&session, &Session::selectionChanged, this, &NetworkPanel::showStep);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &NetworkPanel::selectLink);
    showStep();
}

void NetworkPanel::showStep() {
    FlowPointer const flow = session_.flow();
    int const step = session_.selection().step;
    if (!flow) {
        shown_.reset();
        links_->setRecords({});
        return canvas_->setScene({});
    }
    if (flow != shown_ || step != shownStep_) {
        shown_ = flow;
        shownStep_ = step;
        LoadCounter counter(*flow->site.topology, flow->site.placement);
        loads_ = flow->schedule->steps() > 0 ? counter.count(*flow->schedule, step) : counter.count(std::span<Transfer const>());
        QSignalBlocker const quiet(table_->selectionModel());
        links_->setRecords(recordsOf(*flow->site.topology, loads_));
    }
    showLink();
}

void NetworkPanel::showLink() {
    auto const link = session_.selection().link;
    canvas_->setScene(networkPicture(*shown_, loads_, stepCaption(*shown_, shownStep_), link));
    if (!link || shown_->schedule->steps() == 0) return;
    traffic_->setText(tr("Through this link in this step: %1").arg(messagesThrough(*shown_, shownStep_, *link)));
}

void NetworkPanel::selectLink(QModelIndex const& index) {
    int const record = links_->recordOf(index);
    if (record < 0) return;
    Selection selection = session_.selection();
    selection.link = links_->records()[static_cast<std::size_t>(record)].link;
    session_.select(selection);
}

} // namespace tessera::gui
