// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays that forms leave as pending sums: their addends are arrays of their own, in front of the sum.
#pragma once

#include "libcore/spec/detail/form_placement.hpp"
#include "libcore/spec/job.hpp"

#include <map>
#include <string>
#include <vector>

namespace tessera::notation {

/// A = sum(A_addends), along the last dimension.
[[nodiscard]] CopyStatement sum_of_addends(ArraySpec const& sum, ArraySpec const& addends);

/// The pending sums of a job file.
class PendingSums {
  public:
    PendingSums(ParseOptions const& options, Diagnostics& diagnostics) : options_(options), diagnostics_(diagnostics) {}

    /// The next state of the array is one of addends. `has_values`: some state before was none. Errors: then; other addends than
    /// before; those of valid_state.
    void add(ArraySymbol const& array, RootMapping const& placement, bool has_values);
    /// Puts the addends into the job, and the redistribution that adds them up. Error: the job does more than that; nobody owns a
    /// value meanwhile that anything else could be about.
    void add_up(Program const& program, Job& job) const;

  private:
    struct Sum {
        std::vector<MappingSpec> states; ///< of the addends
        Place form;                      ///< the last that said so
    };
    ParseOptions const& options_;
    Diagnostics& diagnostics_;
    std::map<std::string, Sum> sums_; // by the array's name, in lower case
};

} // namespace tessera::notation
