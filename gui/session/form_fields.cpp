// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the pieces of a job's text that a form can edit.
#include "gui/session/form_fields.hpp"

#include <QRegularExpression>
#include <optional>

namespace tessera::gui {
namespace {

QRegularExpression caseless(char const* pattern) {
    return QRegularExpression(QString::fromLatin1(pattern), QRegularExpression::CaseInsensitiveOption);
}

/// The end of a list that begins behind an opening parenthesis: where its closing one stands; -1 if it does not on this line.
qsizetype closing(QStringView line, qsizetype begin) {
    int depth = 1;
    for (qsizetype i = begin; i < line.size(); ++i) {
        if (line[i] == u'(') ++depth;
        if (line[i] == u')' && --depth == 0) return i;
    }
    return -1;
}

/// The entries of the list behind an opening parenthesis at `open`, `start` characters into the document.
std::optional<std::vector<FormField>> fieldsOf(QStringView line, qsizetype open, qsizetype start, FormField const& like) {
    qsizetype const end = closing(line, open + 1);
    if (end < 0) return std::nullopt;
    std::vector<FormField> fields;
    int depth = 0;
    qsizetype begin = open + 1;
    for (qsizetype i = open + 1; i <= end; ++i) {
        if (i < end && line[i] == u'(') ++depth;
        if (i < end && line[i] == u')') --depth;
        if (i < end && (line[i] != u',' || depth > 0)) continue;
        QStringView const entry = line.sliced(begin, i - begin);
        qsizetype const blanks = entry.size() - entry.trimmed().size() == 0 ? 0 : entry.indexOf(entry.trimmed());
        FormField field = like;
        field.dim = static_cast<int>(fields.size());
        field.text = entry.trimmed().toString();
        field.position = static_cast<int>(start + begin + blanks);
        fields.push_back(std::move(field));
        begin = i + 1;
    }
    return fields;
}

struct Directive {
    QRegularExpression pattern; ///< captures the name; the list follows the match
    FormGroup::What what;
    FormField::Kind kind;
};

std::vector<Directive> const& directives() {
    using What = FormGroup::What;
    static std::vector<Directive> const all{
        {caseless(R"(^[!c*]hpf\$\s*processors\s+(\w+)\s*\()"), What::Processors, FormField::Kind::Extent},
        {caseless(R"(^[!c*]hpf\$\s*template\s+(\w+)\s*\()"), What::Template, FormField::Kind::Extent},
        {caseless(R"(^[!c*]hpf\$\s*distribute\s+(\w+)\s*\()"), What::Distribute, FormField::Kind::Format},
        {caseless(R"(^[!c*]hpf\$\s*redistribute\s+(\w+)\s*\()"), What::Redistribute, FormField::Kind::Format},
        {caseless(
             R"(^\s+(?:real|integer|complex|logical|double\s+precision|double|bytes)[\w*]*(?:\(\d+\))?\s+(?:::\s*)?([a-z]\w*)\s*\()"),
         What::Array, FormField::Kind::Extent},
    };
    return all;
}

void addGroup(QStringView line, qsizetype start, std::vector<FormGroup>& groups) {
    for (Directive const& directive : directives()) {
        auto const match = directive.pattern.match(line);
        if (!match.hasMatch()) continue;
        FormField const like{directive.kind, match.captured(1), 0, {}, 0};
        if (auto fields = fieldsOf(line, match.capturedEnd() - 1, start, like))
            groups.push_back({directive.what, like.name, *std::move(fields)});
        return;
    }
}

} // namespace

std::vector<FormGroup> formGroups(QStringView text) {
    std::vector<FormGroup> groups;
    for (qsizetype start = 0; start <= text.size();) {
        qsizetype end = text.indexOf(u'\n', start);
        if (end < 0) end = text.size();
        addGroup(text.sliced(start, end - start), start, groups);
        start = end + 1;
    }
    return groups;
}

} // namespace tessera::gui
