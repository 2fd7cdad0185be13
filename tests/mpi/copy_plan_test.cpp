// SPDX-License-Identifier: BSD-3-Clause
// Tessera: plans of copies that are changed by hand, and whether the run makes the requests that then follow, element by element.
#include "libcore/files/copy/file_copy.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/io/copy_parts.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/mpi/scratch_folder.hpp"
#include "tests/mpi/whole_array.hpp"
#include "tests/property/box_indices.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>
#include <rapidcheck.h>

using namespace tessera;
using namespace tessera::oracle;

namespace {

std::optional<ScratchFolder> plan_folder; // of the whole run

/// A source and a target of one piece each.
struct Copied {
    ElementType type;
    Extents source;
    StorageOrder source_order = StorageOrder::C;
    Extents target;
    StorageOrder target_order = StorageOrder::C;
    CopyMap map; // in normal form
};

Copied random_copied() {
    RandomCopy random = random_copy();
    Copied made{{"float64", 8}, random.source_extents, one_in(2) ? StorageOrder::C : StorageOrder::Fortran, {}, {}, {}};
    made.target_order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    for (CopyAxis& axis : random.map.axes) {
        if (!axis.target) continue;
        axis.target = CopySide{static_cast<int>(made.target.size()), 0, 1};
        made.target.push_back(axis.extent);
    }
    made.map = normal_form(random.map, made.target).value();
    return made;
}

/// The place of an element in a file, counted in elements.
Index place_of(Extents const& index, Extents const& extents, StorageOrder order) {
    Index place = 0;
    for (std::size_t i = 0; i < index.size(); ++i) {
        std::size_t const d = order == StorageOrder::C ? i : index.size() - 1 - i;
        place = place * extents[d] + index[d];
    }
    return place;
}

/// The requests for elements at these places, one for all that are at most `gap` bytes apart.
RequestCounts requests_for(std::set<Index> const& places, Index element_bytes, Index gap) {
    RequestCounts counts;
    std::optional<Index> end; // of the last request, in bytes
    for (Index const place : places) {
        Index const begin = place * element_bytes;
        bool const together = end && begin - *end <= gap;
        counts.requests += together ? 0 : 1;
        counts.bytes += begin + element_bytes - (together ? *end : begin);
        end = begin + element_bytes;
    }
    return counts;
}

/// The source's element of an element of the target.
Extents source_of(Copied const& copied, Extents const& target) {
    Extents index(copied.source.size());
    for (std::size_t a = 0; a < copied.map.axes.size(); ++a)
        if (auto const& side = copied.map.axes[a].source)
            index[as_size(side->dim)] = side->start + side->step * (a < target.size() ? target[a] : 0);
    return index;
}

/// What is read for some elements of the target; of lines of the file all from the first needed element to the last.
std::set<Index> places_read(Copied const& copied, std::set<Extents> const& part) {
    if (copied.source.empty()) return part.empty() ? std::set<Index>{} : std::set<Index>{0};
    std::size_t const fastest = copied.source_order == StorageOrder::C ? copied.source.size() - 1 : 0;
    std::map<Extents, Run> lines; // by the indices of the slower dimensions
    for (Extents const& target : part) {
        Extents line = source_of(copied, target);
        Index const at = std::exchange(line[fastest], 0);
        auto const [found, is_new] = lines.try_emplace(line, Run{at, at + 1});
        found->second = {std::min(found->second.begin, at), std::max(found->second.end, at + 1)};
    }
    std::set<Index> places;
    for (auto const& [line, run] : lines) {
        Extents index = line;
        for (index[fastest] = run.begin; index[fastest] < run.end; ++index[fastest])
            places.insert(place_of(index, copied.source, copied.source_order));
    }
    return places;
}

struct Counted {
    RequestCounts reads;
    RequestCounts writes;
};

Counted expected(Copied const& copied, CopyParts const& parts, Index gap) {
    Counted counted;
    for (Index number = 0; number < parts.count(); ++number) {
        auto const part = indices_of(parts.box(number));
        std::set<Index> written;
        for (Extents const& index : part) written.insert(place_of(index, copied.target, copied.target_order));
        counted.reads += requests_for(places_read(copied, part), copied.type.bytes, gap);
        counted.writes += requests_for(written, copied.type.bytes, 0);
    }
    return counted;
}

/// Copies by the plan that `change` makes of the planner's. Collective.
template <class Change>
CopyOutcome copied_by(Copied const& copied, Change const& change) {
    plan_folder->empty();
    WholeArray const content = WholeArray::make(copied.type, copied.source, copied.source_order);
    std::string const path = plan_folder->path("source.raw");
    if (Communicator::world().rank() == 0) write_flat(content, path, "");
    Communicator::world().barrier();
    auto const source =
        open_array(parse_file_name(path).value(), {.declared = RawArray{copied.type, copied.source, copied.source_order, 0}});
    OutputPath place;
    place.path = plan_folder->path("target.raw");
    auto const format = parse_file_name(place.path).value().format;
    auto const target = format->make(place, {NewArray{copied.type, copied.target, copied.target_order}}).value();
    CopyJob const job{source.value(), copied.map, *target, place};
    CopyPlan plan = plan_of(Communicator::world(), job).value();
    change(plan);
    CopyOutcome const outcome = copy_array(Communicator::world(), job, plan).value();
    WholeArray const right = content.copied(copied.map, copied.target, copied.target_order);
    bool const arrived = Communicator::world().rank() != 0 || read_flat(right, place.path, 0) == right;
    if (!everywhere(arrived)) throw std::runtime_error("the target is not what it should be");
    return outcome;
}

bool same_counts(RequestCounts const& a, RequestCounts const& b) {
    return a.requests == b.requests && a.bytes == b.bytes;
}

void runs_as_the_plan_says() {
    Copied const copied = random_copied();
    Extents part;
    for (Index const extent : copied.target) part.push_back(between(1, std::max<Index>(1, extent)));
    Index const gap = one_in(2) ? 0 : between(0, 200);
    CopyOutcome const outcome = copied_by(copied, [&](CopyPlan& plan) {
        plan.access = gap == 0 ? Access::Direct : Access::Sieve;
        plan.largest_gap = gap;
        plan.part = part;
        plan.unit = part;
    });
    Extents chunk;
    for (Index const extent : copied.target) chunk.push_back(std::max<Index>(1, extent));
    CopyParts const parts({copied.target, permutation_of(copied.target_order, copied.target.size()), chunk}, part);
    Counted const counted = expected(copied, parts, gap);
    RC_ASSERT(outcome.parts == parts.count());
    RC_ASSERT(everywhere(same_counts(outcome.reads, counted.reads)));
    RC_ASSERT(everywhere(same_counts(outcome.writes, counted.writes)));
    RC_CLASSIFY(parts.count() > 10, "more than ten parts");
    RC_CLASSIFY(counted.reads.requests > parts.count(), "several requests for a part");
}

/// The same copy by three plans: strips of columns by runs, the same by sieving, and strips of rows.
bool requests_follow_the_plan() {
    Copied const square{{"float64", 8}, {64, 64}, StorageOrder::C, {64, 64}, StorageOrder::C, CopyMap::identity(Extents{64, 64})};
    auto const requests = [&](Access access, Index gap, Extents const& part) {
        return copied_by(square,
                         [&](CopyPlan& plan) {
                             plan.access = access;
                             plan.largest_gap = gap;
                             plan.part = part;
                             plan.unit = part;
                         })
            .reads.requests;
    };
    bool const by_runs = requests(Access::Direct, 0, {64, 8}) == 64 * 8;
    bool const sieved = requests(Access::Sieve, 512, {64, 8}) == 8;
    bool const too_far_apart = requests(Access::Sieve, 447, {64, 8}) == 64 * 8; // the gaps are 448 bytes long
    bool const in_rows = requests(Access::Direct, 0, {8, 64}) == 8;
    if (by_runs && sieved && too_far_apart && in_rows) return true;
    std::fputs("the requests are not those of a plan that was changed\n", stderr);
    return false;
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    try_many_cases("seed=1 max_success=120");
    plan_folder.emplace("copy-plan");
    bool const passed = rc::check("a copy makes the requests of its plan", runs_as_the_plan_says);
    bool const changed = requests_follow_the_plan();
    plan_folder.reset();
    return exit_code({passed, changed});
}
