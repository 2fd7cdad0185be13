// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies files that have no array to be copied in parts.
#include "cli/iocopy/object_copy.hpp"

#include "cli/common/copy_report.hpp"
#include "cli/iocopy/file_report.hpp"
#include "libcore/base/visible_text.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/file_identity.hpp"
#include "libcore/runtime/memory/resident_memory.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdexcept>

namespace tessera::cli {
namespace {

Result<void> check(FileSettings const& settings) {
    if (auto const apart = check_apart(settings.from, settings.to); !apart) return apart;
    return settings.target->check_place(settings.to.path, settings.options.force);
}

/// Makes the target under its provisional name. Returns the error text of the comparison; empty if there is none.
std::string made_and_compared(FileSettings const& settings) {
    settings.target->create(ignore_progress);
    if (!settings.options.verify) return "";
    auto differences = settings.target->differences();
    for (std::string& each : differences) each = visible_name(each);
    return differences.empty()
               ? ""
               : fmt::format("the target is not what its original is, and gets no name:\n  {}", fmt::join(differences, "\n  "));
}

FileCopyOutcome copy(Communicator const& world, FileSettings const& settings) {
    FileCopyOutcome outcome;
    try {
        std::string wrong;
        auto const before = identity_of(settings.from.path);
        all_or_none(world, [&] {
            if (world.rank() == 0) wrong = made_and_compared(settings);
        });
        wrong = broadcast_text(world, 0, wrong);
        if (!wrong.empty()) outcome.wrong = wrong;
        if (!outcome.wrong) settings.target->finish(world, {});
        all_or_none(world, [&] {
            if (world.rank() != 0) return;
            if (identity_of(settings.from.path) != before)
                throw std::runtime_error(fmt::format("'{}' changed while it was copied; the copy is given up", settings.from.path));
            if (outcome.wrong) return settings.target->discard();
            settings.target->publish();
            settings.target->publish_checksum();
        });
    } catch (...) {
        if (world.rank() == 0) settings.target->discard();
        throw;
    }
    return outcome;
}

} // namespace

Result<ExitCode> run_objects(Tool const& tool, Communicator const& world, FileSettings const& settings) {
    bool const first = world.rank() == 0;
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    bool const json = tool.arguments.has("json");
    if (tool.arguments.has("plan") || tool.arguments.has("dry-run")) {
        if (first) json ? file_plan_json(settings, {}, {}, sink) : file_plan_text(settings, {}, {}, sink);
        return ExitCode::Done;
    }
    ResidentMemory const resident;
    auto const possible = together(world, [&] { return first ? check(settings) : Result<void>(); });
    if (!possible) return forward_error(possible);
    FileCopyOutcome const outcome = copy(world, settings);
    MemoryUse const memory{resident.growth(world), settings.options.memory + library_allowance * world.size()};
    if (first && json)
        file_copy_json(settings, outcome, memory, sink);
    else if (first && !outcome.wrong && !tool.messages.quiet())
        file_copy_text(settings, outcome, memory, sink);
    if (first && outcome.wrong) tool.messages.error(*outcome.wrong);
    if (first && !outcome.wrong) report_losses(tool, settings.to, settings.target->losses());
    return with_losses(exit_code_of(outcome), settings.target->losses());
}

} // namespace tessera::cli
