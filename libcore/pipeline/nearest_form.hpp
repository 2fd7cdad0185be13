// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the nearest mapping that a form has words for.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tessera {

struct NearestForm {
    std::string text;    ///< in the form's words
    RedistTotals totals; ///< from the mapping to this one
};

/// Among mappings with the same parts in each dimension: other formats (blocks, even blocks, cyclic), the ranks in another order,
/// one copy instead of several; that to which the fewest elements move, then by the fewest messages. Nothing where the form has
/// words for none of them, or where there are more ranks than `most_ranks`, each of which would be looked at many times.
[[nodiscard]] std::optional<NearestForm> nearest_in_form(Mapping const& mapping, std::string_view form, Index most_ranks = 1024);

} // namespace tessera
