// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common part of generated programs that move boxes of an array.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/codegen/detail/box_patterns.hpp"
#include "libcore/codegen/detail/families.hpp"
#include "libcore/codegen/detail/program_frame.hpp"
#include "libcore/codegen/detail/program_text.hpp"
#include "libcore/mapping/mapping.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::detail {

/// Returns the dimensions of an array from the slowest in memory to the fastest: the levels of a program's loops.
[[nodiscard]] std::vector<int> levels_of(ArraySpec const& array);

/// Returns the words of every such program: those of element_pattern, `dims`, `named_dims`, `array_strides`.
[[nodiscard]] ProgramWords words_of(ArraySpec const& array, ProgramLanguage language);

/// Returns the elements that each coordinate owns, from indices of the array to places in memory. Rows are (level, 0, coordinate).
[[nodiscard]] FamilyTable owned_table(Mapping const& mapping);

/// Returns the list called `name` of the ranks that hold a part of the array, with their coordinates.
[[nodiscard]] std::string holders_text(Mapping const& mapping, ProgramLanguage language, std::string_view name);

/// Returns the parts of a program, one after the other.
[[nodiscard]] ProgramBody assembled(ProgramLanguage language, std::vector<PartPattern const*> const& parts,
                                    ProgramWords const& words);

/// Checks the mapping. Errors: more ranks than a program lists; more elements than a double can count.
[[nodiscard]] Result<void> check_listable(Mapping const& mapping);
/// Checks the tables. Error: more families than a program lists.
[[nodiscard]] Result<void> check_listable(std::initializer_list<FamilyTable const*> tables);

} // namespace tessera::detail
