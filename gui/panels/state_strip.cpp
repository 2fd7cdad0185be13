// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the states of a job in a row, and between them what it takes to go from one to the next.
#include "gui/panels/state_strip.hpp"

#include "gui/models/numbers.hpp"
#include "gui/models/text.hpp"
#include "libcore/spec/write.hpp"

#include <QStyle>
#include <QToolButton>
#include <iterator>

namespace tessera::gui {
namespace {

QString movedText(RedistTotals const& totals) {
    if (totals.messages == 0) return StateStrip::tr("nothing moves");
    return StateStrip::tr("%1, %2").arg(countedText(totals.messages, "message"), asText(scaled_bytes(totals.bytes_moved)));
}

/// What the arrays become.
QString becomesText(Transition const& transition) {
    QStringList lines;
    for (RedistPlan const& plan : transition.plan->plans())
        lines << StateStrip::tr("%1: %2 \u2192 %3")
                     .arg(asText(plan.source().array().name), asText(describe(plan.source().spec())),
                          asText(describe(plan.target().spec())));
    return lines.join(u'\n');
}

} // namespace

StateStrip::StateStrip(QWidget* parent) : QScrollArea(parent), row_(new QHBoxLayout), sum_(new QLabel) {
    auto* const content = new QWidget;
    content->setLayout(row_);
    setWidget(content);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    row_->setContentsMargins(4, 2, 4, 0);
    row_->setSpacing(4);
    row_->addWidget(new QLabel(tr("States")));
    row_->addWidget(sum_);
    row_->addStretch();
    setAccessibleName(tr("States of the job"));
}

void StateStrip::rebuild(std::size_t transitions) {
    qDeleteAll(buttons_);
    buttons_.clear();
    for (std::size_t i = 0; i < transitions; ++i) {
        auto* const button = new QToolButton;
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        row_->insertWidget(1 + static_cast<int>(i), button);
        buttons_ << button;
        connect(button, &QToolButton::clicked, this, [this, i] {
            buttons_[static_cast<qsizetype>(i)]->setChecked(true); // a second click leaves it where it is
            emit chosen(i);
        });
    }
}

void StateStrip::show(Derived const& derived) {
    auto const& transitions = derived.transitions;
    setVisible(transitions.size() > 1);
    if (std::ssize(transitions) != buttons_.size()) rebuild(transitions.size());
    for (std::size_t i = 0; i < transitions.size(); ++i) {
        Transition const& each = transitions[i];
        QAbstractButton* const button = buttons_[static_cast<qsizetype>(i)];
        button->setText(tr("%1 \u2192 %2: %3").arg(each.from).arg(each.to).arg(movedText(each.totals)));
        button->setToolTip(becomesText(each));
        button->setAccessibleName(tr("From state %1 to %2").arg(each.from).arg(each.to));
        button->setChecked(i == derived.looked);
    }
    sum_->setText(tr("all together: %1").arg(movedText(sum_of(transitions))));
    fitHeight();
}

void StateStrip::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    fitHeight();
}

void StateStrip::fitHeight() {
    bool const scrolls = widget()->minimumSizeHint().width() > width();
    setFixedHeight(widget()->sizeHint().height() + (scrolls ? style()->pixelMetric(QStyle::PM_ScrollBarExtent) : 0));
}

} // namespace tessera::gui
