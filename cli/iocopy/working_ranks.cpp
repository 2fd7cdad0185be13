// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chooses which of iocopy's ranks copy.
#include "cli/iocopy/working_ranks.hpp"

#include "cli/common/stop_signals.hpp"
#include "libcore/base/units.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/processors.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

constexpr std::array for_each_rank{"threads", "aggregators", "domains"};

bool says_what_each_does(Arguments const& arguments) {
    return arguments.text_or("access", "auto") != "auto" ||
           std::ranges::any_of(for_each_rank, [&](char const* option) { return arguments.has(option); });
}

} // namespace

WorkingRanks::WorkingRanks(Arguments const& arguments, Communicator const& world, std::span<CopyJob const> jobs)
    : arguments_(arguments), world_(world) {
    if (world.size() > 1 && !says_what_each_does(arguments) && suits_threads(world, jobs)) team_.emplace(world);
}

void WorkingRanks::choose_threads(CopyOptions& options) const {
    if (!arguments_.has("threads")) options.threads = processors_of_each(comm());
}

bool WorkingRanks::stop_requested() {
    return StopSignals::asked() || (team_ && team_->stop_requested());
}

MemoryUse WorkingRanks::memory(ResidentMemory const& resident, CopyOptions const& options) const {
    return {grown_at_rest_ + resident.growth(comm()), options.memory + library_allowance * world_.size()};
}

std::optional<std::string> WorkingRanks::note() const {
    if (!team_ || comm().size() == world_.size()) return std::nullopt;
    return fmt::format(
        "{} of {} {}, with threads on the processors of those that rest meanwhile: threads share what is decoded, and "
        "the memory; with --threads N all copy",
        comm().size(), counted(world_.size(), "rank"), comm().size() == 1 ? "copies" : "copy");
}

Result<ExitCode> WorkingRanks::run(ResidentMemory const& resident, std::function<Result<ExitCode>()> const& work) {
    if (!team_) return work();
    Index const all = resident.growth(world_);
    grown_at_rest_ = std::max<Index>(0, all - resident.growth(comm()));
    if (!team_->works()) return static_cast<ExitCode>(team_->rest(StopSignals::asked));
    try {
        auto done = work();
        team_->wake(static_cast<int>(done.value_or(ExitCode::BadInput)));
        return done;
    } catch (AgreedFailure const&) {
        team_->wake(static_cast<int>(ExitCode::Failed));
        throw;
    }
}

} // namespace tessera::cli
