// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the notations in which other systems say how an array is spread, and mappings written in them.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"

#include <span>
#include <string>
#include <string_view>

namespace tessera {

/// A notation that mappings are written in.
struct FormInfo {
    std::string_view name;   ///< as --form takes it: "jax"
    std::string_view system; ///< whose it is: "JAX: PartitionSpec on a named mesh"
};

/// All of them, in the order of the table.
[[nodiscard]] std::span<FormInfo const> forms();

/// The mapping in the words of a form; what a form says that can be read (all but `pitfalls` and `hpf`) was read back, and gives
/// every rank the same elements. Pages of text end with a line end, one-liners do not.
/// Errors: no such form; something the form has no words for, which the message names.
[[nodiscard]] Result<std::string> write_form(Mapping const& mapping, std::string_view form);

/// A mapping of `array` in compact notation or in one of the forms, as --from takes it; where it leaves a sum pending, that of the
/// addends, an array with one more dimension (ArraySpec::addends). `source` names the text in errors.
[[nodiscard]] Result<MappingSpec> read_mapping(std::string_view text, ArraySpec const& array, std::string source = "mapping");

/// The same elements on the same ranks, copies included? Cost: the ranks of both times the dimensions.
[[nodiscard]] bool same_owners(Mapping const& a, Mapping const& b);

} // namespace tessera
