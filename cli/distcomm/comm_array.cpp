// SPDX-License-Identifier: BSD-3-Clause
// Tessera: this rank's part of distcomm's array, and the ranks that work on it.
#include "cli/distcomm/comm_array.hpp"

#include "libcore/runtime/comm/collectives/mpi_collectives.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"

#include <algorithm>
#include <cstring>

namespace tessera::cli {

CommArray::CommArray(Communicator const& world, Mapping const& mapping)
    : world_(&world), mapping_(&mapping), position_(mapping.grid().position(world.rank())),
      members_(world.split(position_ ? 0 : 1)) {
    ProcessorGrid const& grid = mapping.grid();
    first_member_ = grid.max_rank();
    for (Index p = 0; p < grid.size(); ++p) first_member_ = std::min(first_member_, grid.rank(p));
    if (position_ && mapping.holds(*position_)) layout_.emplace(mapping, *position_);
    all_or_none(world, [&] {
        data_ = Buffer(layout_ ? layout_->allocation_size() * mapping.array().type.bytes : 0);
        data_.clear();
    });
}

CommArray CommArray::copy() const {
    CommArray other(*world_, *mapping_);
    std::copy_n(data_.data(), data_.size(), other.data_.data());
    return other;
}

std::optional<Context> CommArray::context_of(std::optional<Mask> const& where) const {
    return where && layout_ ? std::optional(where->context(*mapping_, *position_)) : std::nullopt;
}

std::optional<std::string> CommArray::what_is_wrong(std::function<Result<void>()> const& check) const {
    auto const agreed = together(*world_, [&]() -> Result<void> { return position_ ? check() : Result<void>{}; });
    return agreed ? std::nullopt : std::optional(agreed.error().message);
}

double CommArray::timed(std::function<void()> const& work) const {
    return timed_by_all([&] {
        if (position_) work();
    });
}

double CommArray::timed_by_all(std::function<void()> const& work) const {
    world_->barrier();
    double const start = seconds_now();
    work();
    return slowest(*world_, seconds_now() - start);
}

bool same_on_all(Communicator const& comm, std::byte const* data, Index bytes) {
    Buffer first(bytes);
    if (comm.rank() == 0) std::memcpy(first.data(), data, as_size(bytes));
    mpi_broadcast(comm, 0, first.data(), bytes);
    bool const same = std::memcmp(first.data(), data, as_size(bytes)) == 0;
    return slowest(comm, same ? 0 : 1) == 0;
}

} // namespace tessera::cli
