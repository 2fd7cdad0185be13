// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the plan of a copy from one file layout to another: its parts, and how each is read.
#include "libcore/io/copy_plan.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/io/copy_units.hpp"
#include "libcore/io/detail/part_search.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

namespace {

bool covers(CopyAxis const& axis, Index extent) {
    CopySide const& target = *axis.target;
    return axis.extent == extent &&
           (extent <= 1 || (std::abs(target.step) == 1 && target.start == (target.step > 0 ? 0 : extent - 1)));
}

/// Returns the same axis with an ascending target, counted from the target's other end if necessary.
CopyAxis ascending(CopyAxis axis) {
    if (axis.target->step < 0 && axis.source) {
        axis.source->start += axis.source->step * (axis.extent - 1);
        axis.source->step = -axis.source->step;
    }
    axis.target = CopySide{axis.target->dim, 0, 1};
    return axis;
}

} // namespace

/// More than any codec requests: bzip2 needs a hundredth and 600 bytes, the others less.
Index most_encoded_bytes(Index chunk_bytes) {
    constexpr Index little = 1024;
    return chunk_bytes + chunk_bytes / 64 + little;
}

/// Units are not divided, and a unit has no more chunks than this (copy_units.hpp).
Index chunks_at_once(Index part_bytes, Index chunk_bytes) {
    constexpr Index bytes = 4 * most_unit_bytes;
    return std::min(part_bytes / chunk_bytes, std::max<Index>(1, bytes / chunk_bytes));
}

Index decoded_at_a_time(StoredShape const& file, Index element_bytes) {
    Index const chunk = chunk_elements(file) * element_bytes;
    return file.in_runs ? std::min(chunk, longest_run) : chunk;
}

Index memory_to_decode(StoredShape const& file, Index element_bytes) {
    return chunk_elements(file) * element_bytes + decoded_at_a_time(file, element_bytes);
}

Index memory_to_encode(CopyTask const& task, Index part_bytes) {
    if (!task.target.whole_chunks) return 0;
    if (!task.waits_for_places) return task.encoder;
    Index const chunk = chunk_elements(task.target) * task.element_bytes;
    Index const usual = most_encoded_bytes(chunk);
    return chunks_at_once(part_bytes, chunk) * std::max(task.encoded_chunk, usual) + std::max(task.encoder, 2 * usual);
}

Index memory_of_thread(CopyTask const& task) {
    constexpr Index own = Index{1} << 20; // memory of the thread and of its codec's library
    auto const decoding = [&](StoredShape const& file) {
        if (!file.whole_chunks) return Index{0};
        return memory_to_decode(file, task.element_bytes) + decoded_at_a_time(file, task.element_bytes);
    };
    return own + std::max(decoding(task.source), decoding(task.target)) + memory_to_encode(task, task.memory);
}

CopyPlan reading_back(CopyPlan const& plan) {
    CopyPlan again;
    again.access = Access::Sieve;
    again.part = plan.part;
    again.threads = plan.threads;
    again.part_bytes = plan.part_bytes;
    again.staging = plan.staging_again;
    again.staging_again = plan.staging_again;
    again.largest_gap = widest_gap;
    return again;
}

Index received_bytes(CopyPlan const& plan) {
    return plan.part_bytes + plan.aggregators * message_overhead;
}

Result<CopyMap> normal_form(CopyMap const& map, std::span<Index const> target_extents) {
    CopyMap result;
    result.op = map.op;
    result.axes.resize(target_extents.size());
    for (CopyAxis const& axis : map.axes) {
        if (!axis.target) {
            result.axes.push_back(axis);
            continue;
        }
        auto const dim = as_size(axis.target->dim);
        if (!covers(axis, target_extents[dim]))
            return fail(fmt::format("the copy leaves a part of the target undefined: of the {} indices of dimension {} it names {}",
                                    target_extents[dim], dim + 1, axis.extent));
        result.axes[dim] = ascending(axis);
    }
    return result;
}

namespace {

/// Checks that positions in the file, and sums of buffers for its chunks, fit 64 bits. Empty dimensions count as one chunk, because
/// parts and units consist of chunks.
Result<void> check_countable(StoredShape const& file, Index element_bytes, char const* side) {
    std::vector<Index> whole{element_bytes};
    for (std::size_t d = 0; d < file.extents.size(); ++d)
        whole.insert(whole.end(), {std::max<Index>(1, ceil_div(file.extents[d], file.chunk[d])), file.chunk[d]});
    if (!checked_product(whole))
        return fail(fmt::format("the {} has {{{}}} elements of {} bytes in chunks of {{{}}}, more than 64 bits can count", side,
                                fmt::join(file.extents, ","), element_bytes, fmt::join(file.chunk, ",")));
    if (file.whole_chunks && chunk_elements(file) * element_bytes > most_buffer)
        return fail(fmt::format("a chunk of the {} has {{{}}} elements of {} bytes, and no memory holds it", side,
                                fmt::join(file.chunk, ","), element_bytes));
    return {};
}

/// Returns the access methods to try. Sieving includes direct access: runs that are far apart get their own requests. Two-phase
/// needs more than one rank.
std::vector<Access> tried(CopyTask const& task, std::optional<Access> access) {
    if (access) return {*access};
    if (task.ranks == 1) return {Access::Sieve};
    return {Access::Sieve, Access::TwoPhase};
}

struct Search {
    std::optional<CopyPlan> best; ///< the cheapest plan found over all access methods
    Index least = 0;              ///< least bytes of a rank, with the buffers of this task
};

Search search(CopyTask const& task, std::optional<Access> access) {
    Search result;
    for (Access const each : tried(task, access)) {
        PartSearch parts(task, each);
        auto const plan = parts.run();
        Index const takes = parts.least_memory();
        result.least = result.least == 0 ? takes : std::min(result.least, takes);
        if (plan && (!result.best || plan->cost < result.best->cost)) result.best = plan;
    }
    return result;
}

constexpr Index kib = 1024;

/// Returns the whole KiB that are enough for a rank. `found`: the failed search with this task. More memory gives longer buffers,
/// so larger values are tried until one is enough.
Index enough_kib(CopyTask task, std::optional<Access> access, Search found) {
    while (!found.best) {
        task.memory = ceil_div(std::max(found.least, task.memory + 1), kib) * kib;
        found = search(task, access);
    }
    return task.memory / kib;
}

/// Returns a size that --memory takes, such as 1031KiB or 12MiB, rounded up, with at most four digits.
std::string memory_text(Index bytes) {
    Index size = bytes;
    std::size_t unit = 0;
    constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB"};
    for (; size > 9999 && unit + 1 < units.size(); ++unit) size = ceil_div(size, 1024);
    return fmt::format("{}{}", size, units[unit]);
}

/// Returns advice if a chunk that a rank must hold whole exceeds its memory; otherwise an empty text.
std::string advice(CopyTask const& task) {
    auto const bytes = [&](StoredShape const& file) { return file.whole_chunks ? chunk_elements(file) * task.element_bytes : 0; };
    if (bytes(task.target) > task.memory)
        return fmt::format("; a chunk or shard of the target has {} and is written whole: --chunk makes it smaller",
                           memory_text(bytes(task.target)));
    if (decoded_at_a_time(task.source, task.element_bytes) > task.memory && task.source.whole_chunks)
        return fmt::format("; a chunk of the source has {} and is decoded whole", memory_text(bytes(task.source)));
    return "";
}

/// Returns the plan, or one with shorter parts, for as many threads as the task has or as there is room for.
CopyPlan with_threads(CopyTask task, std::optional<Access> access, CopyPlan plan) {
    constexpr Index share = 4; // share of the memory that threads may take from parts: one part in `share`
    Index const of_each = memory_of_thread(task);
    Index const wanted = std::min<Index>(task.threads, 1 + task.memory / share / of_each);
    Index const beside = std::min<Index>(task.threads, 1 + (task.memory - plan.memory) / of_each);
    if (beside < wanted) {
        task.threads = static_cast<int>(wanted);
        if (auto shorter = search(task, access).best) {
            shorter->ranks = task.ranks;
            return *std::move(shorter);
        }
    }
    plan.threads = static_cast<int>(beside);
    return plan;
}

CopyTask with_whole_chunks(CopyTask task, bool whole) {
    task.target.may_be_cut = false;
    task.target.whole_chunks = whole;
    return task;
}

} // namespace

Result<CopyPlan> plan_copy(CopyTask const& asked, std::optional<Access> access) {
    TRY(check_countable(asked.source, asked.element_bytes, "source"));
    if (asked.target.may_be_cut && asked.target.whole_chunks) {
        auto whole =
            cuts_chunks(asked.target, asked.unit) ? Result<CopyPlan>(fail("")) : plan_copy(with_whole_chunks(asked, true), access);
        return whole ? whole : plan_copy(with_whole_chunks(asked, false), access);
    }
    TRY(check_countable(asked.target, asked.element_bytes, "target"));
    CopyTask task = asked;
    task.threads = 1;
    Search found = search(task, access);
    if (found.best) {
        found.best->ranks = task.ranks;
        return with_threads(asked, access, *std::move(found.best));
    }
    Index const enough = enough_kib(task, access, std::move(found)) * kib;
    return fail(fmt::format("this copy takes {} of memory for buffers, {} for each rank; allowed are {}, {} for each{}",
                            memory_text(enough * task.ranks), memory_text(enough), memory_text(task.memory * task.ranks),
                            memory_text(task.memory), advice(task)));
}

} // namespace tessera
