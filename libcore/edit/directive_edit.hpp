// SPDX-License-Identifier: BSD-3-Clause
// Tessera: edits of directives in a job's text, for drags in the window.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/edit/form_fields.hpp"
#include "libcore/edit/text_edit.hpp"
#include "libcore/spec/job.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// A text, and the folder of its file, in which it looks for list files.
struct JobText {
    std::string text;
    std::string directory = ".";
};

/// Parses the text. Errors: the parser's.
[[nodiscard]] Result<Job> job_of(JobText const& text);

/// One mapping of the job: states[state] of an array.
struct StateReference {
    std::string array;
    std::size_t state = 0;
    friend bool operator==(StateReference const&, StateReference const&) = default;
};

/// Returns the place of a mapping in the job, or nothing if it is not there. `last`: the last of several equal ones.
[[nodiscard]] std::optional<StateReference> place_of(Job const& job, MappingSpec const& spec, bool last);

/// Returns the words of format number `format` of that mapping. To find them, each candidate is changed and the result is parsed.
/// So templates, attribute forms and remappings need no special rules. Error: no list in the text contains the format.
[[nodiscard]] Result<FormField> format_field(JobText const& text, StateReference const& place, int format);

/// Returns edits that give an arrangement another number of processors along a dimension. Dependent parts are adapted: lists of
/// ranks and of block sizes, and blocks that are too small. Errors: the text does not declare the arrangement; the parser's, if a
/// part cannot be adapted.
[[nodiscard]] Result<std::vector<TextEdit>> grid_edit(JobText const& text, std::string const& processors, int dim, Index count);

/// Returns the edits if the edited text is a valid job. Errors: the parser's.
[[nodiscard]] Result<std::vector<TextEdit>> understood(JobText const& text, std::vector<TextEdit> edits);

/// Returns block sizes for another number of processors: the largest are halved, or the last are joined. Other boundaries stay.
[[nodiscard]] std::vector<Index> resized_blocks(std::vector<Index> sizes, Index count);

} // namespace tessera
