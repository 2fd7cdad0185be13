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
        return words("Rows send, columns receive; a cell is one message and its bytes. What stays on its rank lies on the diagonal "
                     "and costs nothing.");
    case View::Schedule:
        return sentence(algorithm.empty() ? "auto" : algorithm, explanation_of(algorithm.empty() ? "auto" : algorithm));
    case View::Network:
        return words("A message crosses every link on its way. Where several want one link in the same step it is dark: they share "
                     "its rate, and all take longer.");
    case View::Cost:
        return words("Every curve is an algorithm: how long it would take on the machine that is chosen. Where two cross, another "
                     "one becomes the best.");
    case View::File:
        return words("Each line is a stretch of the file, each colour the rank that wants it. Few large requests are fast, but "
                     "fetch bytes that nobody wants.");
    case View::Comm:
        return words("What an operation needs from other ranks: a stencil its neighbours' edges (the halo), a shift everything, a "
                     "reduction something of all.");
    case View::Region:
        return words("A loop touches only a part of the array. Ranks that own little of it wait for the others.");
    case View::Program:
        return words("Each phase of the program wants its arrays mapped in its own way; a remap between two phases pays where it "
                     "saves more than it costs.");
    case View::Insight:
        return words("One thing at a time, drawn so that one can count: where elements lie, how even a mapping is, which ranks "
                     "ever talk to each other.");
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
    fold_->setToolTip(folded ? tr("Say in a sentence what is being looked at") : tr("Fold the explanation"));
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
