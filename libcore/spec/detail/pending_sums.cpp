// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pending sums of job files.
#include "libcore/spec/detail/pending_sums.hpp"

#include "libcore/spec/detail/compact_mapping.hpp"
#include "libcore/spec/detail/validation.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>

namespace tessera::notation {

CopyStatement sum_of_addends(ArraySpec const& sum, ArraySpec const& addends) {
    return {sum.name, addends.name, CopyMap::along_last(addends.extents, addends.addends.value_or(ReduceOp::Sum))};
}

void PendingSums::add(ArraySymbol const& array, RootMapping const& placement, bool has_values) {
    Place const& form = placement.distribution.list;
    ArraySymbol addends = array;
    addends.spec = array_of_addends(array.spec, placement.addends);
    auto const known = sums_.find(lower(array.name.text));
    if (has_values || (known != sums_.end() && known->second.states.front().array != addends.spec))
        return diagnostics_.fail(form,
                                 "elements cannot become addends here; a redistribution combines addends, or moves them unchanged");
    bool const copies = placement.space.has_value();
    auto spec = valid_state(
        {addends, copies ? &*placement.space : nullptr, nullptr, copies ? &*placement.alignment : nullptr, placement.distribution},
        options_.ranks, diagnostics_);
    if (!spec) return;
    Sum& sum = sums_[lower(array.name.text)];
    sum.form = form;
    sum.states.push_back(*std::move(spec));
}

void PendingSums::add_up(Program const& program, Job& job) const {
    if (sums_.empty()) return;
    auto const& key = sums_.begin()->first;
    auto const& pending = sums_.begin()->second;
    auto const is_sum = [&](ArrayStates const& each) { return lower(each.array.name) == key; };
    bool const others =
        std::ranges::any_of(job.arrays, [&](ArrayStates const& each) { return !is_sum(each) && each.states.size() > 1; });
    if (sums_.size() > 1 || others || !program.copies.empty() || !program.phases.empty() || !program.io.empty() ||
        !program.regions.empty())
        return diagnostics_.fail(
            pending.form, "a job with a pending sum can only redistribute that array; a phase that makes sums says reduce A(:,+)");
    ArraySpec const addends = pending.states.front().array;
    auto const sum = std::ranges::find_if(job.arrays, is_sum);
    if (sum != job.arrays.end()) job.copies.push_back(sum_of_addends(sum->array, addends));
    job.arrays.insert(job.arrays.begin(), {addends, pending.states});
}

} // namespace tessera::notation
