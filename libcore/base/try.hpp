// SPDX-License-Identifier: BSD-3-Clause
// Tessera: TRY takes the value out of a Result, or returns the error to the caller. For .cpp files; it is not installed.
#pragma once

#include "libcore/base/result.hpp"

#include <type_traits>
#include <utility>

namespace tessera::detail {

/// Moves the value out. Precondition: there is one.
template <class T>
T moved_value(Result<T>&& result) {
    if constexpr (!std::is_void_v<T>) return *std::move(result);
}

} // namespace tessera::detail

/// Evaluates to the value of a Result. If the Result holds an error, the enclosing function or lambda returns it unchanged:
///
///     auto const plan = TRY(RedistPlan::make(source, target)); // a RedistPlan, moved out of the Result
///     TRY(check_ranks(plan, world.size()));                    // Result<void>, or the value is not needed
///     plans.push_back(TRY(load_plan(arguments)));
///
/// The value is never a reference, so it outlives the Result. The arguments of the call end with TRY: a string_view into one of
/// them would dangle. Not inside a braced list: the return would skip the destructors of the members before it (tests/arch checks
/// this). To add words to an error, write `if (!made) return fail(...)`.
/// TRY is a statement expression, an extension of g++ and clang++. The counter names nested results differently.
#define TRY(...) TESSERA_TRY_COUNTED(__COUNTER__, __VA_ARGS__)
#define TESSERA_TRY_COUNTED(count, ...) TESSERA_TRY_NAMED(count, __VA_ARGS__)
#define TESSERA_TRY_NAMED(count, ...)                                                                                              \
    __extension__({                                                                                                                \
        auto tessera_result_##count = (__VA_ARGS__);                                                                               \
        if (!tessera_result_##count) return ::tl::unexpected(std::move(tessera_result_##count).error());                           \
        ::tessera::detail::moved_value(std::move(tessera_result_##count));                                                         \
    })
