// SPDX-License-Identifier: BSD-3-Clause
// Tessera: scans along a dimension of a distributed array.
#include "libcore/runtime/comm/axis/axis_scan.hpp"

#include "libcore/base/try.hpp"
#include "libcore/runtime/comm/axis/masked_part.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace tessera {

/// The data of one execution, with offsets in elements from the start of the allocation.
struct AxisScan::Walk {
    std::byte const* source;
    std::byte* target;
    std::uint8_t const* starts;
    AxisLines lines;
    Index bytes; // of an element
    bool up;

    /// Calls visit(offset) for the elements of a run in the direction of the scan. `first`: offset of the row.
    template <class Visit>
    void along(Run run, Index first, Visit const& visit) const {
        for (Index i = 0; i < run.size(); ++i) visit(first + (up ? run.begin + i : run.end - 1 - i) * lines.stride());
    }
    [[nodiscard]] bool starts_at(Index offset) const { return starts != nullptr && starts[offset] != 0; }
};

AxisScan::AxisScan(AxisPlan plan, Combiner combiner, Communicator comm, AxisScanOptions options)
    : plan_(std::make_shared<AxisPlan const>(std::move(plan))), combiner_(std::move(combiner)), comm_(std::move(comm)),
      options_(options) {
    Mapping const& mapping = plan_->mapping();
    position_ = mapping.grid().position(comm_.rank());
    if (position_ && !mapping.holds(*position_)) position_.reset();
    if (!position_) return;
    layout_.emplace(mapping, *position_);
    runs_ = local_runs(*plan_, mapping.dim_coord(*position_, plan_->dim()));
}

Result<AxisScan> AxisScan::make(Mapping mapping, int dim, ReduceOp op, MPI_Comm comm, AxisScanOptions options) {
    auto combiner = TRY(Combiner::make(op, mapping.array().type));
    return make(std::move(mapping), dim, std::move(combiner), comm, options);
}

Result<AxisScan> AxisScan::make(Mapping mapping, int dim, Combiner combiner, MPI_Comm comm, AxisScanOptions options) {
    TRY(combiner.check_type(mapping.array().type));
    auto plan = TRY(AxisPlan::make(std::move(mapping), dim));
    Communicator all = Communicator::duplicate(comm);
    Index const ranks = Index{plan.mapping().grid().max_rank()} + 1;
    if (ranks > all.size()) return too_few_ranks(ranks, all.size());
    return AxisScan(std::move(plan), std::move(combiner), std::move(all), options);
}

void AxisScan::execute(std::byte const* source, std::byte* target, std::uint8_t const* starts, Context const* where) {
    if (!position_) return;
    if (where == nullptr) return scan_all(source, target, starts);
    Buffer values = masked_part(source, *layout_, *where, combiner_);
    scan_all(values.data(), values.data(), starts);
    copy_active(values.data(), target, *layout_, *where, combiner_.type().bytes);
}

void AxisScan::scan_all(std::byte const* source, std::byte* target, std::uint8_t const* starts) {
    Walk const walk{source,
                    target,
                    options_.segmented ? starts : nullptr,
                    AxisLines(*layout_, plan_->dim()),
                    combiner_.type().bytes,
                    options_.direction == AxisDirection::Up};
    Index const lines = plan_->lines(*position_);
    AxisSummaries summaries(std::ssize(runs_), {0, lines}, walk.bytes, options_.segmented);
    if (plan_->coords() > 1) {
        summarize(walk, summaries);
        AxisCarries(comm_, *plan_, *position_, combiner_).exchange(summaries, options_.direction);
    } else {
        combiner_.fill_identity(summaries.total(0), lines * std::ssize(runs_));
    }
    finish(walk, summaries);
}

/// The first pass: computes the total of every run and line, from the last segment start on.
void AxisScan::summarize(Walk const& walk, AxisSummaries& summaries) const {
    Index const length = walk.lines.row_length();
    for (std::size_t r = 0; r < runs_.size(); ++r) {
        auto const run = static_cast<Index>(r);
        combiner_.fill_identity(summaries.total(run), summaries.lines().size());
        if (options_.segmented) std::fill_n(summaries.start(run, 0), summaries.lines().size(), std::byte{});
        walk.lines.for_each_row([&](Index first, Index line) {
            std::byte* const total = summaries.total(run, line);
            if (length == 1 && walk.starts == nullptr) {
                Index const begin = first + (walk.up ? runs_[r].begin : runs_[r].end - 1) * walk.lines.stride();
                return combiner_.fold(walk.source + begin * walk.bytes, walk.up ? walk.lines.stride() : -walk.lines.stride(),
                                      runs_[r].size(), total);
            }
            walk.along(runs_[r], first, [&](Index offset) {
                for (Index i = 0; walk.starts && i < length; ++i) {
                    if (!walk.starts_at(offset + i)) continue;
                    combiner_.fill_identity(total + i * walk.bytes, 1);
                    *summaries.start(run, line + i) = std::byte{1};
                }
                combiner_.combine(total, walk.source + offset * walk.bytes, total, length);
            });
        });
    }
}

/// The second pass: scans each run, starting from its carry.
void AxisScan::finish(Walk const& walk, AxisSummaries& carries) const {
    Buffer next(walk.lines.row_length() * walk.bytes);
    for (std::size_t r = 0; r < runs_.size(); ++r)
        walk.lines.for_each_row(
            [&](Index first, Index line) { finish_row(walk, runs_[r], first, carries.total(static_cast<Index>(r), line), next); });
}

/// `next`: memory for a row.
void AxisScan::finish_row(Walk const& walk, Run run, Index first, std::byte* carry, Buffer& next) const {
    Index const length = walk.lines.row_length();
    Index const bytes = walk.bytes;
    if (length == 1 && walk.starts == nullptr) {
        Index const begin = (first + (walk.up ? run.begin : run.end - 1) * walk.lines.stride()) * bytes;
        return combiner_.scan(walk.source + begin, walk.up ? walk.lines.stride() : -walk.lines.stride(), run.size(),
                              walk.target + begin, carry, options_.exclusive);
    }
    if (!options_.exclusive && walk.starts == nullptr) {
        std::byte const* before = carry; // then the row written last
        return walk.along(run, first, [&](Index offset) {
            combiner_.combine(before, walk.source + offset * bytes, walk.target + offset * bytes, length);
            before = walk.target + offset * bytes;
        });
    }
    walk.along(run, first, [&](Index offset) {
        for (Index i = 0; walk.starts && i < length; ++i)
            if (walk.starts_at(offset + i)) combiner_.fill_identity(carry + i * bytes, 1);
        combiner_.combine(carry, walk.source + offset * bytes, next.data(), length);
        std::memcpy(walk.target + offset * bytes, options_.exclusive ? carry : next.data(), as_size(length * bytes));
        std::memcpy(carry, next.data(), as_size(length * bytes));
    });
}

} // namespace tessera
