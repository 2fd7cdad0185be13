// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random reshapes between arrays that each rank stores as declared, every delivered element compared.
#include "libcore/runtime/elements/generated_data.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/move/runtime_resolution.hpp"
#include "libcore/runtime/move/verification.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_reshape.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpi.h>
#include <rapidcheck.h>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

constexpr std::int64_t untouched = -7;

/// This rank's part of an array in its declared shape. Owned elements hold their position in the linear order.
std::vector<std::int64_t> values_in_order(Mapping const& declared) {
    auto const layout = standard_layout(declared, Communicator::world().rank());
    if (!layout) return {};
    std::vector<std::int64_t> values(as_size(layout->allocation_size()), untouched);
    for (Index position = 0; position < declared.volume(); ++position)
        if (auto const local = layout->global_to_local(index_in_order(declared.array(), position)))
            values[as_size(layout->offset(*local))] = position;
    return values;
}

std::vector<std::int64_t> empty_part(Mapping const& declared) {
    std::vector<std::int64_t> values = values_in_order(declared);
    std::ranges::fill(values, untouched);
    return values;
}

RedistributorOptions some_options() {
    RedistributorOptions options;
    options.transport = transport_named(*rc::gen::elementOf(transport_names())).value();
    options.receive = one_in(2) ? Receive::Async : Receive::Sync;
    if (one_in(2)) options.least_shared = 0;
    return options;
}

void delivers_in_order() {
    auto const [source, target, map] = random_reshape(job_size());
    RedistPlan const plan = RedistPlan::make(source, target, map).value();
    auto const from = values_in_order(source);
    auto to = empty_part(target);
    if (one_in(4)) {
        auto const naive = RuntimeResolution::make(plan, MPI_COMM_WORLD);
        RC_ASSERT(everywhere(naive.has_value()));
        naive->execute(from.data(), to.data());
    } else {
        RankLayouts const layouts = RankLayouts::standard({&plan, 1}, Communicator::world().rank());
        auto mover = Redistributor::make(MultiPlan::make({plan}).value(), MPI_COMM_WORLD, layouts, some_options());
        RC_ASSERT(everywhere(mover.has_value()));
        std::array<void const*, 1> const sources{from.data()};
        std::array<void*, 1> const targets{to.data()};
        mover->execute(sources, targets);
    }
    RC_ASSERT(everywhere(to == values_in_order(target)));
}

/// A wrong element is named by its index in the declared shape.
void names_wrong_elements() {
    auto const [source, target, map] = random_reshape(job_size());
    if (target.volume() == 0) return;
    RedistPlan const plan = RedistPlan::make(source, target, map).value();
    auto const layout = standard_layout(target, Communicator::world().rank());
    auto const seen = standard_layout(plan.target(), Communicator::world().rank());
    auto values = empty_part(target);
    auto* const bytes = reinterpret_cast<std::byte*>(values.data());
    if (layout) GeneratedData(target.array()).fill(*layout, bytes);
    auto const found = find_mismatch(Communicator::world(), plan, seen, bytes);
    RC_ASSERT(everywhere(!found));
    Index const wrong = between(0, target.volume() - 1);
    Extents index = index_in_order(target.array(), wrong);
    if (layout)
        if (auto const local = layout->global_to_local(index)) values[as_size(layout->offset(*local))] = -1;
    for (std::size_t d = 0; d < index.size(); ++d) index[d] += target.array().lower[d];
    auto const named = find_mismatch(Communicator::world(), plan, seen, bytes);
    RC_ASSERT(everywhere(named.has_value()));
    bool const brackets = target.array().order == StorageOrder::C;
    RC_ASSERT(named->element ==
              (brackets ? fmt::format("B[{}]", fmt::join(index, "][")) : fmt::format("B({})", fmt::join(index, ","))));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(1200 / (job_size() + 2)); // ranks share cores
    try_many_cases(("max_success=" + cases).c_str());
    return exit_code({rc::check("a reshape delivers every element", delivers_in_order),
                      rc::check("a wrong element is named as declared", names_wrong_elements)});
}
