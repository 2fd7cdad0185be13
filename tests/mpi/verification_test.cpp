// SPDX-License-Identifier: BSD-3-Clause
// Tessera: verification passes what arrived, and finds any single element that did not.
#include "libcore/runtime/elements/generated_data.hpp"
#include "libcore/runtime/move/verification.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstdlib>
#include <rapidcheck.h>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// This rank's arrays after a correct move of generated data.
struct Moved {
    explicit Moved(RedistPlan const& p) : plan(p), layouts(RankLayouts::standard({&p, 1}, Communicator::world().rank())) {
        Index const bytes = p.source().array().type.bytes;
        if (layouts.sources[0]) source.resize(static_cast<std::size_t>(layouts.sources[0]->allocation_size() * bytes));
        if (layouts.targets[0]) target.resize(static_cast<std::size_t>(layouts.targets[0]->allocation_size() * bytes));
        if (layouts.sources[0]) GeneratedData(p.source().array()).fill(*layouts.sources[0], source.data());
        Redistributor::make(MultiPlan::make({p}).value(), MPI_COMM_WORLD)->execute(source.data(), target.data());
    }
    [[nodiscard]] std::optional<Mismatch> mismatch() const {
        return find_mismatch(Communicator::world(), plan, layouts.targets[0], target.data());
    }
    [[nodiscard]] bool sums_agree() const {
        Communicator const world = Communicator::world();
        auto const before = source_checksum(world, plan, layouts.sources[0], source.data());
        auto const after = target_checksum(world, plan, layouts.targets[0], target.data());
        return after == before * static_cast<std::uint64_t>(plan.target().replicas());
    }

    RedistPlan const& plan;
    RankLayouts layouts;
    std::vector<std::byte> source;
    std::vector<std::byte> target;
};

void what_arrived_passes() {
    RedistPlan const plan = random_plan();
    Moved const moved(plan);
    RC_ASSERT(everywhere(!moved.mismatch().has_value()));
    RC_ASSERT(everywhere(moved.sums_agree()));
}

/// Spoils one bit of one element that was delivered to some rank; nobody else's.
struct Spoilt {
    Rank rank = -1;
    Extents index;
};

Spoilt spoil(Moved& moved, std::size_t choice) {
    std::vector<Message> messages;
    moved.plan.for_each_message([&](Message const& message) { messages.push_back(message); });
    if (messages.empty()) return {};
    Message const& message = messages[choice % messages.size()];
    Extents const index = moved.plan.target_box(message).element(static_cast<Index>(choice) % message.elements);
    if (message.to == Communicator::world().rank()) {
        LocalLayout const& layout = *moved.layouts.targets[0];
        Index const bytes = moved.plan.target().array().type.bytes;
        Index const offset = layout.offset(layout.global_to_local(index).value()) * bytes + static_cast<Index>(choice) % bytes;
        moved.target[static_cast<std::size_t>(offset)] ^= std::byte{4};
    }
    return {message.to, index};
}

void one_spoilt_bit_is_found() {
    RedistPlan const plan = random_plan();
    Moved moved(plan);
    Spoilt const spoilt = spoil(moved, static_cast<std::size_t>(between(0, 1000)));
    RC_PRE(spoilt.rank >= 0);
    auto const found = moved.mismatch();
    RC_ASSERT(everywhere(found.has_value() && found->rank == spoilt.rank && found->expected != found->found));
    ArraySpec const& array = plan.target().array();
    std::string name = array.name + (array.order == StorageOrder::C ? "[" : "(");
    for (std::size_t d = 0; d < spoilt.index.size(); ++d) {
        if (d > 0) name += array.order == StorageOrder::C ? "][" : ",";
        name += std::to_string(spoilt.index[d] + array.lower[d]);
    }
    name += array.order == StorageOrder::C ? "]" : ")";
    RC_ASSERT(everywhere(found->element == name));
    RC_ASSERT(everywhere(!moved.sums_agree()));
}

/// Two elements in each other's place have the same bytes in all, but not the same sum.
void exchanged_elements_are_found() {
    MappingSpec spec;
    spec.array = {"A", {"int32", 4}, {0}, {between(2, 40)}, StorageOrder::C, {}};
    spec.formats = {DistFormat::block()};
    spec.processors.lower = {0};
    spec.processors.extents = {1};
    RedistPlan const plan = RedistPlan::make(Mapping::make(spec).value(), Mapping::make(spec).value()).value();
    Moved moved(plan);
    Index const first = between(0, spec.array.extents[0] - 2);
    if (!moved.target.empty()) {
        auto const at = moved.target.begin() + 4 * first;
        std::rotate(at, at + 4, at + 8);
    }
    auto const found = moved.mismatch();
    RC_ASSERT(everywhere(found.has_value() && found->element == "A[" + std::to_string(first) + "]"));
    RC_ASSERT(everywhere(found->expected == std::to_string(first) && found->found == std::to_string(first + 1)));
    RC_ASSERT(everywhere(!moved.sums_agree()));
}

/// An element that no plan names has to keep its value, on every rank that holds it.
void changes_beside_a_section_are_found() {
    MappingSpec spec;
    spec.array = {"A", {"int32", 4}, {1}, {between(4, 30)}, StorageOrder::C, {}};
    spec.formats = {one_in(2) ? DistFormat::block() : DistFormat::cyclic()};
    spec.processors.lower = {1};
    spec.processors.extents = {job_size()};
    Mapping const mapping = Mapping::make(spec).value();
    Index const extent = spec.array.extents[0];
    CopyMap const section = CopyMap::section(std::vector<CopyMap::Range>{{between(0, 1), 2, (extent - 1) / 2}});
    std::vector<RedistPlan> const plans{RedistPlan::make(mapping, mapping, section).value()};
    Moved moved(plans.front());
    auto const& layout = moved.layouts.targets[0];
    auto const change = [&](std::byte const* before) {
        return find_change(Communicator::world(), plans, mapping, layout, moved.target.data(), before);
    };
    std::vector<std::byte> const there = moved.target;
    RC_ASSERT(everywhere(!change(nullptr) && !change(there.data())));
    Index const victim = between(0, extent - 1);
    CopyAxis const& axis = section.axes.front();
    bool const delivered = victim % 2 == axis.target->start && victim < axis.target->start + 2 * axis.extent;
    if (layout)
        if (auto const local = layout->global_to_local(Extents{victim}))
            moved.target[static_cast<std::size_t>(layout->offset(*local) * 4)] ^= std::byte{1};
    auto const found = change(there.data());
    RC_ASSERT(everywhere(found.has_value() == !delivered));
    RC_ASSERT(everywhere(delivered || found->element == "A[" + std::to_string(victim + 1) + "]"));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(400 / (job_size() + 2));
    try_many_cases(("seed=41 max_success=" + cases).c_str());
    return exit_code({rc::check("what arrived passes", what_arrived_passes),
                      rc::check("one spoilt bit is found", one_spoilt_bit_is_found),
                      rc::check("exchanged elements are found", exchanged_elements_are_found),
                      rc::check("changes beside a section are found", changes_beside_a_section_are_found)});
}
