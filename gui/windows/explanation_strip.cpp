// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a strip with a short explanation of the current view.
#include "gui/windows/explanation_strip.hpp"

#include "gui/panels/panel_registry.hpp"

#include <QHBoxLayout>
#include <QSettings>
#include <algorithm>

namespace tessera::gui {
namespace {

QString foldedKey() {
    return QStringLiteral("explanation-folded");
}

} // namespace

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

/// While a text has errors, explains the last valid one of the same document.
void ExplanationStrip::refresh() {
    DerivedPointer const derived = session_.derived();
    SchedulePointer const sited = session_.schedule();
    if (view_)
        words_->setText(
            explanationOf(view_, derived ? derived->job : Job(), sited ? std::string(sited->schedule->algorithm()) : ""));
    fitHeight();
}

} // namespace tessera::gui
