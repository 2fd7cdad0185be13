// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random jobs through the form: fields written back change nothing, and a changed field changes what it says.
#include "gui/session/directive_edit.hpp"
#include "gui/session/form_fields.hpp"
#include "libcore/spec/write.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_job.hpp"
#include "tests/property/set_oracle.hpp"

using namespace tessera;
using namespace tessera::gui;
using namespace tessera::oracle;

namespace {

/// Comments with characters of one to four bytes, so that places in bytes and in characters differ.
QString decorated(Job const& job) {
    QString text;
    for (QString const& line : QString::fromStdString(write_hpf(job)).split(u'\n')) {
        if (one_in(4)) text += QString::fromUtf8("! Verteilung für Größe \u2192 \U0001F600\n");
        text += line + "\n";
    }
    return text;
}

Job understoodJob(QString const& text) {
    auto job = parsed({text, "."});
    if (!job) RC_FAIL(text.toStdString() + to_string(job.error()));
    return *std::move(job);
}

bool sameJob(Job const& a, Job const& b) {
    return a.arrays == b.arrays && a.copies == b.copies && a.io == b.io;
}

bool fieldsStandWhereTheySay() {
    return rc::check("every field stands where it says, and all of them written anew change no mapping", [] {
        Job const job = one_in(3) ? random_copy_job() : random_job();
        QString const text = decorated(job);
        RC_LOG(text.toStdString());
        std::vector<TextEdit> edits;
        for (FormGroup const& group : formGroups(text))
            for (FormField const& field : group.fields) {
                if (field.length == 0) continue;
                QString const there = text.mid(field.position, field.length);
                if (!there.contains(u'&')) RC_ASSERT(there == field.text);
                auto const subscript = readSubscript(field.text);
                bool const linear = field.kind == FormField::Kind::Subscript && subscript;
                edits.push_back({field.position, field.length, linear ? writeSubscript(*subscript) : field.text});
            }
        RC_ASSERT(sameJob(understoodJob(edited(text, edits)), job));
    });
}

/// Another legal value that changes no number of dimensions; nothing where the field had better stay.
std::optional<QString> anotherValue(FormField const& field, Processors const& processors) {
    switch (field.kind) {
    case FormField::Kind::Type:
        return one_in(2) ? "complex*16" : "integer*8";
    case FormField::Kind::Format:
        if (field.text == "*") return std::nullopt;
        return one_in(2) ? QString("block") : QString("cyclic(%1)").arg(between(1, 9));
    case FormField::Kind::Order:
        return field.text == "row" ? "col" : "row";
    case FormField::Kind::Ranks: {
        if (one_in(2)) return QString();
        Index size = 1;
        for (Index const extent : processors.extents) size *= extent;
        Index const first = between(0, 5);
        return QString("%1:%2").arg(first).arg(first + size - 1);
    }
    default:
        return std::nullopt; // extents, sources and subscripts depend on each other
    }
}

Processors processorsNamed(Job const& job, QString const& name) {
    for (ArrayStates const& each : job.arrays)
        for (MappingSpec const& state : each.states)
            if (QString::fromStdString(state.processors.name).compare(name, Qt::CaseInsensitive) == 0) return state.processors;
    for (IoDistribution const& io : job.io)
        if (QString::fromStdString(io.processors.name).compare(name, Qt::CaseInsensitive) == 0) return io.processors;
    return {};
}

bool changedFieldsSayWhatTheyWereGiven() {
    return rc::check("a changed field is understood, reads as it was written, and changed back gives the old job", [] {
        Job const job = random_job();
        QString const text = decorated(job);
        RC_LOG(text.toStdString());
        auto const groups = formGroups(text);
        auto const g = static_cast<std::size_t>(between(0, std::ssize(groups) - 1));
        auto const f = static_cast<std::size_t>(between(0, std::ssize(groups[g].fields) - 1));
        FormField const& field = groups[g].fields[f];
        auto const value = anotherValue(field, processorsNamed(job, field.name));
        if (!value) return;
        QString const changed = edited(text, {editOf(field, *value)});
        RC_LOG("becomes\n" + changed.toStdString());
        understoodJob(changed);
        auto const now = formGroups(changed);
        RC_ASSERT(now.size() == groups.size());
        // Removed and added lines move groups of ranks and orders nowhere: they stand behind their arrangement.
        FormField const& there = now[g].fields[f];
        RC_ASSERT(there.text == *value);
        RC_ASSERT(sameJob(understoodJob(edited(changed, {editOf(there, field.text)})), job));
    });
}

bool subscriptsAreTakenApart() {
    return rc::check("subscripts are read as they are written", [] {
        LinearSubscript subscript;
        subscript.kind = static_cast<LinearSubscript::Kind>(between(0, 2));
        if (subscript.kind == LinearSubscript::Kind::Linear) {
            subscript.dummy = "i";
            subscript.stride = one_in(2) ? between(1, 9) : between(-9, -1);
        }
        if (subscript.kind != LinearSubscript::Kind::Replicated) subscript.offset = between(-20, 20);
        RC_ASSERT(readSubscript(writeSubscript(subscript)) == std::optional(subscript));
    });
}

} // namespace

int main() {
    try_many_cases("max_success=3000");
    return exit_code({fieldsStandWhereTheySay(), changedFieldsSayWhatTheyWereGiven(), subscriptsAreTakenApart()});
}
