// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the drawing of the network panel for one schedule, made on a background thread.
#include "gui/panels/network_drawing.hpp"

#include "gui/models/text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/scene/network/network_moment.hpp"
#include "libcore/scene/pictures.hpp"

#include <QCoreApplication>
#include <QStringList>
#include <utility>

namespace tessera::gui {
namespace {

constexpr int mostMessagesNamed = 16;

QString words(char const* text) {
    return QCoreApplication::translate("NetworkPanel", text);
}

Result<LinkTrafficPointer> countedTraffic(NetworkView const& view, LinkTrafficPointer const& known, Watch const& watch) {
    if (known && known->sited == view.sited && known->step == view.step) return known;
    Site const& site = view.sited->site;
    auto loads = TRY(traffic_of(*view.sited->schedule, *site.topology, site.placement, view.step, watch));
    auto busy = busy_links(*site.topology, loads.loads);
    return std::make_shared<LinkTraffic const>(LinkTraffic{view.sited, view.step, std::move(loads), std::move(busy)});
}

/// Returns "0 -> 3, 1 -> 3 and 5 more".
Result<QString> messagesThrough(NetworkView const& view, int link, Watch const& watch) {
    QStringList names;
    int count = 0;
    Site const& site = view.sited->site;
    MessageSet const& messages = view.sited->schedule->messages();
    auto const name = [&](Transfer const& transfer) {
        if (++count > mostMessagesNamed) return;
        names.append(QStringLiteral("%1 \u2192 %2").arg(messages.rank(transfer.from)).arg(messages.rank(transfer.to)));
    };
    TRY(for_each_through(*view.sited->schedule, *site.topology, site.placement, view.step, link, name, watch));
    if (names.isEmpty()) return words("nothing");
    QString const rest = count > mostMessagesNamed ? words(" and %1 more").arg(count - mostMessagesNamed) : QString();
    return names.join(QStringLiteral(", ")) + rest;
}

Result<QString> throughLink(NetworkView const& view, Watch const& watch) {
    if (!view.link) return QString();
    auto const messages = TRY(messagesThrough(view, *view.link, watch));
    Topology const& topology = *view.sited->site.topology;
    Link const& link = topology.links()[as_size(*view.link)];
    return words("Messages through %1 \u2192 %2 %3: %4")
        .arg(asText(topology.label(link.from)), asText(topology.label(link.to)),
             view.step ? words("in this step") : words("in all steps"), messages);
}

} // namespace

Result<NetworkDrawing> drawNetwork(NetworkView const& view, LinkTrafficPointer const& known, Watch const& watch) {
    auto const traffic = TRY(countedTraffic(view, known, watch));
    auto const through = TRY(throughLink(view, watch));
    Site const& site = view.sited->site;
    if (view.step && view.share > 0) {
        auto moving = TRY(network_picture_at(*view.sited->schedule, site, {*view.step, view.share}, view.marked));
        return NetworkDrawing{traffic, std::move(moving), through};
    }
    Scene scene = network_picture(*view.sited->schedule, site, traffic->loads, view.step, view.marked);
    return NetworkDrawing{traffic, std::move(scene), through, motion_notes_height};
}

} // namespace tessera::gui
