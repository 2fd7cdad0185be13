// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the contents of the handles of the C interface, and how results are handed over.
#include "libcore/api/c/handles.hpp"

#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <new>

namespace tessera::api {

Result<void> hand_over(Result<std::string> const& text, char** result) {
    if (!text) return forward_error(text);
    auto* const copy = static_cast<char*>(std::malloc(text->size() + 1));
    if (copy == nullptr) throw std::bad_alloc();
    std::memcpy(copy, text->c_str(), text->size() + 1);
    *result = copy;
    return {};
}

bool holds_part(Mapping const& mapping, Rank rank) {
    auto const position = mapping.grid().position(rank);
    return position && mapping.owned_count(*position) > 0;
}

Result<void> check_list(int64_t capacity, void const* list) {
    if (capacity < 0) return fail(fmt::format("the capacity {} is negative", capacity));
    if (list == nullptr && capacity > 0) return fail(fmt::format("there is no list for the capacity {}", capacity));
    return {};
}

Result<Transition const*> only_transition(tessera_plan const& plan) {
    if (plan.transitions.size() == 1) return &plan.transitions.front();
    return fail(fmt::format("the plan has {} transitions; take one of them by tessera_plan_transition", plan.transitions.size()));
}

} // namespace tessera::api
