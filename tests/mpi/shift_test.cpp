// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random shifts done under MPI, every element compared.
#include "libcore/runtime/comm/shift/shift_exchange.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_shift.hpp"
#include "tests/property/random_storage.hpp"
#include "tests/suite/suite.hpp"

#include <map>
#include <rapidcheck.h>
#include <string>
#include <utility>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

constexpr double filling = -7;
constexpr double guard = -9; // between the elements
constexpr double kept = 0.5; // more than the number of the element whose place it is

double number(Mapping const& mapping, std::span<Index const> index) {
    Index linear = 0;
    for (std::size_t d = 0; d < index.size(); ++d) linear = linear * mapping.array().extents[d] + index[d];
    return static_cast<double>(linear);
}

/// What stands at an index afterwards.
double expected(ShiftCase const& c, std::span<Index const> index) {
    auto const origin = c.wanted(index) ? c.origin(index) : std::optional<Extents>();
    if (!origin && c.wanted(index) && c.shift.edge() == ShiftEdge::Fill) return filling;
    if (!origin || !c.goes(*origin)) return number(c.shift.mapping(), index) + kept;
    return number(c.shift.mapping(), *origin);
}

/// A recorded run holds the messages of the plan with their bytes, each once. Collective; rank 0 compares.
bool is_recorded(TraceRecorder const& trace, GridShift const& shift) {
    auto const transfers = trace.gather(Communicator::world());
    if (Communicator::world().rank() != 0) return true;
    auto const messages = messages_of(shift);
    if (!messages) return false;
    std::map<std::pair<Rank, Rank>, Index> left;
    messages->for_each([&](int from, int to, Index bytes) { left[{messages->rank(from), messages->rank(to)}] = bytes; });
    for (TracedTransfer const& each : transfers) {
        auto const found = left.find({each.from, each.to});
        bool const timed = each.start >= 0 && each.start <= each.sent && each.start <= each.arrived;
        if (found == left.end() || found->second != each.bytes || !timed) return false;
        left.erase(found);
    }
    return left.empty();
}

void brings_every_element_home() {
    Extents extents;
    for (Index d = between(1, 3); d > 0; --d) extents.push_back(between(0, 8));
    MappingSpec spec = random_mapping_spec(extents, Communicator::world().size());
    spec.array.type = {"float64", 8};
    spec.array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    ShiftCase const c = random_shift_of(spec, one_in(3) ? ShiftEdge::Fill : one_in(2) ? ShiftEdge::Keep : ShiftEdge::Torus);
    bool const traced = one_in(2);
    Rank const rank = Communicator::world().rank();
    ShiftLayouts layouts;
    if (auto const held = c.shift.mapping().grid().position(rank); held && c.shift.mapping().holds(*held))
        layouts.source = layouts.target = LocalLayout(c.shift.mapping(), *held);
    bool const own = one_in(2);
    if (own) layouts.source = random_layout(c.shift.mapping(), rank, static_cast<std::uint64_t>(between(0, 1'000'000)));
    if (own) layouts.target = random_layout(c.shift.mapping(), rank, static_cast<std::uint64_t>(between(0, 1'000'000)));
    auto exchange = own ? ShiftExchange::make(c.shift, MPI_COMM_WORLD, layouts, {.trace = traced})
                        : ShiftExchange::make(c.shift, MPI_COMM_WORLD, {.trace = traced});
    RC_ASSERT(everywhere(exchange.has_value()));
    TraceRecorder trace;
    if (traced) exchange->record(&trace);
    Mapping const& mapping = c.shift.mapping();
    auto const position = mapping.grid().position(Communicator::world().rank());
    if (!position) {
        for (int run = 0; run < 2; ++run) exchange->execute(nullptr, nullptr, &filling);
        RC_ASSERT(everywhere(true));
        RC_ASSERT(everywhere(!traced || is_recorded(trace, c.shift)));
        return;
    }
    LocalLayout const from = layouts.source.value_or(LocalLayout(mapping, *position));
    LocalLayout const to = layouts.target.value_or(LocalLayout(mapping, *position));
    std::vector<double> source(as_size(from.allocation_size()), guard);
    std::vector<double> target(as_size(to.allocation_size()), guard);
    std::vector<double> after = target;
    auto const at = [](LocalLayout const& layout, std::span<Index const> index) {
        return as_size(layout.offset(*layout.global_to_local(index)));
    };
    bool right = true;
    for (int run = 0; run < 2; ++run) {
        from.owned().for_each([&](std::span<Index const> index) {
            source[at(from, index)] = number(mapping, index);
            target[at(to, index)] = number(mapping, index) + kept;
            after[at(to, index)] = expected(c, index);
        });
        std::vector<double> const before = source;
        exchange->execute(source.data(), target.data(), &filling);
        right = right && source == before && target == after; // gaps and ghosts too
    }
    RC_ASSERT(everywhere(right));
    RC_ASSERT(everywhere(!traced || is_recorded(trace, c.shift)));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(800 / (job_size() + 2)); // a case costs the more, the more ranks share a core
    try_many_cases(("seed=12 max_success=" + cases).c_str());
    return exit_code({rc::check("every element comes home", brings_every_element_home)});
}
