// SPDX-License-Identifier: BSD-3-Clause
// Tessera: moves that combine, conjugate and convert elements, by every transport and method, against whole numbers.
#include "libcore/redist/methods/method.hpp"
#include "libcore/runtime/move/composite_redistributor.hpp"
#include "libcore/runtime/move/copy/element_update.hpp"
#include "libcore/runtime/move/distributed_array.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/mpi/updated_arrays.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/message_set_generator.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <array>
#include <limits>
#include <mpi.h>
#include <rapidcheck.h>
#include <string>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

ElementType random_number_type(bool as_source) {
    std::vector<ElementType> types{{"int8", 1},    {"int16", 2},   {"int32", 4},     {"int64", 8},
                                   {"uint8", 1},   {"uint16", 2},  {"uint32", 4},    {"uint64", 8},
                                   {"float32", 4}, {"float64", 8}, {"complex64", 8}, {"complex128", 16}};
    if (as_source) types.push_back({"bool", 1});
    return *rc::gen::elementOf(types);
}

std::complex<double> random_factor(ElementType const& type) {
    bool const complex = type.name.starts_with("complex");
    return {static_cast<double>(between(-3, 3)), complex && one_in(2) ? static_cast<double>(between(-2, 2)) : 0.0};
}

ElementUpdate random_update(ElementType const& source) {
    ElementUpdate update{.conjugate = one_in(3), .may_lose = true};
    if (one_in(2) || source.name == "bool") update.to = random_number_type(false);
    ElementType const target = update.to.value_or(source);
    if (one_in(2)) update.alpha = random_factor(target);
    if (one_in(2)) update.beta = random_factor(target);
    return update;
}

struct RandomUpdates {
    MultiPlan plan;
    std::vector<ElementUpdate> updates;
};

RandomUpdates random_updates() {
    std::vector<RedistPlan> plans;
    std::vector<ElementUpdate> updates;
    for (Index count = one_in(2) ? 1 : between(2, 3); count > 0; --count) {
        ElementType const type = random_number_type(true);
        plans.push_back(random_plan_of(type));
        updates.push_back(one_in(5) && type.name != "bool" ? ElementUpdate{} : random_update(type));
    }
    return {MultiPlan::make(plans).value(), updates};
}

RedistributorOptions random_way() {
    RedistributorOptions options;
    options.transport = transport_named(*rc::gen::elementOf(transport_names())).value();
    options.receive = one_in(2) ? Receive::Async : Receive::Sync;
    if (one_in(3)) options.most_bytes_per_count = between(1, 100);
    return options;
}

void every_transport_updates() {
    auto const [plan, updates] = random_updates();
    RankLayouts const layouts = random_layouts(plan);
    RedistributorOptions options = random_way();
    RC_LOG() << "transport " << name_of(options.transport) << std::endl;
    options.updates = updates;
    auto redistributor = Redistributor::make(plan, MPI_COMM_WORLD, layouts, options);
    RC_ASSERT(everywhere(redistributor.has_value()));
    UpdatedArrays arrays(plan, layouts, updates);
    for (int run = 0; run < 2; ++run) {
        arrays.prepare();
        redistributor->execute(arrays.sources(), arrays.targets());
        RC_ASSERT(everywhere(arrays.arrived()));
    }
}

void straight_copies_update() {
    auto const [plan, updates] = random_updates();
    RankLayouts const layouts = RankLayouts::standard(plan.plans(), Communicator::world().rank());
    RedistributorOptions options = random_way();
    options.updates = updates;
    auto redistributor = Redistributor::make(plan, MPI_COMM_WORLD, layouts, options);
    RC_ASSERT(everywhere(redistributor.has_value()));
    UpdatedArrays arrays(plan, layouts, updates);
    arrays.prepare();
    std::vector<DistributedArray> shared;
    std::vector<DistributedArray const*> sources;
    for (RedistPlan const& each : plan.plans()) shared.push_back(DistributedArray::make(each.source(), MPI_COMM_WORLD).value());
    for (std::size_t i = 0; i < shared.size(); ++i) {
        std::copy_n(static_cast<std::byte const*>(arrays.sources()[i]), shared[i].memory().size(), shared[i].data());
        sources.push_back(&shared[i]);
    }
    redistributor->execute(sources, arrays.targets());
    RC_ASSERT(everywhere(arrays.arrived()));
}

void schedules_update() {
    auto const [plan, updates] = random_updates();
    RankLayouts const layouts = random_layouts(plan);
    RedistributorOptions options{.transport = Transport::Scheduled, .updates = updates};
    MessageSet const messages = MessageSet::of(plan).value();
    AlgorithmInfo const& algorithm = algorithms()[static_cast<std::size_t>(between(0, std::ssize(algorithms()) - 1))];
    auto const schedule = make_schedule(algorithm.name, messages, random_mesh(messages.size()));
    if (!schedule) return; // not for so many ranks
    options.schedule = *schedule;
    auto redistributor = Redistributor::make(plan, MPI_COMM_WORLD, layouts, options);
    RC_ASSERT(everywhere(redistributor.has_value()));
    UpdatedArrays arrays(plan, layouts, updates);
    arrays.prepare();
    redistributor->execute(arrays.sources(), arrays.targets());
    RC_ASSERT(everywhere(arrays.arrived()));
}

void every_method_updates() {
    auto const [plan, updates] = random_updates();
    RankLayouts const layouts = random_layouts(plan);
    for (MethodInfo const& info : methods()) {
        auto const composite = compose(info.name, plan);
        if (!composite || info.asks_owners) continue;
        auto mover =
            CompositeRedistributor::make(*composite, MPI_COMM_WORLD, layouts, {.phases = {random_way()}, .updates = updates});
        RC_ASSERT(everywhere(mover.has_value()));
        UpdatedArrays arrays(plan, layouts, updates);
        arrays.prepare();
        mover->execute(arrays.sources(), arrays.targets());
        RC_ASSERT(everywhere(arrays.arrived()));
    }
}

template <class T>
T converted_from(double value, ElementType const& to) {
    T result{};
    auto const arithmetic = ElementArithmetic::make({"float64", 8}, to, {.may_lose = true});
    arithmetic->apply(reinterpret_cast<std::byte const*>(&value), reinterpret_cast<std::byte*>(&result), 1);
    return result;
}

/// What has no whole-number answer: fractions, bounds, and what is not a number.
void floats_become_integers_within_their_bounds() {
    ElementType const int32{"int32", 4};
    RC_ASSERT(converted_from<std::int32_t>(-2.75, int32) == -2);
    RC_ASSERT(converted_from<std::int32_t>(1e10, int32) == std::numeric_limits<std::int32_t>::max());
    RC_ASSERT(converted_from<std::int32_t>(-1e300, int32) == std::numeric_limits<std::int32_t>::min());
    RC_ASSERT(converted_from<std::int32_t>(std::numeric_limits<double>::quiet_NaN(), int32) == 0);
    RC_ASSERT(converted_from<std::uint64_t>(-1.0, {"uint64", 8}) == 0U);
    RC_ASSERT(converted_from<std::uint64_t>(1.8446744073709552e19, {"uint64", 8}) == std::numeric_limits<std::uint64_t>::max());
    RC_ASSERT(converted_from<float>(0.1, {"float32", 4}) == 0.1F);
    double const infinite = std::numeric_limits<double>::infinity();
    std::array<double, 2> target{std::numeric_limits<double>::quiet_NaN(), 7};
    std::array<double, 2> const source{1, infinite};
    auto const twice = ElementArithmetic::make({"float64", 8}, {"float64", 8}, {.alpha = 2});
    twice->apply(reinterpret_cast<std::byte const*>(source.data()), reinterpret_cast<std::byte*>(target.data()), 2);
    RC_ASSERT(target[0] == 2 && target[1] == infinite); // beta is 0: what stood there is not read
}

void must_fail(ElementType const& from, ElementType const& to, ElementUpdate const& update, std::string const& words) {
    auto const made = ElementArithmetic::make(from, to, update);
    RC_ASSERT(!made.has_value());
    RC_ASSERT(made.error().message.find(words) != std::string::npos);
}

void refuses_what_would_lose_or_has_no_meaning() {
    ElementType const f8{"float64", 8};
    for (auto const& [from, to] : {std::pair<ElementType, ElementType>{f8, {"float32", 4}},
                                   {f8, {"int64", 8}},
                                   {{"int64", 8}, f8},
                                   {{"int32", 4}, {"float32", 4}},
                                   {{"int8", 1}, {"uint64", 8}},
                                   {{"uint8", 1}, {"int8", 1}},
                                   {{"complex64", 8}, f8},
                                   {f8, {"complex64", 8}}})
        must_fail(from, to, {}, "may lose none");
    for (auto const& [from, to] : {std::pair<ElementType, ElementType>{{"float32", 4}, f8},
                                   {{"int32", 4}, f8},
                                   {f8, {"complex128", 16}},
                                   {{"uint8", 1}, {"int16", 2}},
                                   {{"bool", 1}, {"int8", 1}},
                                   {{"logical32", 4}, {"int8", 1}},
                                   {{"int16", 2}, {"float32", 4}}})
        RC_ASSERT(ElementArithmetic::make(from, to, {}).has_value());
    must_fail(f8, f8, {.alpha = {0, 1}}, "imaginary");
    must_fail({"int32", 4}, {"int32", 4}, {.beta = 0.5}, "integer");
    must_fail({"V24", 24}, {"V24", 24}, {.alpha = 2}, "V24");
    must_fail(f8, {"bool", 1}, {.may_lose = true}, "bool");
    must_fail({"int32", 4}, {"logical32", 4}, {.may_lose = true}, "logical32");
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(1000 / (job_size() + 2));
    try_many_cases(("seed=29 max_success=" + cases).c_str());
    return exit_code({rc::check("every transport updates", every_transport_updates),
                      rc::check("straight copies update", straight_copies_update), rc::check("schedules update", schedules_update),
                      rc::check("every method updates", every_method_updates),
                      rc::check("floats become integers within their bounds", floats_become_integers_within_their_bounds),
                      rc::check("losses and nonsense are refused", refuses_what_would_lose_or_has_no_meaning)});
}
