// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job's text with its errors marked, and the same job as a form.
#include "gui/panels/editor_panel.hpp"

#include "gui/session/suggested_fix.hpp"

#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QPlainTextDocumentLayout>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>
#include <QVBoxLayout>
#include <algorithm>

namespace tessera::gui {

EditorPanel::EditorPanel(Session& session, QWidget* parent)
    : DockPanel(parent), session_(session), edit_(new QPlainTextEdit), form_(new JobForm(session)), message_(new QLabel(this)),
      offers_(new QWidget(this)) {
    auto* const document = session.document();
    document->setDocumentLayout(new QPlainTextDocumentLayout(document));
    document->setDefaultFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    edit_->setDocument(document);
    edit_->setLineWrapMode(QPlainTextEdit::NoWrap);
    edit_->setAccessibleName(tr("Job text"));
    form_->setAccessibleName(tr("Job as a form"));
    edit_->setTabChangesFocus(true);
    edit_->setPlaceholderText(tr("real A(64,64)\n!hpf$ processors P(4)\n!hpf$ distribute A(block,*) onto P\n"
                                 "!hpf$ redistribute A(*,block) onto P"));
    highlighter_ = new HpfHighlighter(document, edit_->palette());
    message_->setObjectName(QStringLiteral("message"));
    message_->setWordWrap(true);
    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    message_->setMargin(6);
    message_->setTextFormat(Qt::PlainText);
    message_->setMinimumWidth(100);

    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* const split = new QSplitter(Qt::Horizontal);
    split->addWidget(edit_);
    split->addWidget(form_);
    split->setSizes({300, 270});
    layout->addWidget(split, 1); // all space beside the message
    setTabOrder(edit_, form_);
    auto* const foot = new QHBoxLayout;
    foot->setSpacing(0);
    foot->addWidget(message_, 1);
    foot->addWidget(offers_);
    auto* const offerRow = new QHBoxLayout(offers_);
    offerRow->setContentsMargins(4, 2, 4, 2);
    layout->addLayout(foot);
    connect(&session, &Session::derivedChanged, this, &EditorPanel::showError);
    connect(form_, &JobForm::refused, this, [this](QString const& why) { why.isEmpty() ? showError() : say(why); });
    connect(edit_->verticalScrollBar(), &QScrollBar::valueChanged, this, &EditorPanel::colourSeen);
    connect(edit_->verticalScrollBar(), &QScrollBar::rangeChanged, this, &EditorPanel::colourSeen);
    showError();
}

QList<QTextEdit::ExtraSelection> EditorPanel::underlined(SourceLocation const& span) const {
    QTextBlock const block = edit_->document()->findBlockByNumber(span.line - 1);
    if (!block.isValid()) return {};
    QTextEdit::ExtraSelection line;
    line.cursor = QTextCursor(block);
    line.format.setBackground(QColor(213, 94, 0, 45));
    line.format.setProperty(QTextFormat::FullWidthSelection, true);

    QTextEdit::ExtraSelection words;
    words.cursor = QTextCursor(block);
    int const last = block.length() - 1;
    int const begin = std::clamp(span.column - 1, 0, last);
    words.cursor.setPosition(block.position() + begin);
    words.cursor.setPosition(block.position() + std::clamp(begin + span.length, begin, last), QTextCursor::KeepAnchor);
    words.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    words.format.setUnderlineColor(QColor(213, 94, 0));
    words.format.setFontWeight(QFont::Bold);
    return {line, words};
}

void EditorPanel::colourSeen() {
    QRect const seen = edit_->viewport()->rect();
    highlighter_->look(edit_->cursorForPosition(seen.topLeft()).blockNumber(),
                       edit_->cursorForPosition(seen.bottomLeft()).blockNumber());
}

void EditorPanel::showError() {
    auto const& error = session_.error();
    edit_->setExtraSelections(error && error->where ? underlined(*error->where) : QList<QTextEdit::ExtraSelection>{});
    showFixes();
    QString const where = error && error->where ? tr("Line %1: ").arg(error->where->line) : QString();
    say(error ? where + QString::fromStdString(error->message) : QString());
}

/// Shows a message; an empty one hides it.
void EditorPanel::say(QString const& message) {
    message_->setVisible(!message.isEmpty());
    message_->setText(message);
    message_->setStyleSheet(QStringLiteral("background: rgb(170,75,0); color: white;"));
}

void EditorPanel::showFixes() {
    qDeleteAll(fixes());
    auto const& error = session_.error();
    QStringList const words = error ? suggestedFixes(*error) : QStringList();
    offers_->setVisible(!words.isEmpty());
    for (QString const& each : words) {
        auto* const button = new QPushButton(tr("use %1").arg(each));
        button->setToolTip(tr("Correct the error with this text; Ctrl+Z undoes this"));
        // The call is queued, because applying the fix changes the text and deletes this button.
        connect(
            button, &QPushButton::clicked, this, [this, each] { applyFix(session_, each); }, Qt::QueuedConnection);
        offers_->layout()->addWidget(button);
    }
}

void EditorPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && highlighter_) highlighter_->setPalette(palette());
    DockPanel::changeEvent(event);
}

constinit PanelKind const EditorPanel::kind{
    .name = "editor",
    .title = QT_TRANSLATE_NOOP("MainWindow", "Job"),
    .make = makePanel<EditorPanel>,
    .place = PanelKind::Place::TopLeft,
};

} // namespace tessera::gui
