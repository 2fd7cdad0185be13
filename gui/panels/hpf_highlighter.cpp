// SPDX-License-Identifier: BSD-3-Clause
// Tessera: syntax colours for HPF directives.
#include "gui/panels/hpf_highlighter.hpp"

#include "gui/models/text.hpp"
#include "libcore/mapping/dist_format.hpp"

#include <QRegularExpression>
#include <QTextDocument>

namespace tessera::gui {
namespace {

constexpr int longText = 2000; // in lines; colouring all of them would take noticeably long
/// States of a line. A line that is not coloured keeps the state of a new line.
constexpr int plain = -1;
constexpr int coloured = 1;

QRegularExpression const& sentinelPattern() {
    static QRegularExpression const pattern(QStringLiteral("^\\s*[!cC*](hpf|dist)\\$"), QRegularExpression::CaseInsensitiveOption);
    return pattern;
}

/// Returns the keywords of the distribution formats.
QString formatWords() {
    QStringList words;
    for (FormatInfo const& info : dist_formats())
        if (info.pattern != FormatPattern::Whole) words << asText(info.name);
    return words.join(u'|');
}

QRegularExpression const& wordPattern() {
    static QRegularExpression const pattern(
        QStringLiteral(
            "\\b(processors|template|align|with|distribute|redistribute|realign|onto|dynamic|shadow|inherit|%1|io_processors|"
            "io_distribute|ranks|order|array|copy|real|integer|complex|logical|double|"
            "precision|float|int|parameter|dimension|as|addends|io|region|phase|repeat|end|jax|sdy|dtensor|mlir|darray|"
            "scalapack|dmda|chapel)\\b")
            .arg(formatWords()),
        QRegularExpression::CaseInsensitiveOption);
    return pattern;
}

QRegularExpression const& numberPattern() {
    static QRegularExpression const pattern(QStringLiteral("\\b[0-9]+\\b"));
    return pattern;
}

} // namespace

HpfHighlighter::HpfHighlighter(QTextDocument* document, QPalette const& palette) : QSyntaxHighlighter(document) {
    setPalette(palette);
}

void HpfHighlighter::setPalette(QPalette const& palette) {
    bool const dark = palette.color(QPalette::Base).lightness() < 128;
    comment_ = dark ? QColor(150, 158, 166) : QColor(108, 117, 125);
    sentinel_ = dark ? QColor(204, 121, 167) : QColor(150, 60, 110);
    word_ = dark ? QColor(86, 180, 233) : QColor(0, 90, 150);
    number_ = dark ? QColor(230, 159, 0) : QColor(150, 85, 0);
    rehighlight();
}

void HpfHighlighter::look(int first, int last) {
    first_ = first;
    last_ = last;
    for (QTextBlock block = document()->findBlockByNumber(first); block.isValid() && block.blockNumber() <= last;
         block = block.next())
        if (block.userState() != coloured) rehighlightBlock(block);
}

void HpfHighlighter::highlightBlock(QString const& text) {
    int const line = currentBlock().blockNumber();
    bool const isColoured = document()->blockCount() <= longText || (first_ <= line && line <= last_);
    setCurrentBlockState(isColoured ? coloured : plain);
    if (!isColoured) return;
    QRegularExpressionMatch const sentinel = sentinelPattern().match(text);
    if (sentinel.hasMatch()) {
        QTextCharFormat bold;
        bold.setForeground(sentinel_);
        setFormat(0, static_cast<int>(sentinel.capturedEnd()), bold);
        return colorWords(text, static_cast<int>(sentinel.capturedEnd()));
    }
    if (text.trimmed().startsWith(u'!')) return setFormat(0, static_cast<int>(text.size()), comment_);
    colorWords(text, 0);
}

void HpfHighlighter::colorWords(QString const& text, int from) {
    auto const color = [&](QRegularExpression const& pattern, QColor const& ink) {
        for (auto matches = pattern.globalMatch(text, from); matches.hasNext();) {
            QRegularExpressionMatch const match = matches.next();
            setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), ink);
        }
    };
    color(numberPattern(), number_);
    color(wordPattern(), word_);
    if (qsizetype const comment = text.indexOf(u'!', from); comment >= 0)
        setFormat(static_cast<int>(comment), static_cast<int>(text.size() - comment), comment_);
}

} // namespace tessera::gui
