// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays that foreign forms leave as pending sums. Their addends become arrays of their own.
#pragma once

#include "libcore/spec/detail/form_placement.hpp"
#include "libcore/spec/job.hpp"

#include <map>
#include <string>
#include <vector>

namespace tessera::notation {

/// Returns A = sum(A_addends) along the last dimension.
[[nodiscard]] CopyStatement sum_of_addends(ArraySpec const& sum, ArraySpec const& addends);

/// The pending sums of a job file.
class PendingSums {
  public:
    PendingSums(ParseOptions const& options, Diagnostics& diagnostics) : options_(options), diagnostics_(diagnostics) {}

    /// Adds the next state of the array, which is one of addends. `has_values`: some earlier state held values, not addends.
    /// Errors: has_values is true; addends that differ from those of earlier states; errors of valid_state.
    void add(ArraySymbol const& array, RootMapping const& placement, bool has_values);
    /// Adds the arrays of addends and the redistribution that sums them to the job. Error: the job contains another operation; no
    /// rank owns a complete value for it before the sum.
    void add_up(Program const& program, Job& job) const;

  private:
    struct Sum {
        std::vector<MappingSpec> states; ///< states of the addends
        Place form;                      ///< the last form with these addends
    };
    ParseOptions const& options_;
    Diagnostics& diagnostics_;
    std::map<std::string, Sum> sums_; // key: the array's name in lower case
};

} // namespace tessera::notation
