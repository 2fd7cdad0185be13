// SPDX-License-Identifier: BSD-3-Clause
// Tessera: facts about a job for the questions of a lesson. The planning code computes each of them.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/lesson/lesson_work.hpp"

#include <span>
#include <string_view>

namespace tessera {

/// One kind of fact. The reader of lessons, its messages and the documentation all use this table.
struct FactKind {
    std::string_view name;
    std::string_view meaning; ///< a phrase; brackets contain the members of the fact that it uses
    Result<Index> (*value)(LessonFact const& fact, LessonWork const& work);
};

[[nodiscard]] std::span<FactKind const> fact_kinds();

/// Returns the value of a fact. Errors: an element, rank, dimension or section that the job does not have; those of planning and
/// scheduling.
[[nodiscard]] Result<Index> fact_value(LessonFact const& fact, LessonWork const& work);

} // namespace tessera
