// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a dialog that finds a rank, an element, a message or a link, and goes there.
#include "gui/windows/go_to.hpp"

#include "gui/models/text.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "libcore/base/try.hpp"
#include "libcore/network/link_name.hpp"
#include "libcore/spec/parse.hpp"

#include <QHBoxLayout>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>
#include <fmt/format.h>

namespace tessera::gui {
namespace {

Result<Rank> rankNamed(QString const& digits, Derived const& derived) {
    bool isNumber = false;
    qlonglong const rank = digits.toLongLong(&isNumber);
    if (!isNumber || rank >= derived.plan->ranks())
        return fail(fmt::format("there is no rank {}; the job has ranks 0 to {}", digits.toStdString(), derived.plan->ranks() - 1));
    return static_cast<Rank>(rank);
}

Result<FoundPlace> rankPlace(QString const& digits, Derived const& derived, Selection selection) {
    selection.rank = TRY(rankNamed(digits, derived));
    return FoundPlace{std::move(selection), &OwnershipPanel::kind};
}

Result<FoundPlace> messagePlace(QString const& from, QString const& to, Derived const& derived, Selection selection) {
    Rank const sender = TRY(rankNamed(from, derived));
    Rank const receiver = TRY(rankNamed(to, derived));
    auto const sent = derived.plan->sends(sender);
    if (std::ranges::none_of(sent, [receiver](MultiMessage const& message) { return message.to == receiver; }))
        return fail(fmt::format("rank {} sends nothing to rank {}", sender, receiver));
    selection.message = Selection::Pair{sender, receiver};
    return FoundPlace{std::move(selection), &MessagesPanel::kind};
}

Result<FoundPlace> elementPlace(QString const& array, QString const& index, Derived const& derived, Selection selection) {
    auto const plans = derived.plan->plans();
    for (std::size_t plan = 0; plan < plans.size(); ++plan)
        for (Selection::Side const side : {Selection::Side::Source, Selection::Side::Target}) {
            RedistPlan const& one = plans[plan];
            Mapping const& mapping = (side == Selection::Side::Source ? one.source() : one.target()).declared();
            if (array.compare(asText(mapping.array().name), Qt::CaseInsensitive) != 0) continue;
            selection.plan = static_cast<int>(plan);
            Extents at = TRY(parse_index(index.toStdString(), mapping.array()));
            selection.element = Selection::Element{side, std::move(at)};
            return FoundPlace{std::move(selection), &OwnershipPanel::kind};
        }
    return fail(fmt::format("the job has no array {}", array.toStdString()));
}

Result<FoundPlace> linkPlace(QString const& name, Session const& session, Selection selection) {
    SchedulePointer const sited = session.schedule();
    if (!sited) return fail("there is no network yet, because there is no schedule");
    selection.link = TRY(link_named(*sited->site.topology, name.toStdString()));
    return FoundPlace{std::move(selection), &NetworkPanel::kind};
}

QString formsText() {
    return GoToDialog::tr("For example: 3 (a rank), A(5,7) (an element), 0 -> 5 (a message), link 4-5");
}

} // namespace

Result<FoundPlace> placeNamed(QString const& text, Session const& session) {
    static QRegularExpression const rank(QStringLiteral(R"(^\s*(?:rank\s+)?(\d+)\s*\z)"),
                                         QRegularExpression::CaseInsensitiveOption);
    static QRegularExpression const message(QStringLiteral(R"(^\s*(?:message\s+)?(\d+)\s*(?:->|to|\x{2192})\s*(\d+)\s*\z)"),
                                            QRegularExpression::CaseInsensitiveOption);
    static QRegularExpression const element(QStringLiteral(R"(^\s*(\w+)\s*[(\[](.*)[)\]]\s*\z)"));
    static QRegularExpression const link(QStringLiteral(R"(^\s*link\s+(\S.*?)\s*\z)"), QRegularExpression::CaseInsensitiveOption);
    DerivedPointer const derived = session.derived();
    if (!derived) return fail("there is no job");
    Selection selection = session.selection();
    selection.forget();
    if (auto const match = rank.match(text); match.hasMatch()) return rankPlace(match.captured(1), *derived, std::move(selection));
    if (auto const match = message.match(text); match.hasMatch())
        return messagePlace(match.captured(1), match.captured(2), *derived, std::move(selection));
    if (auto const match = element.match(text); match.hasMatch())
        return elementPlace(match.captured(1), match.captured(2), *derived, std::move(selection));
    if (auto const match = link.match(text); match.hasMatch()) return linkPlace(match.captured(1), session, std::move(selection));
    return fail(formsText().toStdString());
}

GoToDialog::GoToDialog(Session& session, QWidget* parent)
    : QDialog(parent), session_(session), field_(new QLineEdit), message_(new QLabel(formsText())) {
    setObjectName(QStringLiteral("go-to"));
    setWindowTitle(tr("Find and go to"));
    field_->setAccessibleName(tr("Rank, element, message or link"));
    field_->setPlaceholderText(tr("Rank, element, message or link"));
    message_->setWordWrap(true);
    message_->setTextFormat(Qt::PlainText);
    message_->setMinimumWidth(420);
    auto* const go = new QPushButton(tr("Go"));
    auto* const cancel = new QPushButton(tr("Cancel"));
    for (QPushButton* const button : {go, cancel}) button->setAutoDefault(false); // Enter in the field goes
    auto* const buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(go);
    buttons->addWidget(cancel);
    auto* const column = new QVBoxLayout(this);
    column->addWidget(field_);
    column->addWidget(message_);
    column->addLayout(buttons);
    connect(field_, &QLineEdit::returnPressed, this, &GoToDialog::go);
    connect(go, &QPushButton::clicked, this, &GoToDialog::go);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
}

void GoToDialog::go() {
    auto const place = placeNamed(field_->text(), session_);
    if (!place) return message_->setText(asText(place.error().message));
    session_.select(place->selection);
    accept();
    emit found(place->view);
}

} // namespace tessera::gui
