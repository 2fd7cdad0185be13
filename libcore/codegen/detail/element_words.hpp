// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the type of an array's elements as programs write it.
#pragma once

#include "libcore/codegen/detail/program_text.hpp"
#include "libcore/codegen/program_options.hpp"
#include "libcore/mapping/array_spec.hpp"

namespace tessera::detail {

/// The words of element_pattern; and `written_shift`: an element with a number larger by so much has another value. Types that a
/// language lacks, and structures, are strings of as many bytes.
void add_element_words(ProgramWords& words, ArraySpec const& array, ProgramLanguage language);

} // namespace tessera::detail
