// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the nearest mapping that a foreign form can express.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tessera {

struct NearestForm {
    std::string text;    ///< the mapping in the form's notation
    RedistTotals totals; ///< transfers from the original mapping to this one
};

/// Returns the nearest mapping that a form can express. Candidates have the same parts in each dimension, with other formats
/// (blocks, even blocks, cyclic), another order of the ranks, or one copy instead of several. The nearest one needs the fewest
/// moved elements, then the fewest messages. Returns nothing if the form can express no candidate, or if there are more ranks than
/// `most_ranks`, because each rank is examined many times.
[[nodiscard]] std::optional<NearestForm> nearest_in_form(Mapping const& mapping, std::string_view form, Index most_ranks = 1024);

} // namespace tessera
