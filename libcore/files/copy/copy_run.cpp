// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps of one array's copy.
#include "libcore/files/copy/copy_run.hpp"

#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>
#include <utility>

namespace tessera {

CopyExecution::CopyExecution(Communicator const& comm, CopyJob const& job, CopyPlan const& plan, JournalSection journal,
                             EarlySync& early, StopFlag& stop_flag)
    : comm_(comm), job_(job), task_(task_of(comm, job)), account_(task_.memory), journal_(journal), early_(early),
      parts_(task_.target, plan.part), units_(task_.target, plan.unit), stop_flag_(stop_flag),
      limiter_(static_cast<double>(job.options.bandwidth) / plan.ranks, [&stop_flag] { return stop_flag.stop_requested(); }) {
    outcome_.plan = plan;
    outcome_.parts = parts_.count();
    outcome_.bytes = task_.element_bytes;
    for (Index const extent : task_.target.extents) outcome_.bytes *= extent;
}

void CopyExecution::open_target() {
    target_ = job_.target.open(job_.array);
    target_->channel = job_.options.channel;
}

Index CopyExecution::bytes_of(std::vector<Run> const& box) const {
    Index bytes = task_.element_bytes;
    for (Run const run : box) bytes *= run.size();
    return bytes;
}

void CopyExecution::advance(Index bytes) const {
    if (comm_.rank() == 0 && job_.options.progress) job_.options.progress->advance(bytes * comm_.size());
}

namespace {

std::string damaged_scratch(std::string const& name) {
    return fmt::format(
        "the scratch file '{}' does not hold any more what the first pass wrote to it, and is removed; copy again, or "
        "by way of another disk with --scratch auto:FOLDER",
        name);
}

} // namespace

bool CopyExecution::check_source() {
    bool const comparable = job_.source.checksum && !job_.source.byte_swapped && job_.map == CopyMap::identity(job_.source.extents);
    if (!comparable || damaged_) return true;
    outcome_.checked_source = true;
    if (*job_.source.checksum == source_checksum_) return true;
    outcome_.wrong =
        job_.scratch ? damaged_scratch(job_.source.name) : changed_since(job_.source.name, source_checksum_, *job_.source.checksum);
    return false;
}

/// A reader will find the same as verification: an array of this type and shape, at the file's addresses.
bool CopyExecution::reopen_target() {
    std::string wrong;
    all_or_none(comm_, [&] {
        auto const said = [&] {
            bool const byte_swapped = has_byte_order(target_->type) && target_->big_endian;
            return std::tuple(target_->type, target_->fields, target_->extents, target_->order, byte_swapped);
        };
        open_target();
        auto const written = said();
        target_.reset(); // HDF5 would reuse a file that is still open
        target_ = job_.target.reopened(job_.array);
        target_->channel = job_.options.channel;
        if (said() != written) wrong = "the target says another thing of its array than was written, and gets no name";
    });
    wrong = broadcast_text(comm_, 0, std::move(wrong));
    if (wrong.empty()) return true;
    outcome_.wrong = wrong;
    return false;
}

CopyOutcome CopyExecution::outcome() const {
    CopyOutcome outcome = outcome_;
    outcome.memory_peak = all_sum(comm_, account_.peak());
    return outcome;
}

} // namespace tessera
