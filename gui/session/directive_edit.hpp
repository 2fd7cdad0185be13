// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which words of a job's text say what a drag wants changed.
#pragma once

#include "gui/session/form_fields.hpp"
#include "gui/session/text_edit.hpp"
#include "libcore/base/result.hpp"
#include "libcore/spec/job.hpp"

#include <string>

namespace tessera::gui {

/// A text and where it comes from, for the lists it names.
struct JobText {
    QString text;
    std::string directory = ".";
};

[[nodiscard]] Result<Job> parsed(JobText const& text);

/// One mapping of the job: states[state] of an array.
struct StatePlace {
    std::string array;
    std::size_t state = 0;
    friend bool operator==(StatePlace const&, StatePlace const&) = default;
};

/// Where a mapping of the job stands; `last`: the last of several equal ones. Nothing where the job has no such mapping.
[[nodiscard]] std::optional<StatePlace> placeOf(Job const& job, MappingSpec const& spec, bool last);

/// The words that are the `format`-th format of that mapping. Found by changing each candidate and asking the parser what changed,
/// so that templates, attribute forms and remappings need no rules of their own. Error: nothing in the text says it in a list.
[[nodiscard]] Result<FormField> formatField(JobText const& text, StatePlace const& place, int format);

/// An arrangement gets another number of processors along a dimension. What would contradict it follows: lists of ranks and of
/// block sizes, blocks too small. Errors: the arrangement is not declared in the text; the parser's, where something cannot follow.
[[nodiscard]] Result<std::vector<TextEdit>> gridEdit(JobText const& text, std::string const& processors, int dim, Index count);

/// The edits, if the text is a job with them. Errors: the parser's.
[[nodiscard]] Result<std::vector<TextEdit>> understood(JobText const& text, std::vector<TextEdit> edits);

} // namespace tessera::gui
