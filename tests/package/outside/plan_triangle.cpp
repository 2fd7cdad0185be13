// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an outside program that reads a job, plans it with the installed tessera::core, and counts the plan's elements by hand.
#include "demand.hpp"

#include <libcore/mapping/local_layout.hpp>
#include <libcore/mapping/mapping.hpp>
#include <libcore/redist/redist_plan.hpp>
#include <libcore/spec/parse.hpp>

#include <array>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

namespace {

using tessera::Index;

constexpr std::string_view triangle = R"(
      real A(30,30)
!hpf$ processors P(4,2)
!hpf$ template T(68,30)
!hpf$ align A(i,j) with T(2*i,j)
!hpf$ distribute T(block,cyclic(5)) onto P
!hpf$ redistribute T(cyclic,block) onto P
)";

/// The elements whose owner changes, one by one.
Index count_moved(tessera::Mapping const& from, tessera::Mapping const& to) {
    Index moved = 0;
    for (Index i = 0; i < 30; ++i) {
        for (Index j = 0; j < 30; ++j) {
            std::array<Index, 2> const index{i, j};
            moved += from.owners(index).front().rank != to.owners(index).front().rank ? 1 : 0;
        }
    }
    return moved;
}

bool check(std::string_view what, Index found, Index expected) {
    std::cout << what << ": " << found << '\n';
    if (found != expected) {
        std::cerr << "expected " << expected << '\n';
    }
    return found == expected;
}

} // namespace

int main() {
    auto const job = demand(tessera::parse_job(triangle, "triangle"));
    auto const movement = demand(job.movements()).front();
    auto const from = demand(tessera::Mapping::make(movement.source));
    auto const to = demand(tessera::Mapping::make(movement.target));
    auto const totals = demand(tessera::RedistPlan::make(from, to)).totals();

    std::array<Index, 4> const rows{8, 9, 8, 5}; // of the processors P(1,1) ... P(4,1), which are every second rank
    bool good = true;
    for (std::size_t p = 0; p < rows.size(); ++p) {
        tessera::LocalLayout const local(from, static_cast<Index>(2 * p));
        good = check("rows of rank " + std::to_string(2 * p), local.local_shape()[0], rows[p]) && good;
    }
    good = check("elements", totals.elements, 900) && good;
    good = check("moved", totals.moved, count_moved(from, to)) && good;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
