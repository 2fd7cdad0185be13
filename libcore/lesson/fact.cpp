// SPDX-License-Identifier: BSD-3-Clause
// Tessera: facts about a job for the questions of a lesson.
#include "libcore/lesson/fact.hpp"

#include "libcore/base/try.hpp"
#include "libcore/comm/halo/halo_totals.hpp"
#include "libcore/network/cost.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace tessera {
namespace {

/// Error: the rank is not in the mapping.
Result<Index> lesson_position(Rank rank, Mapping const& mapping) {
    auto const position = mapping.grid().position(rank);
    if (!position) return fail(fmt::format("rank {} takes no part", rank));
    return *position;
}

Result<int> lesson_dim(LessonFact const& fact, Mapping const& mapping) {
    if (fact.dim < 1 || fact.dim > mapping.dims()) return fail(fmt::format("the array has no dimension {}", fact.dim));
    return fact.dim - 1;
}

Result<Index> owner_fact(LessonFact const& fact, LessonWork const& work) {
    auto const element = TRY(zero_based(fact.element, work.mapping(fact.after)));
    return work.mapping(fact.after).owners(element).front().rank;
}

Result<Index> copies_fact(LessonFact const& fact, LessonWork const& work) {
    auto const element = TRY(zero_based(fact.element, work.mapping(fact.after)));
    return std::ssize(work.mapping(fact.after).owners(element));
}

Result<Index> local_fact(LessonFact const& fact, LessonWork const& work) {
    Mapping const& mapping = work.mapping(fact.after);
    auto const element = TRY(zero_based(fact.element, mapping));
    auto const dim = TRY(lesson_dim(fact, mapping));
    Index const index = element[as_size(dim)];
    return mapping.dim(dim).owned(mapping.dim(dim).owner(index)).position(index) + 1;
}

Result<Index> count_fact(LessonFact const& fact, LessonWork const& work) {
    Mapping const& mapping = work.mapping(fact.after);
    auto const position = TRY(lesson_position(fact.rank, mapping));
    return mapping.holds(position) ? mapping.owned_count(position) : 0;
}

Result<Index> extent_fact(LessonFact const& fact, LessonWork const& work) {
    Mapping const& mapping = work.mapping(fact.after);
    auto const position = TRY(lesson_position(fact.rank, mapping));
    auto const dim = TRY(lesson_dim(fact, mapping));
    return mapping.dim(dim).count(mapping.dim_coord(position, dim));
}

Result<Index> within_fact(LessonFact const& fact, LessonWork const& work) {
    Mapping const& mapping = work.mapping(fact.after);
    auto const position = TRY(lesson_position(fact.rank, mapping));
    if (std::ssize(fact.section) != mapping.dims())
        return fail(fmt::format("\"section\" needs [first, last] for each of {} dimensions", mapping.dims()));
    Index count = mapping.holds(position) ? 1 : 0;
    for (int d = 0; d < mapping.dims(); ++d) {
        auto const [first, last] = fact.section[as_size(d)];
        Index const lower = mapping.array().lower[as_size(d)];
        count *= mapping.dim(d).owned(mapping.dim_coord(position, d)).count_in({first - lower, last + 1 - lower});
    }
    return count;
}

Result<Index> messages_fact(LessonFact const&, LessonWork const& work) {
    return work.transition.totals.messages;
}
Result<Index> moved_fact(LessonFact const&, LessonWork const& work) {
    return work.transition.totals.moved;
}
Result<Index> kept_fact(LessonFact const&, LessonWork const& work) {
    return work.transition.totals.kept;
}

Result<Index> sends_fact(LessonFact const& fact, LessonWork const& work) {
    auto const sends = work.transition.plan->sends(fact.rank);
    return std::ranges::count_if(sends, [](MultiMessage const& message) { return message.from != message.to; });
}

Result<Index> between_fact(LessonFact const& fact, LessonWork const& work) {
    Index elements = 0;
    for (MultiMessage const& message : work.transition.plan->sends(fact.rank))
        if (message.to == fact.other) elements += message.elements;
    return elements;
}

Result<Index> steps_fact(LessonFact const&, LessonWork const& work) {
    auto const sited = TRY(work.schedule());
    return sited.schedule->steps();
}

Result<Index> load_fact(LessonFact const&, LessonWork const& work) {
    auto const sited = TRY(work.schedule());
    auto const cost = TRY(cost_of(*sited.schedule, sited.site));
    double most = 0;
    for (StepCost const& step : cost.steps) most = std::max(most, step.max_load);
    return static_cast<Index>(std::llround(most));
}

Result<Index> requests_fact(LessonFact const&, LessonWork const& work) {
    auto const file = TRY(work.file());
    return file.method().plan.totals().requests();
}

Result<Index> useful_fact(LessonFact const&, LessonWork const& work) {
    auto const file = TRY(work.file());
    IoTotals const& totals = file.method().plan.totals();
    return totals.bytes() > 0 ? std::llround(100.0 * static_cast<double>(totals.useful) / static_cast<double>(totals.bytes()))
                              : 100;
}

Result<Index> arrivals_fact(LessonFact const& fact, LessonWork const& work) {
    auto const plan = TRY(work.halo());
    Index elements = 0;
    for (HaloMessage const& message : plan.receives(fact.rank))
        if (message.from != message.to) elements += message.elements;
    return elements;
}

Result<Index> neighbours_fact(LessonFact const& fact, LessonWork const& work) {
    auto const plan = TRY(work.halo());
    auto const messages = plan.receives(fact.rank);
    return std::ranges::count_if(messages, [](HaloMessage const& message) { return message.from != message.to; });
}

constexpr std::array fact_table{
    FactKind{"owner", "the first rank that holds an element (element, after)", owner_fact},
    FactKind{"copies", "how many ranks hold an element (element, after)", copies_fact},
    FactKind{"local", "the position of an element among those of its owner along a dimension, from 1 (element, dim, after)",
             local_fact},
    FactKind{"count", "how many elements a rank holds (rank, after)", count_fact},
    FactKind{"extent", "how many indices of a dimension a rank holds (rank, dim, after)", extent_fact},
    FactKind{"within", "how many elements of a section a rank holds (rank, section, after)", within_fact},
    FactKind{"messages", "how many messages are sent", messages_fact},
    FactKind{"moved", "how many elements change their rank", moved_fact},
    FactKind{"kept", "how many elements stay where they are", kept_fact},
    FactKind{"sends", "to how many other ranks a rank sends (rank)", sends_fact},
    FactKind{"between", "how many elements one rank sends another (rank, other)", between_fact},
    FactKind{"steps", "how many steps the schedule has", steps_fact},
    FactKind{"load", "the most messages that a link carries in any step", load_fact},
    FactKind{"requests", "how many requests the file gets", requests_fact},
    FactKind{"useful", "how many of 100 bytes that are read or written are needed", useful_fact},
    FactKind{"arrivals", "how many elements a rank receives from its neighbours (rank)", arrivals_fact},
    FactKind{"neighbours", "from how many other ranks a rank receives such elements (rank)", neighbours_fact},
};

} // namespace

std::span<FactKind const> fact_kinds() {
    return fact_table;
}

Result<Index> fact_value(LessonFact const& fact, LessonWork const& work) {
    auto const kind = std::ranges::find(fact_table, fact.kind, &FactKind::name);
    if (kind == fact_table.end()) return fail(fmt::format("there is no fact '{}'", fact.kind));
    return kind->value(fact, work);
}

} // namespace tessera
