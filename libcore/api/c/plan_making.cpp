// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how plans of the C interface are made.
#include "libcore/api/c/failure.hpp"
#include "libcore/api/c/handles.hpp"
#include "libcore/api/c/job_texts.hpp"
#include "libcore/base/try.hpp"
#include "libcore/redist/multi_plan.hpp"

#include <fmt/format.h>
#include <memory>
#include <utility>

namespace tessera::api {
namespace {

Result<RedistPlan> plan_of_copy(Mapping const& source, Mapping const& target, Result<CopyMap> map) {
    if (!map) return forward_error(map);
    return RedistPlan::make(source, target, *std::move(map));
}

Result<RedistPlan> plan_between(Mapping const& source, Mapping const& target, char const* copy) {
    if (copy != nullptr) return plan_of_copy(source, target, parse_copy_between(copy, source.array(), target.array()));
    if (auto const op = source.array().addends; op && !target.array().addends)
        return RedistPlan::make(source, target, CopyMap::along_last(source.array().extents, *op));
    return RedistPlan::make(source, target);
}

Result<CopyMap> map_of_permutation(Mapping const& source, Mapping const& target, int const* permutation) {
    if (source.dims() != target.dims())
        return fail(fmt::format("the source has {} dimensions and the target {}", source.dims(), target.dims()));
    CopyMap map = CopyMap::identity(target.array().extents);
    for (int d = 0; d < target.dims(); ++d) {
        if (permutation[d] < 0 || permutation[d] >= source.dims())
            return fail(fmt::format("permutation[{}] is {}; expected 0 to {}", d, permutation[d], source.dims() - 1));
        map.axes[as_size(d)].source->dim = permutation[d];
    }
    return map;
}

Result<tessera_plan> plan_handle(Result<RedistPlan> const& made, CopyNumbers copies) {
    if (!made) return forward_error(made);
    auto plan = TRY(MultiPlan::make({*made}));
    Transition transition{.from = 0, .to = copies.empty() ? 1 : 0, .plan = nullptr, .totals = {}, .copies = copies};
    transition.set_plan(std::move(plan));
    return tessera_plan{{std::move(transition)}};
}

Result<tessera_plan> plan_of_job(Result<Job> const& job) {
    if (!job) return forward_error(job);
    for (CopyStatement const& copy : job->copies)
        if (copy.map.reshapes())
            return fail(fmt::format("{} = reshape({}): the library's plans keep the shape of an array; use distplan and redist",
                                    copy.target, copy.source));
    auto transitions = TRY(transitions_of(*job));
    return tessera_plan{std::move(transitions)};
}

} // namespace
} // namespace tessera::api

using namespace tessera::api;

int tessera_plan_make(tessera_mapping const* source, tessera_mapping const* target, char const* copy, tessera_plan** result) {
    return guarded(__func__, {{source, "source"}, {target, "target"}, {result, "result"}}, [&] {
        tessera::CopyNumbers const copies = copy == nullptr ? tessera::CopyNumbers{} : tessera::CopyNumbers{1, 1};
        return hand_over(plan_handle(plan_between(source->mapping, target->mapping, copy), copies), result);
    });
}

int tessera_plan_transpose(tessera_mapping const* source, tessera_mapping const* target, int const* permutation,
                           tessera_plan** result) {
    return guarded(__func__, {{source, "source"}, {target, "target"}, {permutation, "permutation"}, {result, "result"}}, [&] {
        auto map = map_of_permutation(source->mapping, target->mapping, permutation);
        return hand_over(plan_handle(plan_of_copy(source->mapping, target->mapping, std::move(map)), {1, 1}), result);
    });
}

int tessera_plan_parse(char const* array, char const* from, char const* to, int64_t ranks, tessera_plan** result) {
    return guarded(__func__, {{array, "array"}, {from, "from"}, {to, "to"}, {result, "result"}},
                   [&] { return hand_over(plan_of_job(parse_move(array, from, to, ranks)), result); });
}

int tessera_plan_job(char const* text, char const* name, int64_t ranks, tessera_plan** result) {
    return guarded(__func__, {{text, "text"}, {result, "result"}},
                   [&] { return hand_over(plan_of_job(parse_job_text(text, name == nullptr ? "job" : name, ranks)), result); });
}

int tessera_plan_transition(tessera_plan const* plan, int64_t transition, tessera_plan** result) {
    return guarded(__func__, {{plan, "plan"}, {result, "result"}}, [&]() -> tessera::Result<void> {
        auto const count = std::ssize(plan->transitions);
        if (transition < 0 || transition >= count)
            return tessera::fail(fmt::format("there is no transition {}; the transitions are 0 to {}", transition, count - 1));
        *result = new tessera_plan{{plan->transitions[tessera::as_size(transition)]}};
        return {};
    });
}

void tessera_plan_free(tessera_plan* plan) {
    delete plan;
}
