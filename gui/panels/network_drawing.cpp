// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the drawing of the network panel for one schedule or two, made on a background thread.
#include "gui/panels/network_drawing.hpp"

#include "gui/models/text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/scene/network/network_moment.hpp"
#include "libcore/scene/pictures.hpp"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <utility>

namespace tessera::gui {
namespace {

constexpr int mostMessagesNamed = 16;

QString words(char const* text) {
    return QCoreApplication::translate("NetworkPanel", text);
}

Result<LinkTrafficPointer> countedTraffic(SchedulePointer const& sited, std::optional<int> step, LinkTrafficPointer const& known,
                                          Watch const& watch) {
    if (known && known->sited == sited && known->step == step) return known;
    Site const& site = sited->site;
    auto loads = TRY(traffic_of(*sited->schedule, *site.topology, site.placement, step, watch));
    auto busy = busy_links(*site.topology, loads.loads);
    return std::make_shared<LinkTraffic const>(LinkTraffic{sited, step, std::move(loads), std::move(busy)});
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
    if (!view.highlight.link) return QString();
    auto const messages = TRY(messagesThrough(view, *view.highlight.link, watch));
    Topology const& topology = *view.sited->site.topology;
    Link const& link = topology.links()[as_size(*view.highlight.link)];
    return words("Messages through %1 \u2192 %2 %3: %4")
        .arg(asText(topology.label(link.from)), asText(topology.label(link.to)),
             view.step ? words("in this step") : words("in all steps"), messages);
}

Result<NetworkPicture> networkPictureOf(LinkTraffic const& traffic, NetworkTraffic const& loads, NetworkView const& view) {
    Site const& site = traffic.sited->site;
    NetworkMarks const marks = marks_of(*traffic.sited, traffic.step, view.highlight);
    if (traffic.step && view.share > 0) {
        auto moving = TRY(network_picture_at(*traffic.sited->schedule, site, {*traffic.step, view.share}, marks));
        return NetworkPicture{std::move(moving)};
    }
    return NetworkPicture{network_picture(*traffic.sited->schedule, site, loads, traffic.step, marks), motion_notes_height};
}

/// Pictures of equal height have the same scale in canvases of equal size.
void makeEquallyHigh(NetworkPicture& one, NetworkPicture& other) {
    double const height = std::max(one.scene.height + one.spare, other.scene.height + other.spare);
    for (NetworkPicture* const each : {&one, &other}) each->spare = height - each->scene.height;
}

/// Returns the step of the second schedule, which may have fewer.
std::optional<int> comparedStep(NetworkView const& view) {
    return view.step ? std::optional(std::min(*view.step, view.compared->schedule->steps() - 1)) : view.step;
}

} // namespace

Result<NetworkDrawing> drawNetwork(NetworkView const& view, CountedTraffic const& known, Watch const& watch) {
    auto const own = TRY(countedTraffic(view.sited, view.step, known.own, watch));
    auto const through = TRY(throughLink(view, watch));
    if (!view.compared) {
        NetworkPicture picture = TRY(networkPictureOf(*own, own->loads, view));
        return NetworkDrawing{{own, nullptr}, std::move(picture), std::nullopt, through};
    }
    auto const compared = TRY(countedTraffic(view.compared, comparedStep(view), known.compared, watch));
    NetworkTraffic loads = own->loads;
    NetworkTraffic comparedLoads = compared->loads;
    use_one_scale(loads, comparedLoads, *view.sited->site.topology);
    NetworkPicture picture = TRY(networkPictureOf(*own, loads, view));
    auto beside = networkPictureOf(*compared, comparedLoads, view);
    if (beside) makeEquallyHigh(picture, *beside);
    return NetworkDrawing{{own, compared}, std::move(picture), std::move(beside), through};
}

} // namespace tessera::gui
