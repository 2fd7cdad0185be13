// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random jobs through the form: fields written back change nothing, and a changed field changes what it says.
#include "libcore/edit/directive_edit.hpp"
#include "libcore/edit/form_fields.hpp"
#include "libcore/edit/linear_subscript.hpp"
#include "libcore/spec/words.hpp"
#include "libcore/spec/write.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_job.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <sstream>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// Comments with characters of one to four bytes: places are counted in bytes.
std::string decorated(Job const& job) {
    std::string text;
    std::istringstream lines(write_hpf(job));
    for (std::string line; std::getline(lines, line);) {
        if (one_in(4)) text += "! Verteilung für Größe \u2192 \U0001F600\n";
        text += line + "\n";
    }
    return text;
}

Job understood_job(std::string const& text) {
    auto job = job_of({text, "."});
    if (!job) RC_FAIL(text + to_string(job.error()));
    return *std::move(job);
}

bool same_job(Job const& a, Job const& b) {
    return a.arrays == b.arrays && a.copies == b.copies && a.io == b.io;
}

bool fields_stand_where_they_say() {
    return rc::check("every field stands where it says, and all of them written anew change no mapping", [] {
        Job const job = one_in(3) ? random_copy_job() : random_job();
        std::string const text = decorated(job);
        RC_LOG(text);
        std::vector<TextEdit> edits;
        for (FormGroup const& group : form_groups(text))
            for (FormField const& field : group.fields) {
                if (!field.is_written()) continue;
                std::string const there = text.substr(field.range.begin, field.range.end - field.range.begin);
                if (there.find('&') == std::string::npos) RC_ASSERT(there == field.text);
                auto const subscript = read_subscript(field.text);
                bool const linear = field.kind == FormField::Kind::Subscript && subscript;
                edits.push_back({field.range, linear ? write_subscript(*subscript) : field.text});
            }
        RC_ASSERT(same_job(understood_job(edited(text, edits)), job));
    });
}

/// Another legal value that changes no number of dimensions; nothing where the field had better stay.
std::optional<std::string> another_value(FormField const& field, Processors const& processors) {
    switch (field.kind) {
    case FormField::Kind::Type:
        return one_in(2) ? "complex*16" : "integer*8";
    case FormField::Kind::Format:
        if (field.text == "*") return std::nullopt;
        return one_in(2) ? "block" : "cyclic(" + std::to_string(between(1, 9)) + ")";
    case FormField::Kind::Order:
        return field.text == "row" ? "col" : "row";
    case FormField::Kind::Ranks: {
        if (one_in(2)) return "";
        Index size = 1;
        for (Index const extent : processors.extents) size *= extent;
        Index const first = between(0, 5);
        return std::to_string(first) + ":" + std::to_string(first + size - 1);
    }
    default:
        return std::nullopt; // extents, sources and subscripts depend on each other
    }
}

Processors processors_named(Job const& job, std::string const& name) {
    for (ArrayStates const& each : job.arrays)
        for (MappingSpec const& state : each.states)
            if (notation::same_word(state.processors.name, name)) return state.processors;
    for (IoDistribution const& io : job.io)
        if (notation::same_word(io.processors.name, name)) return io.processors;
    return {};
}

bool changed_fields_say_what_they_were_given() {
    return rc::check("a changed field is understood, reads as it was written, and changed back gives the old job", [] {
        Job const job = random_job();
        std::string const text = decorated(job);
        RC_LOG(text);
        auto const groups = form_groups(text);
        auto const g = static_cast<std::size_t>(between(0, std::ssize(groups) - 1));
        auto const f = static_cast<std::size_t>(between(0, std::ssize(groups[g].fields) - 1));
        FormField const& field = groups[g].fields[f];
        auto const value = another_value(field, processors_named(job, field.name));
        if (!value) return;
        std::string const changed = edited(text, {edit_of(field, *value)});
        RC_LOG("becomes\n" + changed);
        understood_job(changed);
        auto const now = form_groups(changed);
        RC_ASSERT(now.size() == groups.size());
        // Removed and added lines move groups of ranks and orders nowhere: they stand behind their arrangement.
        FormField const& there = now[g].fields[f];
        RC_ASSERT(there.text == *value);
        RC_ASSERT(same_job(understood_job(edited(changed, {edit_of(there, field.text)})), job));
    });
}

bool subscripts_are_taken_apart() {
    return rc::check("subscripts are read as they are written", [] {
        LinearSubscript subscript;
        subscript.kind = static_cast<LinearSubscript::Kind>(between(0, 2));
        if (subscript.kind == LinearSubscript::Kind::Linear) {
            subscript.dummy = "i";
            subscript.stride = one_in(2) ? between(1, 9) : between(-9, -1);
        }
        if (subscript.kind != LinearSubscript::Kind::Replicated) subscript.offset = between(-20, 20);
        RC_ASSERT(read_subscript(write_subscript(subscript)) == std::optional(subscript));
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=3000");
    return exit_code({fields_stand_where_they_say(), changed_fields_say_what_they_were_given(), subscripts_are_taken_apart()});
}
