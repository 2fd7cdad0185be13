// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the sharding notations of other systems, and mappings written in them.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"

#include <span>
#include <string>
#include <string_view>

namespace tessera {

/// A notation of another system for mappings.
struct FormInfo {
    std::string_view name;   ///< value for --form: "jax"
    std::string_view system; ///< the system and its name for the notation: "JAX: PartitionSpec on a named mesh"
};

/// Returns all forms, in the order of the table.
[[nodiscard]] std::span<FormInfo const> forms();

/// Returns the mapping as text of a form. If the form can be read (all but `pitfalls` and `hpf`), the text was read back and gives
/// every rank the same elements. Pages of text end with a line end, one-line texts do not. Errors: no such form; something that the
/// form cannot express, which the message names.
[[nodiscard]] Result<std::string> write_form(Mapping const& mapping, std::string_view form);

/// Reads a mapping of `array` in compact notation or in a form, as --from takes it. If the form leaves a sum pending, returns the
/// mapping of the addends, an array with one more dimension (ArraySpec::addends). `source` names the text in errors.
[[nodiscard]] Result<MappingSpec> read_mapping(std::string_view text, ArraySpec const& array, std::string source = "mapping");

/// Returns whether both give the same ranks the same elements, copies included. Cost: the ranks of both times the dimensions.
[[nodiscard]] bool same_owners(Mapping const& a, Mapping const& b);

} // namespace tessera
