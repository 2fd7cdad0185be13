// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a rank's arrays in a measurement, filled so that every misplaced element is detected.
#include "cli/distbench/raced_arrays.hpp"

#include "libcore/runtime/elements/generated_data.hpp"
#include "libcore/runtime/move/verification.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"

#include <fmt/format.h>
#include <optional>

namespace tessera::cli {
namespace {

Buffer storage_of(std::optional<LocalLayout> const& layout, Mapping const& mapping) {
    Buffer buffer(layout ? layout->allocation_size() * mapping.array().type.bytes : 0);
    buffer.clear();
    return buffer;
}

} // namespace

RacedArrays::RacedArrays(Communicator const& comm, MultiPlan const& plan)
    : comm_(comm), plan_(plan), layouts_(RankLayouts::standard(plan.plans(), comm.rank())) {
    auto const plans = plan.plans();
    all_or_none(comm, [&] {
        for (std::size_t i = 0; i < plans.size(); ++i) {
            sources_.push_back(storage_of(layouts_.sources[i], plans[i].source()));
            targets_.push_back(storage_of(layouts_.targets[i], plans[i].target()));
            if (layouts_.sources[i]) GeneratedData(plans[i].source().array()).fill(*layouts_.sources[i], sources_[i].data());
        }
    });
    for (Buffer& buffer : sources_) returned_.push_back(buffer.data());
    for (Buffer& buffer : targets_) to_.push_back(buffer.data());
    from_.assign(returned_.begin(), returned_.end());
    arrived_.assign(to_.begin(), to_.end());
}

double RacedArrays::timed(std::function<void()> const& work) const {
    comm_.barrier();
    double const start = seconds_now();
    work();
    return slowest(comm_, seconds_now() - start);
}

void RacedArrays::clear_sources() {
    for (Buffer& buffer : sources_) buffer.clear();
}

void RacedArrays::clear_targets() {
    for (Buffer& buffer : targets_) buffer.clear();
}

std::string RacedArrays::wrong() const {
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        auto const found = find_mismatch(comm_, plan_.plans()[i], layouts_.targets[i], targets_[i].data());
        if (found)
            return fmt::format("{} on rank {} is {}, expected {}", found->element, found->rank, found->found, found->expected);
    }
    return "";
}

} // namespace tessera::cli
