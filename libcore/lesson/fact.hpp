// SPDX-License-Identifier: BSD-3-Clause
// Tessera: facts about a job that a lesson asks for: each is worked out by the same code that plans for real.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/lesson/lesson_work.hpp"

#include <span>
#include <string_view>

namespace tessera {

/// One kind of fact. Everybody who lists them (the reader of lessons, its messages, the documentation) takes the rows of this
/// table.
struct FactKind {
    std::string_view name;
    std::string_view meaning; ///< half a sentence; in brackets, what of the fact it looks at
    Result<Index> (*value)(LessonFact const& fact, LessonWork const& work);
};

[[nodiscard]] std::span<FactKind const> fact_kinds();

/// Errors: an element, rank, dimension or section that the job does not have; those of planning and scheduling.
[[nodiscard]] Result<Index> fact_value(LessonFact const& fact, LessonWork const& work);

} // namespace tessera
