// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which words of a job's text say what a drag wants changed.
#include "gui/session/directive_edit.hpp"

#include "gui/session/mapping_edit.hpp"
#include "libcore/spec/parse.hpp"

#include <QRegularExpression>
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tessera::gui {
namespace {

using What = FormGroup::What;

bool sameName(QString const& a, std::string const& b) {
    return QString::compare(a, QString::fromStdString(b), Qt::CaseInsensitive) == 0;
}

bool isDistribution(FormGroup const& group) {
    return group.what == What::Distribute || group.what == What::Redistribute;
}

Processors const* processorsNamed(Job const& job, std::string const& name) {
    for (ArrayStates const& each : job.arrays)
        for (MappingSpec const& state : each.states)
            if (sameName(QString::fromStdString(state.processors.name), name)) return &state.processors;
    return nullptr;
}

FormGroup const* groupOf(std::vector<FormGroup> const& groups, What what, std::string const& name) {
    auto const found =
        std::ranges::find_if(groups, [&](FormGroup const& group) { return group.what == what && sameName(group.name, name); });
    return found == groups.end() ? nullptr : &*found;
}

/// As many ranks as there are processors: the last go, the lowest unused ones come.
QString resizedRanks(std::vector<Rank> ranks, std::size_t count) {
    std::set<Rank> const used(ranks.begin(), ranks.end());
    ranks.resize(std::min(ranks.size(), count));
    for (Rank next = 0; ranks.size() < count; ++next)
        if (!used.contains(next)) ranks.push_back(next);
    QStringList texts;
    for (Rank const rank : ranks) texts << QString::number(rank);
    return texts.join(QStringLiteral(","));
}

/// gen_block with as many sizes as there will be processors; block where its sizes are no plain numbers.
QString resizedFormat(QString const& format, Index count) {
    static QRegularExpression const list(QStringLiteral(R"(^\s*gen_block\s*\([(/\[\s]*([-\d,\s]+)[)/\]\s]*\)$)"),
                                         QRegularExpression::CaseInsensitiveOption);
    auto const match = list.match(format);
    if (!match.hasMatch()) return QStringLiteral("block");
    std::vector<Index> sizes;
    for (QString const& size : match.captured(1).split(u',')) sizes.push_back(size.trimmed().toLongLong());
    QStringList texts;
    for (Index const size : resizedBlocks(std::move(sizes), count)) texts << QString::number(size);
    return QStringLiteral("gen_block(%1)").arg(texts.join(u','));
}

/// The formats over one dimension of an arrangement that depend on how many processors it has.
std::vector<TextEdit> followingFormats(std::vector<FormGroup> const& groups, std::string const& processors, int dim, Index count) {
    std::vector<TextEdit> edits;
    for (FormGroup const& group : groups) {
        if (!isDistribution(group) || !(sameName(group.partner, processors) || group.partner.isEmpty())) continue;
        int p = 0;
        for (FormField const& field : group.fields) {
            if (field.text == QStringLiteral("*") || p++ != dim) continue;
            bool const sized = field.text.startsWith(QStringLiteral("gen_block"), Qt::CaseInsensitive) ||
                               (field.text.startsWith(QStringLiteral("block"), Qt::CaseInsensitive) && field.text.contains(u'('));
            if (sized) edits.push_back(editOf(field, resizedFormat(field.text, count)));
        }
    }
    return edits;
}

} // namespace

Result<Job> parsed(JobText const& text) {
    DirectoryReader const files(text.directory);
    return parse_job(text.text.toStdString(), "job", {.ranks = std::nullopt, .files = &files});
}

std::optional<StatePlace> placeOf(Job const& job, MappingSpec const& spec, bool last) {
    for (ArrayStates const& each : job.arrays) {
        if (each.array.name != spec.array.name) continue;
        auto const count = each.states.size();
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t const state = last ? count - 1 - i : i;
            if (each.states[state] == spec) return StatePlace{each.array.name, state};
        }
    }
    return std::nullopt;
}

Result<FormField> formatField(JobText const& text, StatePlace const& place, int format) {
    auto const stateIn = [&](Result<Job> const& job) -> MappingSpec const* {
        ArrayStates const* const array = job ? job->find(place.array) : nullptr;
        return array && place.state < array->states.size() ? &array->states[place.state] : nullptr;
    };
    auto const job = parsed(text);
    MappingSpec const* const now = stateIn(job);
    auto const f = static_cast<std::size_t>(format);
    if (now && f < now->formats.size()) {
        bool const isBlock = now->formats[f] == DistFormat::block();
        DistFormat const probe = isBlock ? DistFormat::cyclic() : DistFormat::block();
        for (FormGroup const& group : formGroups(text.text)) {
            if (!isDistribution(group) || f >= group.fields.size()) continue;
            FormField const& field = group.fields[f];
            JobText const tried{edited(text.text, {editOf(field, isBlock ? QStringLiteral("cyclic") : QStringLiteral("block"))}),
                                text.directory};
            auto const changed = parsed(tried);
            MappingSpec const* const then = stateIn(changed);
            if (then && f < then->formats.size() && then->formats[f] == probe) return field;
        }
    }
    return fail("no list of formats in the text says this; change it there");
}

Result<std::vector<TextEdit>> gridEdit(JobText const& text, std::string const& processors, int dim, Index count) {
    auto const job = parsed(text);
    if (!job) return forward_error(job);
    auto const groups = formGroups(text.text);
    FormGroup const* const declared = groupOf(groups, What::Processors, processors);
    Processors const* const arrangement = processorsNamed(*job, processors);
    if (!declared || !arrangement || dim >= std::ssize(declared->fields))
        return fail(fmt::format("{} is not declared in a line of its own; change it in the text", processors));
    auto const d = static_cast<std::size_t>(dim);
    FormField const& bounds = declared->fields[d];
    Index const lower = arrangement->lower[d];
    QString const value = lower == 1 && !bounds.text.contains(u':') ? QString::number(count)
                                                                    : QStringLiteral("%1:%2").arg(lower).arg(lower + count - 1);
    if (count == arrangement->extents[d]) return std::vector<TextEdit>{};
    std::vector<TextEdit> edits{editOf(bounds, value)};
    if (!arrangement->ranks.empty()) {
        FormGroup const* const ranks = groupOf(groups, What::Ranks, processors);
        auto const size = arrangement->ranks.size() / static_cast<std::size_t>(arrangement->extents[d]);
        if (ranks)
            edits.push_back(
                editOf(ranks->fields.front(), resizedRanks(arrangement->ranks, size * static_cast<std::size_t>(count))));
    }
    auto plain = understood(text, edits);
    if (plain) return plain;
    auto const more = followingFormats(groups, processors, dim, count);
    edits.insert(edits.end(), more.begin(), more.end());
    return understood(text, std::move(edits));
}

Result<std::vector<TextEdit>> understood(JobText const& text, std::vector<TextEdit> edits) {
    auto const job = parsed({edited(text.text, edits), text.directory});
    if (!job) return forward_error(job);
    return edits;
}

} // namespace tessera::gui
