// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the plan of a copy in two passes through a scratch file.
#include "libcore/io/scratch_plan.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/sort_unique.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

namespace tessera {

namespace {

constexpr double worth = 0.9;            // estimates are not more accurate than this
constexpr double requests_of_pass = 256; // to create and remove the scratch file with its journal; does not pay for small arrays

Index product(Extents const& extents) {
    return saturated_product(extents);
}

Index chunks_in(Extents const& extents, Extents const& chunk) {
    Index count = 1;
    for (std::size_t d = 0; d < extents.size(); ++d) count = saturated_mul(count, ceil_div(extents[d], chunk[d]));
    return count;
}

Extents smaller(Extents a, Extents const& b) {
    for (std::size_t d = 0; d < a.size(); ++d) a[d] = std::min(a[d], b[d]);
    return a;
}

/// Returns the target's chunk, limited to the array.
Extents target_chunk(CopyTask const& task) {
    return smaller(task.target.chunk, task.target.extents);
}

/// Returns the lengths, in the target's indices, of the source's chunks.
Extents source_chunk(CopyTask const& task) {
    Extents chunk;
    for (std::size_t d = 0; d < task.target.extents.size(); ++d) {
        auto const& source = task.map.axes[d].source;
        Index const theirs = source ? ceil_div(task.source.chunk[as_size(source->dim)], std::abs(source->step)) : 1;
        chunk.push_back(std::min(theirs, task.target.extents[d]));
    }
    return chunk;
}

/// Returns the chunk grown to a multiple of itself, or to a whole dimension, with at most `most` elements and not beyond `limit`.
/// `dims`: the dimensions that may grow, in this order.
Extents grown(Extents chunk, Extents const& limit, std::vector<std::size_t> const& dims, Index most) {
    for (std::size_t const d : dims) {
        Index const others = product(chunk) / chunk[d];
        Index const room = most / others;
        if (room >= limit[d])
            chunk[d] = std::max(chunk[d], limit[d]);
        else
            chunk[d] *= std::max<Index>(1, room / chunk[d]);
    }
    return chunk;
}

struct Consolidated {
    Extents read;
    Extents write;
};

Consolidated consolidated(CopyTask const& task, std::vector<std::size_t> const& dims, Index most) {
    Extents const write = grown(target_chunk(task), task.target.extents, dims, most);
    Extents const source = source_chunk(task);
    Extents limit = source;
    for (std::size_t d = 0; d < limit.size(); ++d) limit[d] = std::max(limit[d], write[d]);
    return {grown(source, limit, dims, most), write};
}

std::vector<std::size_t> last_first(CopyTask const& task) {
    std::vector<std::size_t> dims(task.target.extents.size());
    std::iota(dims.rbegin(), dims.rend(), std::size_t{0});
    return dims;
}

/// Returns candidates for the chunks of the scratch file. Rechunker's grow along the last dimensions first. If those are already
/// long, growing along the others saves more requests. The memory is divided, because a rank's memory holds more than its part.
std::vector<Extents> candidates(CopyTask const& task) {
    std::vector<std::size_t> dims = last_first(task);
    std::vector<Extents> chunks{smaller(source_chunk(task), target_chunk(task))};
    for (int turn = 0; turn < 2; ++turn) {
        for (Index const share : {2, 4}) {
            auto const [read, write] = consolidated(task, dims, task.memory / share / task.element_bytes);
            chunks.push_back(smaller(read, write));
        }
        std::ranges::reverse(dims);
    }
    sort_unique(chunks);
    return chunks;
}

} // namespace

StoredShape scratch_shape(CopyTask const& task, Extents const& chunk) {
    return {task.target.extents, task.target.permutation, chunk, false};
}

CopyTask first_pass(CopyTask const& task, Extents const& chunk) {
    CopyTask first = task;
    first.target = scratch_shape(task, chunk);
    first.gathers = false;
    first.encoded_chunk = first.encoder = 0;
    first.unit.clear();
    return first;
}

CopyTask last_pass(CopyTask const& task, Extents const& chunk) {
    CopyTask last = task;
    last.source = scratch_shape(task, chunk);
    last.map = CopyMap::identity(task.target.extents);
    return last;
}

Result<ScratchPlan> plan_scratch(CopyTask const& task, std::optional<Access> access) {
    std::optional<Result<ScratchPlan>> best;
    for (Extents const& chunk : candidates(task)) {
        auto first = plan_copy(first_pass(task, chunk), access);
        auto last = plan_copy(last_pass(task, chunk), access);
        if (!first || !last) {
            if (!best) best = forward_error(first ? last : first);
            continue;
        }
        ScratchPlan plan{chunk, *std::move(first), *std::move(last)};
        if (!best || !*best || plan.cost() < (*best)->cost()) best = std::move(plan);
    }
    return *std::move(best);
}

bool is_worth_it(CopyTask const& task, ScratchPlan const& plan, CopyPlan const& one_pass) {
    return plan.cost() + requests_of_pass * task.prices.request < worth * one_pass.cost;
}

double least_cost_of_two(CopyTask const& task) {
    auto const bytes = static_cast<double>(product(task.target.extents)) * static_cast<double>(task.element_bytes);
    double const decoding = task.source.whole_chunks ? task.prices.decoding : 1;
    return (decoding + 3) * task.prices.byte * bytes;
}

std::optional<RechunkerPlan> rechunker_plan(CopyTask const& task) {
    Index const most = task.memory / task.element_bytes;
    if (product(source_chunk(task)) > most || product(target_chunk(task)) > most) return std::nullopt;
    auto [read, write] = consolidated(task, last_first(task), most);
    Extents const& all = task.target.extents;
    RechunkerPlan plan{.read = read, .between = smaller(read, write), .write = write};
    plan.passes = read == write ? 1 : 2;
    plan.reads = chunks_in(all, source_chunk(task));
    plan.writes = chunks_in(all, target_chunk(task));
    if (plan.passes == 2) {
        plan.reads = saturated_add(plan.reads, chunks_in(all, plan.between));
        plan.writes = saturated_add(plan.writes, chunks_in(all, plan.between));
    }
    plan.bytes = saturated_mul(plan.passes, saturated_mul(product(all), task.element_bytes));
    return plan;
}

} // namespace tessera
