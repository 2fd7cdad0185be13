// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the type of an array's elements in generated programs.
#pragma once

#include "libcore/codegen/detail/program_text.hpp"
#include "libcore/codegen/program_options.hpp"
#include "libcore/mapping/array_spec.hpp"

namespace tessera::detail {

/// Adds the words of element_pattern, and `written_shift`: adding it to an element's number changes the element's value.
/// Structures, and types that a language lacks, become byte strings of the same length.
void add_element_words(ProgramWords& words, ArraySpec const& array, ProgramLanguage language);

} // namespace tessera::detail
