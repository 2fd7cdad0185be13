// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a strip with a short explanation of the current view.
#include "gui/windows/explanation_strip.hpp"

#include "gui/models/text.hpp"
#include "libcore/mapping/dist_format.hpp"
#include "libcore/schedule/explanation.hpp"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QSettings>
#include <algorithm>
#include <set>

namespace tessera::gui {
namespace {

QString foldedKey() {
    return QStringLiteral("explanation-folded");
}

QString words(char const* text) {
    return QCoreApplication::translate("ExplanationStrip", text);
}

QString sentence(std::string_view name, std::string_view text) {
    return QStringLiteral("<b>%1</b>: %2").arg(asText(name).toHtmlEscaped(), asText(text).toHtmlEscaped());
}

/// Returns the formats of the job, each once.
QString formatsOf(Job const& job) {
    std::set<std::string_view> used;
    for (ArrayStates const& array : job.arrays)
        for (MappingSpec const& state : array.states)
            for (DistFormat const& format : state.formats) used.insert(format.info().name);
    QStringList sentences;
    for (FormatInfo const& info : dist_formats())
        if (used.contains(info.name)) sentences << sentence(info.name, info.explanation);
    return sentences.join(u' ');
}

} // namespace

QString explanationOf(View view, Job const& job, std::string const& algorithm) {
    switch (view) {
    case View::Ownership:
        return formatsOf(job);
    case View::Messages:
        return words("Rows send, columns receive. Each cell is one message, with its bytes. The diagonal stays on its rank and "
                     "costs nothing.");
    case View::Schedule:
        return sentence(algorithm.empty() ? "auto" : algorithm, explanation_of(algorithm.empty() ? "auto" : algorithm));
    case View::Network:
        return words("A message uses each link on its route. A link is dark if several messages use it in the same step. They "
                     "share its rate, so all take longer.");
    case View::Cost:
        return words("Each curve is the predicted time of one algorithm on the chosen machine. Where two curves cross, another "
                     "algorithm becomes the fastest.");
    case View::File:
        return words("Each line is a part of the file, and each colour is the rank that needs it. A few large requests are fast, "
                     "but also read unneeded bytes.");
    case View::Comm:
        return words("What an operation needs from other ranks. A stencil needs the edges of its neighbours (the halo), a shift "
                     "moves whole parts of the array, and a reduction combines values of all ranks.");
    case View::Region:
        return words("A loop uses only a part of the array. Ranks that own little of this part wait for the others.");
    case View::Program:
        return words("Each phase of a program has a best mapping of its arrays. A remap between two phases is worth it if it saves "
                     "more time than it takes.");
    case View::Insight:
        return words(
            "One idea at a time, small enough to count: where elements are, how even a mapping is, which ranks exchange messages.");
    }
    return {};
}

ExplanationStrip::ExplanationStrip(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), fold_(new QToolButton), words_(new QLabel) {
    fold_->setAutoRaise(true);
    fold_->setFocusPolicy(Qt::TabFocus);
    words_->setWordWrap(true);
    words_->setTextFormat(Qt::RichText);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(4, 0, 4, 0);
    row->addWidget(fold_, 0, Qt::AlignTop);
    row->addWidget(words_, 1);
    connect(fold_, &QToolButton::clicked, this, [this] {
        setFolded(!isFolded());
        QSettings().setValue(foldedKey(), isFolded());
    });
    connect(&session, &Session::derivedChanged, this, &ExplanationStrip::refresh);
    connect(&session, &Session::scheduleChanged, this, &ExplanationStrip::refresh);
    setFolded(QSettings().value(foldedKey()).toBool());
}

void ExplanationStrip::setFolded(bool folded) {
    words_->setHidden(folded);
    fold_->setText(folded ? tr("\u25b8 What is this?") : QStringLiteral("\u25be"));
    fold_->setToolTip(folded ? tr("Explain in a sentence what the panel shows") : tr("Hide the explanation"));
    fold_->setAccessibleName(fold_->toolTip());
    fitHeight();
}

/// Sets the height to that of the text, because a tool bar would make it higher.
void ExplanationStrip::fitHeight() {
    int const words = isFolded() ? 0 : words_->heightForWidth(words_->width());
    setFixedHeight(std::max(words, fold_->sizeHint().height()));
}

void ExplanationStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHeight();
}

void ExplanationStrip::explain(View view) {
    view_ = view;
    refresh();
}

/// While a text has errors, explains the last valid one.
void ExplanationStrip::refresh() {
    DerivedPointer const derived = session_.derived();
    SchedulePointer const sited = session_.schedule();
    if (derived) words_->setText(explanationOf(view_, derived->job, sited ? std::string(sited->schedule->algorithm()) : ""));
    fitHeight();
}

} // namespace tessera::gui
