// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the states of a job in a row, with the transitions between them.
#include "gui/panels/state_strip.hpp"

#include "gui/models/numbers.hpp"
#include "gui/models/text.hpp"
#include "libcore/spec/write.hpp"

#include <QStyle>
#include <QToolButton>
#include <algorithm>
#include <iterator>

namespace tessera::gui {
namespace {

QString movedText(RedistTotals const& totals) {
    if (totals.messages == 0) return StateStrip::tr("nothing moves");
    return StateStrip::tr("%1, %2").arg(countedText(totals.messages, "message"), asText(scaled_bytes(totals.bytes_moved)));
}

/// Returns a text with the new mappings of the arrays.
QString becomesText(Transition const& transition) {
    QStringList lines;
    for (RedistPlan const& plan : transition.plan->plans())
        lines << StateStrip::tr("%1: %2 \u2192 %3")
                     .arg(asText(plan.source().array().name), asText(describe(plan.source().spec())),
                          asText(describe(plan.target().spec())));
    return lines.join(u'\n');
}

/// Returns the mappings in a state of all arrays that have it; other arrays do not change.
std::vector<MappingSpec> stateOf(Job const& job, Index state) {
    std::vector<MappingSpec> mapped;
    for (ArrayStates const& array : job.arrays)
        if (!array.states.empty()) mapped.push_back(array.states[as_size(std::min(state, std::ssize(array.states) - 1))]);
    return mapped;
}

} // namespace

QStringList stateNames(Job const& job, Index states) {
    constexpr std::ptrdiff_t letters = 26;
    QStringList names;
    std::vector<std::vector<MappingSpec>> known;
    for (Index state = 0; state < states; ++state) {
        auto const mapped = stateOf(job, state);
        auto const place = std::ranges::find(known, mapped) - known.begin();
        if (place == std::ssize(known)) known.push_back(mapped);
        names << (place < letters ? QString(QChar(static_cast<char16_t>(u'A' + place))) : QString::number(place + 1));
    }
    return names;
}

StateStrip::StateStrip(QWidget* parent) : QScrollArea(parent), row_(new QHBoxLayout), sum_(new QLabel) {
    auto* const content = new QWidget;
    content->setLayout(row_);
    setWidget(content);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    viewport()->setAutoFillBackground(false); // the strip has the colour of its tool bar
    content->setAutoFillBackground(false);
    setFocusPolicy(Qt::NoFocus);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    row_->setContentsMargins(0, 0, 0, 0);
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
            buttons_[static_cast<qsizetype>(i)]->setChecked(true); // a second click on the selected button has no effect
            emit chosen(i);
        });
    }
}

void StateStrip::show(Derived const& derived) {
    auto const& transitions = derived.transitions;
    setVisible(transitions.size() > 1);
    if (std::ssize(transitions) != buttons_.size()) rebuild(transitions.size());
    QStringList const names = stateNames(derived.job, transitions.back().to + 1);
    for (std::size_t i = 0; i < transitions.size(); ++i) {
        Transition const& each = transitions[i];
        QAbstractButton* const button = buttons_[static_cast<qsizetype>(i)];
        button->setText(tr("%1 \u2192 %2: %3").arg(names[each.from], names[each.to], movedText(each.totals)));
        button->setToolTip(becomesText(each));
        button->setAccessibleName(tr("From state %1 to %2").arg(each.from).arg(each.to));
        button->setChecked(i == derived.viewed);
    }
    sum_->setText(tr("in total: %1").arg(movedText(sum_of(transitions))));
    fitHeight();
}

QSize StateStrip::sizeHint() const {
    return {widget()->sizeHint().width(), height()};
}

QSize StateStrip::minimumSizeHint() const {
    return {0, height()};
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
