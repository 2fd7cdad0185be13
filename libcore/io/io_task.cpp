// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the task of an I/O statement of a job.
#include "libcore/io/io_task.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/io/io_prices.hpp"
#include "libcore/mapping/mapping.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <set>

namespace tessera {

namespace {

/// Returns the set of a range. A negative stride gives the same set, because the order of elements does not matter in a file.
PeriodicSet set_of(CopyMap::Range const& range) {
    if (range.count == 0) return {};
    bool const forward = range.step > 0;
    Index const first = forward ? range.start : range.start + (range.count - 1) * range.step;
    return PeriodicSet::interval({0, range.count}).affine_image(forward ? range.step : -range.step, first);
}

BoxSet box_of(IoStatement const& statement, ArraySpec const& array, Rank p) {
    std::vector<PeriodicSet> dims;
    for (CopyMap::Range const& range : section_of(statement, array, p)) dims.push_back(set_of(range));
    return BoxSet(std::move(dims));
}

std::string state_name(IoStatement const& statement) {
    if (!statement.state.empty()) return statement.state;
    if (statement.state_here) return fmt::to_string(*statement.state_here);
    return statement.direction == IoDirection::Read ? "from" : "to";
}

Result<std::vector<RankSection>> owned_sections(ArrayStates const& array, IoStatement const& statement) {
    auto const spec = TRY(state_of(array, state_name(statement)));
    auto const mapping = TRY(Mapping::make(*spec));
    Index const ranks = mapping.grid().size();
    if (ranks > most_io_ranks)
        return fail(fmt::format("{} ranks take part; file access is planned for {} at most", ranks, most_io_ranks));
    BoxSet const wanted = box_of(statement, array.array, 0);
    std::vector<RankSection> sections;
    for (Index position = 0; position < ranks; ++position)
        sections.push_back({mapping.grid().rank(position), intersection(mapping.owned(position), wanted)});
    return sections;
}

std::vector<RankSection> named_sections(ArraySpec const& array, IoStatement const& statement) {
    std::vector<RankSection> sections;
    for (Rank p = statement.each->first; p <= statement.each->last; ++p) sections.push_back({p, box_of(statement, array, p)});
    return sections;
}

/// Returns block-cyclic domains, or nothing if they are not possible.
std::optional<FileDomains> cyclic_domains(Fad const& fad, DomainSettings settings) {
    settings.kind = DomainKind::BlockCyclic;
    auto domains = FileDomains::make(fad, settings);
    return domains ? std::optional(*std::move(domains)) : std::nullopt;
}

IoSettings settings_of(IoStatement const& statement) {
    IoSettings settings;
    if (statement.access) settings.access = *statement.access;
    if (statement.domains) settings.domains.kind = *statement.domains;
    if (statement.block) settings.domains.block = *statement.block;
    settings.domains.aggregators = statement.aggregators;
    return settings;
}

/// Returns the job's attachment of the array's processors to I/O processors, or null if there is none.
IoDistribution const* io_distribution_of(Job const& job, ArrayStates const& array, IoStatement const& statement) {
    auto const state = state_of(array, state_name(statement));
    auto const attaches = [&](IoDistribution const& io) { return state && io.processors == (*state)->processors; };
    auto const found = std::ranges::find_if(job.io, attaches);
    return found == job.io.end() ? nullptr : &*found;
}

/// Makes the ranks of the I/O processors the aggregators.
void apply_io_processors(IoTask& task, IoDistribution const& io) {
    DomainSettings& domains = task.settings.domains;
    domains.ranks = io.io_processors.ranks;
    Index count = 1;
    for (Index const extent : io.io_processors.extents) count *= extent;
    if (domains.ranks.empty())
        for (Index rank = 0; rank < count; ++rank) domains.ranks.push_back(static_cast<Rank>(rank));
    task.io_processors = io.io_processors.name;
    if (task.statement.domains) return;
    bool const cyclic =
        std::ranges::any_of(io.formats, [](DistFormat const& format) { return format.info().pattern == FormatPattern::Cycles; });
    domains.kind = cyclic ? DomainKind::BlockCyclic : DomainKind::Dynamic;
    task.asked.domains = domains.kind;
}

/// Gives each rank with buffers an equal share of the memory.
void share_memory(IoTask& task) {
    if (!task.statement.memory) return;
    std::set<Rank> ranks(task.settings.domains.ranks.begin(), task.settings.domains.ranks.end());
    for (Fad::Member const& member : task.fad->members()) ranks.insert(member.rank);
    task.asked.memory = *task.statement.memory / std::max<Index>(1, std::ssize(ranks));
    task.settings.sieve.buffer_bytes = *task.asked.memory;
}

} // namespace

Result<FileLayout> layout_of(IoStatement const& statement, ArraySpec const& array) {
    StoredShape shape{array.extents, std::vector<int>(array.extents.size()), statement.chunk, false};
    std::iota(shape.permutation.begin(), shape.permutation.end(), 0);
    if (statement.order.value_or(array.order) == StorageOrder::C) std::ranges::reverse(shape.permutation);
    if (shape.chunk.empty())
        for (Index const extent : shape.extents) shape.chunk.push_back(std::max<Index>(1, extent));
    return FileLayout::make(std::move(shape), array.type.bytes);
}

Result<IoTask> io_task(Job const& job, IoStatement const& statement) {
    ArrayStates const* const array = job.find(statement.array);
    if (array == nullptr) return fail(fmt::format("{} maps no array called {}", job.name, statement.array));
    auto layout = TRY(layout_of(statement, array->array));
    auto sections = TRY(statement.each ? Result<std::vector<RankSection>>(named_sections(array->array, statement))
                                       : owned_sections(*array, statement));
    IoTask task{statement,
                array->array,
                std::make_shared<Fad const>(std::move(layout), std::move(sections)),
                settings_of(statement),
                {statement.access, statement.domains}};
    if (auto const* const io = io_distribution_of(job, *array, statement)) apply_io_processors(task, *io);
    share_memory(task);
    // A block of one element is too short: an aggregator's turn should be as long as a request costs.
    auto const cyclic = cyclic_domains(*task.fad, task.settings.domains);
    if (!statement.block && cyclic && cyclic->unit() == FileUnit::Element)
        task.settings.domains.block = std::max<Index>(1, bytes_of_a_request / array->array.type.bytes);
    return task;
}

Result<IoStatement> default_io_statement(Job const& job) {
    if (!job.io_statements.empty()) return job.io_statements.front();
    if (job.arrays.empty()) return fail(fmt::format("{} maps no array; add a distribute directive", job.name));
    IoStatement statement;
    statement.array = job.arrays.front().array.name;
    return statement;
}

Result<IoChoice> compare_access(IoTask const& task, Machine const* machine, Watch const& watch) {
    return compare_access(task.fad, task.statement.direction, task.settings, machine, task.asked, watch);
}

} // namespace tessera
