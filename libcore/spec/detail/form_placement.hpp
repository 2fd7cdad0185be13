// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `distribute A as jax(...)`: conversion of a foreign form to a distribution and the template for its copies.
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

/// How an array or template is distributed over processors.
struct RootMapping {
    Distribution distribution;
    std::optional<Template> space;      ///< for a form with copies: the template that the array is aligned with, and that is
                                        ///< distributed; nothing: the array or template itself is distributed
    std::optional<Alignment> alignment; ///< present if `space` is
    Addends addends = {};               ///< for a form that leaves a sum pending: the mapping is for the array that
                                        ///< array_of_addends() returns
};

/// Gives unused names to arrangements and templates without a name. Equal ones get the same name, so the job can be written with
/// these names.
class MadeNames {
  public:
    explicit MadeNames(Symbols const& symbols) : symbols_(symbols) {}

    void name(Processors& processors);
    /// `array` is the owner of the template; two arrays never share one.
    void name(Template& space, std::string const& array);

  private:
    Symbols const& symbols_;
    std::vector<Processors> processors_;
    std::vector<std::pair<Template, std::string>> templates_;
};

/// Reads node.form. Errors: those of the form's reader, placed at the words of the directive.
[[nodiscard]] std::optional<RootMapping> placement_of_form(DistributeNode const& node, ArraySymbol const& array, MadeNames& names,
                                                           ParseOptions const& options, Diagnostics& diagnostics);

} // namespace tessera::notation
