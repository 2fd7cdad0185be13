// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --trace of distcomm: all transfers with their times, and the prediction.
#include "cli/distcomm/comm_trace.hpp"

#include "cli/common/new_file.hpp"
#include "cli/common/site_loading.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/collectives/array_collective.hpp"
#include "libcore/comm/collectives/collective_schedule.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/report/messages/trace_report.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera::cli {

Result<CommTrace> CommTrace::make(Tool const& tool, Communicator const& world) {
    CommTrace trace;
    trace.path_ = tool.arguments.text("trace");
    if (!trace.path_) return trace;
    TRY(together(world, [&] { return check_new_file(*trace.path_, tool.arguments.has("force")); }));
    trace.recorder_ = std::make_unique<TraceRecorder>();
    return trace;
}

Result<void> CommTrace::expect(Tool const& tool, Result<MessageSet> messages) {
    if (!wanted()) return {};
    auto sent = TRY(std::move(messages));
    auto site = TRY(load_assumed_site(tool.arguments, sent.size()));
    auto sited = TRY(schedule_on(std::move(site), std::move(sent), "unscheduled"));
    return expect(std::move(sited.site), std::move(sited.schedule), "async");
}

Result<void> CommTrace::expect(Tool const& tool, CollectiveAlgorithm const& algorithm, CollectiveTask const& task,
                               Mapping const& mapping) {
    if (!wanted()) return {};
    std::string const example = task.kind == CollectiveKind::Reduce ? "loglocex" : "logfan";
    if (algorithm.make == nullptr)
        return fail(
            fmt::format("--trace: {} is inside the MPI library, so its messages are not known; use another, such as --algorithm {}",
                        algorithm.name, example));
    CollectivePlan const plan = make_collective(algorithm, task);
    if (std::ranges::any_of(plan.steps, &CollectiveStep::multicast))
        return fail(fmt::format("--trace: {} uses MPI_Bcast, whose messages are not known; use another algorithm, such as "
                                "--algorithm {}",
                                algorithm.name, example));
    auto site = TRY(load_assumed_site(tool.arguments, task.ranks));
    return expect(std::move(site), schedule_of(plan, task.element_bytes, collective_members(mapping.grid())), "local");
}

Result<void> CommTrace::expect(Site site, std::shared_ptr<Schedule const> schedule, std::string order) {
    auto predicted = TRY(cost_of(*schedule, site));
    site_.emplace(std::move(site));
    schedule_ = std::move(schedule);
    order_ = std::move(order);
    predicted_ = std::move(predicted);
    return {};
}

Result<void> CommTrace::write(Tool const& tool, Communicator const& world) const {
    if (!wanted()) return {};
    std::vector<TracedTransfer> const transfers = recorder_->gather(world);
    if (world.rank() != 0) return {};
    ExecutedSchedule const executed{.algorithm = schedule_->algorithm(),
                                    .order = order_,
                                    .ranks = world.size(),
                                    .topology = site_->topology->name(),
                                    .machine = site_->machine_name(),
                                    .predicted = predicted_,
                                    .transfers = transfers,
                                    .operation = std::string(tool.arguments.subcommand())};
    auto const written = write_new_file(*path_, trace_document(executed, *path_), tool.arguments.has("force"));
    if (written) tool.messages.note(fmt::format("wrote {}", *path_));
    return written;
}

} // namespace tessera::cli
