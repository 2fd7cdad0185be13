// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chooses which ranks copy.
#include "libcore/files/copy/working_ranks.hpp"

#include "libcore/base/units.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/processors.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

constexpr std::array for_each_rank{"threads", "aggregators", "domains"};

bool says_what_each_does(OptionValues const& given) {
    return given.text_or("access", "auto") != "auto" ||
           std::ranges::any_of(for_each_rank, [&](char const* option) { return given.has(option); });
}

} // namespace

WorkingRanks::WorkingRanks(OptionValues const& given, Communicator const& world, std::span<CopyJob const> jobs,
                           std::function<bool()> asked)
    : world_(world), asked_(std::move(asked)), chooses_threads_(!given.has("threads")) {
    if (world.size() > 1 && !says_what_each_does(given) && suits_threads(world, jobs)) team_.emplace(world);
}

void WorkingRanks::choose_threads(CopyOptions& options) const {
    if (chooses_threads_) options.threads = processors_of_each(comm());
}

bool WorkingRanks::stop_requested() {
    return asked_() || (team_ && team_->stop_requested());
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

Result<int> WorkingRanks::run(ResidentMemory const& resident, std::function<Result<int>()> const& work) {
    if (!team_) return work();
    Index const all = resident.growth(world_);
    grown_at_rest_ = std::max<Index>(0, all - resident.growth(comm()));
    if (!team_->works()) return team_->rest(asked_);
    try {
        auto done = work();
        team_->wake(done.value_or(work_refused));
        return done;
    } catch (AgreedFailure const&) {
        team_->wake(work_failed);
        throw;
    }
}

} // namespace tessera
