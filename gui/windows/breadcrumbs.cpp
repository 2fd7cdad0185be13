// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the selection as one line.
#include "gui/windows/breadcrumbs.hpp"

#include "gui/models/text.hpp"
#include "gui/panels/file_panel.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/schedule_panel.hpp"
#include "gui/session/file_position.hpp"
#include "libcore/base/units.hpp"
#include "libcore/network/link_name.hpp"

#include <algorithm>

namespace tessera::gui {
namespace {

/// Returns the name of an element in the bounds of its array: "A(15,3)".
QString elementName(ArraySpec const& array, Extents const& element) {
    return QStringLiteral("%1(%2)").arg(asText(array.name), indexText(array, element));
}

/// Returns "2 -> 0". The selected cell of the matrix may also have no message.
QString crumbOfMessage(MultiPlan const& plan, Selection::Pair pair) {
    QString const words = QStringLiteral("%1 \u2192 %2").arg(pair.from).arg(pair.to);
    // the pair may belong to the previous job
    auto const sent = pair.from < plan.ranks() ? plan.sends(pair.from) : std::vector<MultiMessage>();
    if (std::ranges::find(sent, pair.to, &MultiMessage::to) == sent.end()) return Breadcrumbs::tr("%1: nothing is sent").arg(words);
    return pair.from == pair.to ? Breadcrumbs::tr("%1: stays").arg(words) : words;
}

/// Returns the name of a link by its vertices: "link 2-0".
QString crumbOfLink(Topology const& topology, int link) {
    // the link belongs to another network
    if (link >= static_cast<int>(topology.links().size())) return Breadcrumbs::tr("link");
    return Breadcrumbs::tr("link %1").arg(asText(link_name(topology, link)));
}

} // namespace

Breadcrumbs::Breadcrumbs(Session& session, QWidget* parent) : QWidget(parent), session_(session), row_(new QHBoxLayout(this)) {
    row_->setContentsMargins(0, 0, 0, 0);
    row_->setSpacing(0);
    QToolButton crumb;
    crumb.setText(QStringLiteral("A(1)"));
    setMinimumHeight(crumb.sizeHint().height()); // reserves the height, so that the first button does not move the picture that was
                                                 // clicked
    connect(&session, &Session::selectionChanged, this, &Breadcrumbs::show);
    connect(&session, &Session::derivedChanged, this, &Breadcrumbs::show);
    connect(&session, &Session::scheduleChanged, this, &Breadcrumbs::show);
}

QStringList Breadcrumbs::words() const {
    QStringList all;
    for (Crumb const& crumb : shown_) all << crumb.words;
    return all;
}

void Breadcrumbs::addWay(std::vector<Crumb>& all, Selection::Pair message) const {
    SchedulePointer const sited = session_.schedule();
    if (!sited) return;
    if (auto const step = step_between(*sited->schedule, message.from, message.to))
        all.push_back({tr("step %1").arg(*step + 1), &SchedulePanel::kind, step, {}});
    if (session_.selection().link) return; // the selected link has its own button
    auto const links = route_between(*sited, message.from, message.to);
    if (links.empty()) return;
    QString const words = links.size() == 1 ? tr("1 link") : tr("%1 links").arg(links.size());
    all.push_back({words, &NetworkPanel::kind, {}, {}});
}

std::vector<Breadcrumbs::Crumb> Breadcrumbs::crumbs() const {
    std::vector<Crumb> all;
    DerivedPointer const derived = session_.derived();
    if (!derived) return all;
    Selection const& selection = session_.selection();
    auto const plans = derived->plan->plans();
    auto const place = as_size(std::clamp<Index>(selection.plan, 0, std::ssize(plans) - 1));
    bool const before = selection.element && selection.element->side == Selection::Side::Source;
    ArraySpec const& array = (before ? plans[place].source() : plans[place].target()).spec().array;
    if (selection.element && selection.element->index.size() == array.lower.size())
        all.push_back({elementName(array, selection.element->index), &OwnershipPanel::kind, {}, {}});
    if (selection.rank) all.push_back({tr("rank %1").arg(*selection.rank), &OwnershipPanel::kind, {}, {}});
    if (selection.message) {
        all.push_back({crumbOfMessage(*derived->plan, *selection.message), &MessagesPanel::kind, {}, {}});
        addWay(all, *selection.message);
    }
    if (selection.link && session_.schedule())
        all.push_back({crumbOfLink(*session_.schedule()->site.topology, *selection.link), &NetworkPanel::kind, {}, selection.link});
    if (auto const held = filePositionOf(*derived, selection))
        all.push_back({tr("byte %1 of the file").arg(asText(grouped(held->bytes.begin))), &FilePanel::kind, {}, {}});
    return all;
}

void Breadcrumbs::show() {
    shown_ = crumbs();
    while (buttons_.size() < shown_.size()) {
        auto* const button = new QToolButton;
        std::size_t const place = buttons_.size();
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::clicked, this, [this, place] { follow(shown_[place]); });
        row_->addWidget(button);
        buttons_.push_back(button);
    }
    for (std::size_t i = 0; i < buttons_.size(); ++i) {
        bool const used = i < shown_.size();
        if (used) {
            QString const& words = shown_[i].words;
            buttons_[i]->setText(i == 0 ? words : QStringLiteral("\u00b7 ") + words);
            buttons_[i]->setAccessibleName(words);
            buttons_[i]->setToolTip(tr("Show %1 in its panel").arg(words));
        }
        buttons_[i]->setVisible(used);
    }
}

void Breadcrumbs::follow(Crumb const& crumb) {
    View const view = crumb.view; // a copy, because the selection below replaces the buttons
    auto const step = crumb.step;
    auto const link = crumb.link;
    if (step) session_.goTo(*step);
    if (link) session_.change([link](Selection& selection) { selection.link = link; });
    emit wanted(view);
}

} // namespace tessera::gui
