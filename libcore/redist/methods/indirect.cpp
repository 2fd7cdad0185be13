// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the indirect method: one dimension at a time (Thakur, section 3.6).
#include "libcore/base/try.hpp"
#include "libcore/redist/methods/detail/distributed_axis.hpp"
#include "libcore/redist/methods/detail/steps.hpp"

#include "libcore/base/units.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera::detail {

namespace {

/// Returns whether a processor dimension distributes the same indices before and after.
bool unchanged(RedistPlan const& plan, DistributedAxis const& before, DistributedAxis const& after) {
    if (before == after) return true;
    auto const dim = before.array_dim();
    return dim && dim == after.array_dim() && plan.source().dim(*dim) == plan.target().dim(*dim);
}

/// Orders the changes of the processor dimensions. A shape-retaining change swaps the format of one array dimension. A
/// shape-changing one, (X,*) to (*,Y), takes the processors from one array dimension and gives them to another. The other dimension
/// must be free before, which determines the order.
class OneAfterAnother {
  public:
    explicit OneAfterAnother(RedistPlan const& plan)
        : plan_(plan), current_(distributed_axes_of(plan.source().spec())), target_(distributed_axes_of(plan.target().spec())) {
        for (std::size_t p = 0; p < current_.size(); ++p)
            if (!unchanged(plan, current_[p], target_[p])) waiting_.push_back(p);
    }

    [[nodiscard]] MethodSteps steps() {
        std::vector<MethodStep> steps;
        Mapping at = plan_.source();
        while (waiting_.size() > 1) {
            auto const next = std::ranges::find_if(waiting_, [this](std::size_t p) { return is_free(p); });
            if (next == waiting_.end())
                return fail("it changes one dimension after the other, but here each waits for another in a circle");
            std::string how = wording(*next);
            current_[*next] = target_[*next];
            waiting_.erase(next);
            auto between = TRY(mapping_of(plan_.source().spec(), current_));
            auto step = TRY(RedistPlan::make(std::move(at), between, plan_.map()));
            steps.push_back({std::move(step), std::move(how)});
            at = std::move(between);
        }
        auto last = TRY(RedistPlan::make(std::move(at), plan_.target(), plan_.map()));
        steps.push_back({std::move(last), waiting_.empty() ? "no dimension changes" : wording(waiting_.front())});
        return steps;
    }

  private:
    /// Returns whether no other processor dimension distributes the array dimension that p goes to.
    [[nodiscard]] bool is_free(std::size_t p) const {
        auto const dim = target_[p].array_dim();
        if (!dim) return true;
        for (std::size_t other = 0; other < current_.size(); ++other)
            if (other != p && current_[other].array_dim() == dim) return false;
        return true;
    }

    [[nodiscard]] std::string wording(std::size_t p) const {
        auto const from = current_[p].array_dim();
        auto const to = target_[p].array_dim();
        if (from && from == to) return fmt::format("dimension {}", *to + 1);
        if (from && to) return fmt::format("from dimension {} to dimension {}", *from + 1, *to + 1);
        return fmt::format("processor dimension {}", p + 1);
    }

    RedistPlan const& plan_;
    std::vector<DistributedAxis> current_;
    std::vector<DistributedAxis> target_;
    std::vector<std::size_t> waiting_; // processor dimensions that still have to change
};

} // namespace

MethodSteps indirect_steps(RedistPlan const& plan) {
    if (!stays_in_place(plan))
        return fail("it redistributes an array in place, but here the elements change their indices or bounds");
    ProcessorGrid const& before = plan.source().grid();
    ProcessorGrid const& after = plan.target().grid();
    if (before.dims() != after.dims())
        return fail(fmt::format("it keeps the processors, but here their arrangement has {} before and {} after (the paper has no "
                                "algorithm for this either, section 3.6.2)",
                                counted(before.dims(), "dimension"), after.dims()));
    if (!same_grid(before, after))
        return fail("it keeps the processors, but here other processors, or the same in another order, hold the array after");
    return OneAfterAnother(plan).steps();
}

} // namespace tessera::detail
