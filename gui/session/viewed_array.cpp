// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the current array, and the selection in it.
#include "gui/session/viewed_array.hpp"

#include "gui/models/change_text.hpp"
#include "gui/models/text.hpp"
#include "gui/session/element_travel.hpp"
#include "libcore/report/mapping/owner_report.hpp"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <functional>
#include <utility>

namespace tessera::gui {
namespace {

using Side = Selection::Side;

QString detail(char const* text) {
    return QCoreApplication::translate("ElementDetails", text);
}

/// Returns "rank 3", "ranks 0, 4, 8", or the first of many.
QString ownersText(Mapping const& mapping, Extents const& element) {
    constexpr qsizetype most = 6;
    QStringList ranks;
    auto const owners = mapping.owners(element);
    for (Owner const& owner : owners)
        if (ranks.size() < most) ranks << QString::number(owner.rank);
    if (std::ssize(owners) > most) ranks << QStringLiteral("...");
    return (owners.size() == 1 ? detail("rank %1") : detail("ranks %1")).arg(ranks.join(QStringLiteral(", ")));
}

/// Returns a sentence on the element's target, or that it stays.
QString travelText(RedistPlan const& plan, Side side, Extents const& element, Extents const& there) {
    bool const isSource = side == Side::Source;
    Extents const& source = isSource ? element : there;
    QString const from = ownersText(mappingOn(plan, Side::Source), source);
    QString const to = ownersText(mappingOn(plan, Side::Target), isSource ? there : element);
    if (messageOf(plan, side, element)) return detail("It moves from %1 to %2.").arg(from, to);
    return detail("It stays on %1.").arg(to);
}

/// Returns a sentence on the effects of the last edit on the element's owners, and on the totals.
QString editText(Derived const& derived, Selection const& selection, Derived const& before) {
    QString const all = changeText(before.totals, derived.totals);
    QString text = all.isEmpty() ? QString() : detail("Last edit: %1.").arg(all);
    Mapping const& now = viewedMapping(derived, selection);
    Mapping const& then = viewedMapping(before, selection);
    Extents const& element = selection.element->index;
    bool const same = then.array().extents == now.array().extents && then.array().name == now.array().name;
    if (!same) return text;
    QString const owners = ownersText(then, element);
    if (owners == ownersText(now, element)) return text;
    if (!text.isEmpty()) text += u' ';
    return text + detail("Before this edit, the element was on %1.").arg(owners);
}

} // namespace

RedistPlan const& viewedPlan(Derived const& derived, Selection const& selection) {
    auto const plans = derived.plan->plans();
    return plans[as_size(std::clamp<Index>(selection.plan, 0, std::ssize(plans) - 1))];
}

Mapping const& viewedMapping(Derived const& derived, Selection const& selection) {
    return mappingOn(viewedPlan(derived, selection), selection.element ? selection.element->side : Side::Source);
}

bool changesNothing(RedistPlan const& plan) {
    return plan.source().spec() == plan.target().spec();
}

std::optional<Rank> ownerOf(RedistPlan const& plan, Side side, Extents const& element) {
    if (auto const message = messageOf(plan, side, element)) return side == Side::Source ? message->from : message->to;
    auto const owners = mappingOn(plan, side).owners(element);
    return owners.empty() ? std::nullopt : std::optional(owners.front().rank);
}

void selectElement(Selection& selection, RedistPlan const& plan, Side side, Extents const& element) {
    selection.rank = ownerOf(plan, side, element);
    selection.element = Selection::Element{side, element};
    selection.message = messageOf(plan, side, element);
}

void followElement(Selection& selection, Derived const* before, Derived const& now) {
    auto const element = std::exchange(selection.element, std::nullopt);
    selection.message.reset();
    if (!element || !before) return;
    ArraySpec const& was = mappingOn(viewedPlan(*before, selection), element->side).array();
    RedistPlan const& plan = viewedPlan(now, selection);
    ArraySpec const& is = mappingOn(plan, element->side).array();
    bool const there = std::ranges::equal(element->index, is.extents, std::ranges::less());
    if (!there || was.name != is.name) return;
    auto const rank = selection.rank;
    bool const followsOwner = rank == ownerOf(viewedPlan(*before, selection), element->side, element->index);
    selectElement(selection, plan, element->side, element->index);
    if (!followsOwner) selection.rank = rank;
}

QString elementDetails(Derived const& derived, Selection const& selection, Derived const* before) {
    if (!selection.element) return {};
    RedistPlan const& plan = viewedPlan(derived, selection);
    auto const& [side, element] = *selection.element;
    if (std::ssize(element) != mappingOn(plan, side).dims()) return {}; // the element belongs to another array
    auto const other = side == Side::Source ? Side::Target : Side::Source;
    bool const still = changesNothing(plan);
    auto const there = still ? std::nullopt : partnerOf(plan, side, element);
    std::string text;
    auto const sink = [&text](std::string_view piece) { text += piece; };
    auto const write = [&](Side which, Extents const& index) {
        if (!still) text += which == Side::Source ? "Before: " : "After: ";
        owner_text(mappingOn(plan, which), index, sink);
    };
    write(side, element);
    if (there) {
        text += "\n";
        write(other, *there);
    }
    QStringList parts;
    if (there) parts << travelText(plan, side, element, *there);
    if (before) parts << editText(derived, selection, *before);
    parts.removeAll(QString());
    QString const heading = parts.join(u'\n');
    return heading.isEmpty() ? asText(text) : heading + QStringLiteral("\n\n") + asText(text);
}

} // namespace tessera::gui
