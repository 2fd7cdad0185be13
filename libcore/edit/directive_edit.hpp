// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which words of a job's text say what a drag wants changed.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/edit/form_fields.hpp"
#include "libcore/edit/text_edit.hpp"
#include "libcore/spec/job.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// A text and the folder of its file, for the lists it names.
struct JobText {
    std::string text;
    std::string directory = ".";
};

/// The job that a text describes. Errors: the parser's.
[[nodiscard]] Result<Job> job_of(JobText const& text);

/// One mapping of the job: states[state] of an array.
struct StatePlace {
    std::string array;
    std::size_t state = 0;
    friend bool operator==(StatePlace const&, StatePlace const&) = default;
};

/// Where a mapping of the job stands; `last`: the last of several equal ones. Nothing where the job has no such mapping.
[[nodiscard]] std::optional<StatePlace> place_of(Job const& job, MappingSpec const& spec, bool last);

/// The words that are the `format`-th format of that mapping. Found by changing each candidate and asking the parser what changed,
/// so that templates, attribute forms and remappings need no rules of their own. Error: nothing in the text says it in a list.
[[nodiscard]] Result<FormField> format_field(JobText const& text, StatePlace const& place, int format);

/// An arrangement gets another number of processors along a dimension. What would contradict it follows: lists of ranks and of
/// block sizes, blocks too small. Errors: the arrangement is not declared in the text; the parser's, where something cannot follow.
[[nodiscard]] Result<std::vector<TextEdit>> grid_edit(JobText const& text, std::string const& processors, int dim, Index count);

/// The edits, if the text is a job with them. Errors: the parser's.
[[nodiscard]] Result<std::vector<TextEdit>> understood(JobText const& text, std::vector<TextEdit> edits);

/// Block sizes for another number of processors: the largest are halved, the last are joined; other boundaries stay.
[[nodiscard]] std::vector<Index> resized_blocks(std::vector<Index> sizes, Index count);

} // namespace tessera
