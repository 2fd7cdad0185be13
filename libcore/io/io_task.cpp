// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what an I/O statement of a job asks for.
#include "libcore/io/io_task.hpp"

#include "libcore/mapping/mapping.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace tessera {

namespace {

/// The order of the elements does not matter to a file: a negative stride names the same ones.
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

Result<std::vector<RankSection>> owned_sections(ArrayStates const& array, IoStatement const& statement) {
    std::string_view const by_default = statement.direction == IoDirection::Read ? "from" : "to";
    auto const spec = state_of(array, statement.state.empty() ? by_default : statement.state);
    if (!spec) return tl::unexpected(spec.error());
    auto const mapping = Mapping::make(**spec);
    if (!mapping) return tl::unexpected(mapping.error());
    Index const ranks = mapping->grid().size();
    if (ranks > most_io_ranks)
        return fail(fmt::format("{} ranks take part; file access is planned for {} at most", ranks, most_io_ranks));
    BoxSet const wanted = box_of(statement, array.array, 0);
    std::vector<RankSection> sections;
    for (Index position = 0; position < ranks; ++position)
        sections.push_back({mapping->grid().rank(position), intersection(mapping->owned(position), wanted)});
    return sections;
}

std::vector<RankSection> named_sections(ArraySpec const& array, IoStatement const& statement) {
    std::vector<RankSection> sections;
    for (Rank p = statement.each->first; p <= statement.each->last; ++p) sections.push_back({p, box_of(statement, array, p)});
    return sections;
}

Result<FileLayout> layout_of(ArraySpec const& array, IoStatement const& statement) {
    StoredShape shape{array.extents, std::vector<int>(array.extents.size()), statement.chunk, false};
    std::iota(shape.permutation.begin(), shape.permutation.end(), 0);
    if (statement.order.value_or(array.order) == StorageOrder::C) std::ranges::reverse(shape.permutation);
    if (shape.chunk.empty())
        for (Index const extent : shape.extents) shape.chunk.push_back(std::max<Index>(1, extent));
    return FileLayout::make(std::move(shape), array.type.bytes);
}

IoSettings settings_of(IoStatement const& statement) {
    IoSettings settings;
    if (statement.access) settings.access = *statement.access;
    if (statement.domains) settings.domains.kind = *statement.domains;
    if (statement.block) settings.domains.block = *statement.block;
    if (statement.memory) settings.sieve.buffer_bytes = *statement.memory;
    settings.domains.aggregators = statement.aggregators;
    return settings;
}

} // namespace

Result<IoTask> io_task(Job const& job, IoStatement const& statement) {
    ArrayStates const* const array = job.find(statement.array);
    if (array == nullptr) return fail(fmt::format("{} maps no array called {}", job.name, statement.array));
    auto layout = layout_of(array->array, statement);
    if (!layout) return tl::unexpected(layout.error());
    auto sections = statement.each ? Result<std::vector<RankSection>>(named_sections(array->array, statement))
                                   : owned_sections(*array, statement);
    if (!sections) return tl::unexpected(sections.error());
    return IoTask{statement, array->array, std::make_shared<Fad const>(*std::move(layout), *std::move(sections)),
                  settings_of(statement)};
}

Result<IoStatement> default_io_statement(Job const& job) {
    if (!job.io_statements.empty()) return job.io_statements.front();
    if (job.arrays.empty()) return fail(fmt::format("{} maps no array; add a distribute directive", job.name));
    IoStatement statement;
    statement.array = job.arrays.front().array.name;
    return statement;
}

Result<IoChoice> compare_access(IoTask const& task, Machine const* machine) {
    return compare_access(task.fad, task.statement.direction, task.settings, machine,
                          {task.statement.access, task.statement.domains});
}

} // namespace tessera
