// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `distribute A as jax(...)`: a foreign form in a job file becomes a distribution, and the template that its copies lie
// on.
#pragma once

#include "libcore/spec/detail/alignment.hpp"
#include "libcore/spec/detail/compact_mapping.hpp"
#include "libcore/spec/detail/distribution.hpp"
#include "libcore/spec/parse.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tessera::notation {

/// How something is spread over processors.
struct RootMapping {
    Distribution distribution;
    std::optional<Template> space;      ///< of a form with copies: the template that the array lies on, in front of what is
                                        ///< distributed; nothing: the array or template itself is distributed
    std::optional<Alignment> alignment; ///< present where `space` is
    Addends addends = {};               ///< of a form that leaves a sum pending: the array is that of array_of_addends()
};

/// Gives what nobody named, arrangements and templates, names that are free, the same ones where the same is meant: a job can be
/// written down with them.
class MadeNames {
  public:
    explicit MadeNames(Symbols const& symbols) : symbols_(symbols) {}

    void name(Processors& processors);
    /// `array`: whose template it is; two arrays share none.
    void name(Template& space, std::string const& array);

  private:
    Symbols const& symbols_;
    std::vector<Processors> processors_;
    std::vector<std::pair<Template, std::string>> templates_;
};

/// Reads node.form. Errors: what the form's reader finds, at the words of the directive.
[[nodiscard]] std::optional<RootMapping> placement_of_form(DistributeNode const& node, ArraySymbol const& array, MadeNames& names,
                                                           ParseOptions const& options, Diagnostics& diagnostics);

} // namespace tessera::notation
