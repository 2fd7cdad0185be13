// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the settings for the repair of a copy.
#pragma once

#include "libcore/files/copy/array_copy_settings.hpp"
#include "libcore/files/copy/option_values.hpp"
#include "libcore/files/copy/repair.hpp"

#include <string>
#include <vector>

namespace tessera {

/// The arrays to compare, and the names of those that cannot be compared.
struct RepairPairs {
    FileName from;
    FileName to;
    std::vector<ArrayCopySettings> arrays;
    std::vector<std::string> not_compared; ///< names of arrays with parts of their elements elsewhere
};

/// Opens the arrays of the copy that `request` names, with the options of that copy. Called by every rank, not collective. Errors:
/// an option is not for a repair; nothing can be compared; those of array_copy_settings().
[[nodiscard]] Result<RepairPairs> repair_pairs(CopyRequest const& request, int ranks);

/// Opens the target of an array to be repaired.
[[nodiscard]] Result<StoredArray> open_to_repair(ArrayCopySettings const& settings);

} // namespace tessera
