// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file access that a command line describes.
#include "cli/common/io_loading.hpp"

#include "cli/common/job_loading.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/spec/parse.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera::cli {
namespace {

/// Returns the N-th statement of the job, or the first one (about --array-name). If there is none, returns one that reads the whole
/// array.
Result<IoStatement> chosen_statement(Tool const& tool, Job const& job) {
    auto const count = static_cast<Index>(job.io_statements.size());
    if (auto const line = tool.arguments.number("line")) {
        if (*line < 1 || *line > count)
            return fail(fmt::format("--line {}: {} has only {}", *line, job.name, counted(count, "io line")));
        return job.io_statements[as_size(*line - 1)];
    }
    auto const name = tool.arguments.text("array-name");
    if (!name) {
        if (count > 1) tool.messages.note(fmt::format("this is the first of {} io lines; --line 2 shows the next", count));
        return default_io_statement(job);
    }
    auto const array = TRY(choose_array(job, name));
    auto const found = std::ranges::find(job.io_statements, array->array.name, &IoStatement::array);
    if (found != job.io_statements.end()) return *found;
    IoStatement statement;
    statement.array = array->array.name;
    return statement;
}

Result<void> apply_section(IoStatement& statement, Arguments const& arguments, Job const& job) {
    ArraySpec const& array = job.find(statement.array)->array;
    if (auto const chunk = arguments.text("chunk")) {
        auto extents = parse_extents(*chunk);
        if (!extents) return fail(fmt::format("--chunk: {}", extents.error().message));
        if (extents->size() != array.extents.size())
            return fail(fmt::format("--chunk: {} has {}, but {}", array.name, counted(array.dims(), "dimension"),
                                    counted(static_cast<Index>(extents->size()), "extent")));
        statement.chunk = *std::move(extents);
    }
    return parse_io_section(statement, arguments.text("section"), arguments.text("for"), array, {job.ranks, nullptr});
}

/// Replaces parts of the statement by those that the options give.
Result<void> apply_options(IoStatement& statement, Arguments const& arguments, Job const& job) {
    if (arguments.has("write")) statement.direction = IoDirection::Write;
    if (auto const state = arguments.text("state")) statement.state = *state;
    if (auto const access = arguments.text("access")) statement.access = access_named(*access);
    if (auto const domains = arguments.text("domains")) statement.domains = domain_kind_named(*domains);
    if (auto const order = arguments.text("file-order"))
        statement.order = *order == "row" ? StorageOrder::C : StorageOrder::Fortran;
    if (auto const aggregators = arguments.number("aggregators")) statement.aggregators = aggregators;
    if (auto const memory = arguments.number("memory")) statement.memory = memory;
    return apply_section(statement, arguments, job);
}

} // namespace

Result<IoTask> load_io_task(Tool const& tool, std::optional<Index> ranks) {
    auto const job = TRY(load_job(tool.arguments, ranks));
    auto statement = TRY(chosen_statement(tool, job));
    TRY(apply_options(statement, tool.arguments, job));
    return io_task(job, statement);
}

} // namespace tessera::cli
