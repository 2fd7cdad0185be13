// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what share/doc/moving.md shows, one after the other in one program.
#include "tests/package/snippets/snippets.hpp"

#include "libcore/mapping/local_layout.hpp"
#include "libcore/pipeline/transition.hpp"
#include "libcore/runtime/move/distributed_array.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/spec/parse.hpp"
#include "share/examples/demand.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

using tessera::examples::demand;

namespace tessera::snippets {
namespace {

double value_at(std::span<Index const> global) {
    return static_cast<double>(global[0] * 1000 + global[1]);
}

template <class Visit>
void for_each_owned(std::optional<LocalLayout> const& layout, Visit const& visit) {
    if (!layout) return;
    layout->owned().for_each([&](std::span<Index const> global) {
        visit(as_size(layout->offset(layout->global_to_local(global).value())), value_at(global));
    });
}

void fill(std::optional<LocalLayout> const& layout, std::span<double> local) {
    for_each_owned(layout, [&](std::size_t place, double value) { local[place] = value; });
}

void expect_values(std::optional<LocalLayout> const& layout, std::span<double> local, std::string_view what) {
    bool same = true;
    for_each_owned(layout, [&](std::size_t place, double value) { same = same && local[place] == value; });
    expect(same, what);
    std::ranges::fill(local, -1);
}

std::vector<double> storage(std::optional<LocalLayout> const& layout) {
    return std::vector<double>(as_size(layout ? layout->allocation_size() : 0));
}

} // namespace

void moving() {
    Communicator const world = Communicator::world();
#include "snippets/moving/plan.inc"
    RankLayouts const layouts = RankLayouts::standard(plan.plans(), world.rank());
    std::vector<double> a = storage(layouts.sources[0]);
    std::vector<double> b = storage(layouts.targets[0]);
    fill(layouts.sources[0], a);
#include "snippets/moving/execute.inc"
    expect_values(layouts.targets[0], b, "execute");
#include "snippets/moving/padded.inc"
    expect_values(own.targets[0], c, "padded");
#include "snippets/moving/strided.inc"
    expect_values(own.targets[0], d, "strided");
    RedistributorOptions options;
#include "snippets/moving/repeated.inc"
    expect_values(layouts.targets[0], b, "repeated");
#include "snippets/moving/halves.inc"
    expect_values(layouts.targets[0], b, "begin and end");
#include "snippets/moving/shared.inc"
    expect_values(to.layout(), to.local<double>(), "from arrays of the library's");
    fill(layouts.targets[0], b);
#include "snippets/moving/sum.inc"
    expect_values(layouts.targets[0], b, "2 * A - B");
}

} // namespace tessera::snippets
