// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the pieces of a job's text that a form can edit.
#include "gui/session/form_fields.hpp"

#include "libcore/spec/outline.hpp"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <map>
#include <set>

namespace tessera::gui {
namespace {

using What = FormGroup::What;
using ListKind = OutlineList::Kind;

/// Where each byte of the text in UTF-8 stands in the QString.
class Positions {
  public:
    explicit Positions(std::string const& utf8) {
        at_.reserve(utf8.size() + 1);
        int units = 0;
        for (char const c : utf8) {
            at_.push_back(units);
            auto const byte = static_cast<unsigned char>(c);
            if (byte < 0x80 || byte >= 0xC0) units += byte >= 0xF0 ? 2 : 1; // others continue a character
        }
        at_.push_back(units);
    }
    [[nodiscard]] int operator()(std::size_t byte) const { return at_[byte]; }

  private:
    std::vector<int> at_;
};

QString namesOf(OutlineList const& list) {
    QStringList names;
    for (std::string const& name : list.names) names << QString::fromStdString(name);
    return names.join(QStringLiteral(", "));
}

struct Shown {
    What what;
    FormField::Kind kind;
};

std::optional<Shown> shownAs(ListKind kind) {
    static std::map<ListKind, Shown> const all{
        {ListKind::ElementType, {What::Type, FormField::Kind::Type}},
        {ListKind::ArrayBounds, {What::Array, FormField::Kind::Extent}},
        {ListKind::ProcessorBounds, {What::Processors, FormField::Kind::Extent}},
        {ListKind::TemplateBounds, {What::Template, FormField::Kind::Extent}},
        {ListKind::Formats, {What::Distribute, FormField::Kind::Format}},
        {ListKind::NewFormats, {What::Redistribute, FormField::Kind::Format}},
        {ListKind::AlignSources, {What::Align, FormField::Kind::Source}},
        {ListKind::AlignSubscripts, {What::AlignWith, FormField::Kind::Subscript}},
        {ListKind::NewAlignSources, {What::Realign, FormField::Kind::Source}},
        {ListKind::NewAlignSubscripts, {What::RealignWith, FormField::Kind::Subscript}},
        {ListKind::Onto, {What::Onto, FormField::Kind::Extent}},
    };
    auto const found = all.find(kind);
    return found == all.end() ? std::nullopt : std::optional(found->second);
}

class Reader {
  public:
    explicit Reader(QString const& text) : utf8_(text.toStdString()), position_(utf8_), lists_(outline(utf8_)) {}

    std::vector<FormGroup> run() {
        for (OutlineList const& list : lists_) {
            auto const shown = shownAs(list.kind);
            if (!shown) continue;
            FormGroup group{shown->what, namesOf(list), QString::fromStdString(list.partner), {}};
            for (OutlineItem const& item : list.items) {
                FormField field = fieldOf(list, shown->kind, item.range);
                field.text = QString::fromStdString(item.text);
                field.dim = static_cast<int>(group.fields.size());
                group.fields.push_back(std::move(field));
            }
            std::size_t const dims = group.fields.size();
            groups_.push_back(std::move(group));
            if (list.kind == ListKind::ProcessorBounds)
                for (std::string const& name : list.names) addNumbering(list, name, dims);
        }
        return std::move(groups_);
    }

  private:
    [[nodiscard]] FormField fieldOf(OutlineList const& list, FormField::Kind kind, TextRange range) const {
        return {kind,
                namesOf(list),
                0,
                {},
                position_(range.begin),
                position_(range.end) - position_(range.begin),
                position_(list.statement.begin),
                position_(list.statement.end)};
    }

    [[nodiscard]] OutlineList const* listOf(ListKind kind, std::string const& name) const {
        auto const sameName = [&](OutlineList const& list) {
            return list.kind == kind && list.names.size() == 1 &&
                   QString::compare(QString::fromStdString(list.names[0]), QString::fromStdString(name), Qt::CaseInsensitive) == 0;
        };
        auto const found = std::ranges::find_if(lists_, sameName);
        return found == lists_.end() ? nullptr : &*found;
    }

    /// The ranks of an arrangement and, where it has more dimensions than one, their order.
    void addNumbering(OutlineList const& declared, std::string const& name, std::size_t dims) {
        for (auto const& [listKind, what, kind] : {std::tuple(ListKind::Ranks, What::Ranks, FormField::Kind::Ranks),
                                                   std::tuple(ListKind::Order, What::Order, FormField::Kind::Order)}) {
            OutlineList const* const list = listOf(listKind, name);
            if (!list && kind == FormField::Kind::Order && dims < 2) continue;
            std::size_t const end = declared.statement.end;
            FormField field = list ? fieldOf(*list, kind, {list->items.front().range.begin, list->items.back().range.end})
                                   : fieldOf(declared, kind, {end, end});
            field.name = QString::fromStdString(name);
            QStringList said;
            if (list)
                for (OutlineItem const& item : list->items) said << QString::fromStdString(item.text);
            field.text = said.join(QStringLiteral(","));
            if (kind == FormField::Kind::Order) field.text = said.isEmpty() ? QStringLiteral("row") : said.front().toLower();
            if (!list && end > 0 && utf8_[end - 1] != '\n') field.linesBegin = -1; // the last line has no end yet
            groups_.push_back({what, field.name, {}, {std::move(field)}});
        }
    }

    std::string utf8_;
    Positions position_;
    std::vector<OutlineList> lists_;
    std::vector<FormGroup> groups_;
};

QString wordsFor(QString const& directive) {
    static std::map<QString, char const*> const all{
        {QStringLiteral("copy"), QT_TRANSLATE_NOOP("FormFields", "copies")},
        {QStringLiteral("shadow"), QT_TRANSLATE_NOOP("FormFields", "shadows")},
        {QStringLiteral("io_processors"), QT_TRANSLATE_NOOP("FormFields", "I/O processors")},
        {QStringLiteral("io_distribute"), QT_TRANSLATE_NOOP("FormFields", "I/O distributions")},
    };
    auto const found = all.find(directive.toLower());
    return found == all.end() ? QString() : QCoreApplication::translate("FormFields", found->second);
}

QRegularExpression const& formatFile() {
    static QRegularExpression const pattern(QStringLiteral(R"(^(\w+)\s*\(\s*(@.*)\)$)"));
    return pattern;
}

} // namespace

std::vector<FormGroup> formGroups(QString const& text) {
    return Reader(text).run();
}

QStringList leftToText(QString const& text) {
    QStringList left;
    auto const add = [&](QString const& what) {
        if (!what.isEmpty() && !left.contains(what)) left << what;
    };
    for (OutlineList const& list : outline(text.toStdString()))
        for (OutlineItem const& item : list.items) {
            QString const said = QString::fromStdString(item.text);
            if (list.kind == ListKind::Other) add(wordsFor(said));
            if (list.kind != ListKind::Formats && list.kind != ListKind::NewFormats) continue;
            auto const file = formatFile().match(said);
            if (file.hasMatch()) add(QCoreApplication::translate("FormFields", "the values in %1").arg(file.captured(2).trimmed()));
        }
    return left;
}

TextEdit editOf(FormField const& field, QString const& value) {
    bool const mayBeAbsent = field.kind == FormField::Kind::Ranks || field.kind == FormField::Kind::Order;
    bool const absent = field.kind == FormField::Kind::Order ? value == QStringLiteral("row") : value.isEmpty();
    if (!mayBeAbsent) return {field.position, field.length, value};
    if (absent && field.length == 0) return {field.position, 0, {}};
    if (absent) return {field.linesBegin, field.linesEnd - field.linesBegin, {}};
    if (field.length > 0) return {field.position, field.length, value};
    QString const word = field.kind == FormField::Kind::Ranks ? QStringLiteral("ranks") : QStringLiteral("order");
    QString const line = QStringLiteral("!dist$ %1 %2(%3)").arg(word, field.name, value);
    return {field.position, 0, field.linesBegin < 0 ? QStringLiteral("\n") + line : line + QStringLiteral("\n")};
}

std::optional<LinearSubscript> readSubscript(QString const& text) {
    QString plain = text;
    plain.remove(u' ');
    if (plain == QStringLiteral("*")) return LinearSubscript{LinearSubscript::Kind::Replicated, {}, 1, 0};
    static QRegularExpression const term(
        QStringLiteral(R"(([+-]?)(?:(\d+)\*([a-zA-Z]\w*)|([a-zA-Z]\w*)\*(\d+)|([a-zA-Z]\w*)|(\d+)))"));
    LinearSubscript found{LinearSubscript::Kind::Fixed, {}, 1, 0};
    int numbers = 0;
    for (qsizetype at = 0; at < plain.size();) {
        auto const match = term.match(plain, at, QRegularExpression::NormalMatch, QRegularExpression::AnchorAtOffsetMatchOption);
        if (!match.hasMatch() || (at > 0 && match.captured(1).isEmpty())) return std::nullopt;
        at = match.capturedEnd();
        QString const dummy = match.captured(3) + match.captured(4) + match.captured(6);
        QString const digits = match.captured(2) + match.captured(5) + match.captured(7);
        bool fits = true;
        Index const value = digits.isEmpty() ? 1 : digits.toLongLong(&fits);
        Index const signedValue = match.captured(1) == QStringLiteral("-") ? -value : value;
        bool const again = dummy.isEmpty() ? ++numbers > 1 : !found.dummy.isEmpty();
        if (!fits || again) return std::nullopt;
        if (dummy.isEmpty()) {
            found.offset = signedValue;
        } else {
            found.kind = LinearSubscript::Kind::Linear;
            found.dummy = dummy;
            found.stride = signedValue;
        }
    }
    return found.dummy.isEmpty() && numbers == 0 ? std::nullopt : std::optional(found);
}

QString writeSubscript(LinearSubscript const& subscript) {
    if (subscript.kind == LinearSubscript::Kind::Replicated) return QStringLiteral("*");
    if (subscript.kind == LinearSubscript::Kind::Fixed) return QString::number(subscript.offset);
    QString text = subscript.stride == 1    ? subscript.dummy
                   : subscript.stride == -1 ? QStringLiteral("-") + subscript.dummy
                                            : QStringLiteral("%1*%2").arg(subscript.stride).arg(subscript.dummy);
    if (subscript.offset != 0) text += (subscript.offset > 0 ? QStringLiteral("+") : QString()) + QString::number(subscript.offset);
    return text;
}

} // namespace tessera::gui
