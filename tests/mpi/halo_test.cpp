// SPDX-License-Identifier: BSD-3-Clause
// Tessera: halos of random arrays filled under MPI, every place compared.
#include "libcore/runtime/comm/halo/halo_exchange.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/chosen_elements.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_halo.hpp"
#include "tests/suite/suite.hpp"

#include <cstdint>
#include <rapidcheck.h>

using namespace tessera;
using namespace tessera::oracle;

namespace {

constexpr double rubbish = -1;

/// One array of an exchange on this rank: every element is its own number, plus that of the run.
class FieldOnRank {
  public:
    FieldOnRank(HaloCase const& halo, HaloLayout const& layout) : case_(halo), layout_(layout) {
        values_.resize(as_size(layout.allocation_size()));
        position_ = halo.mapping().grid().position(Communicator::world().rank());
    }

    void prepare(double run) {
        std::ranges::fill(values_, rubbish);
        if (!position_) return;
        case_.mapping().owned(*position_).for_each([&](std::span<Index const> index) {
            values_[as_size(layout_.offset(index))] = number(index) + run;
        });
    }

    /// Every place of the halo holds another number, that of its rank in it.
    void prepare_contributions(double run) {
        prepare(run);
        if (!position_) return;
        for (auto const& [place, element] : walked_halo(case_, *position_))
            values_[as_size(layout_.offset(place))] = contribution(*position_, place);
    }

    /// The places that are chosen: owned ones by the number of their element, those of the halo by what they contribute. What a
    /// context says of other places does not matter.
    [[nodiscard]] Context context(Chosen const& chosen) const {
        std::vector<bool> flags(values_.size());
        for (std::size_t i = 0; i < flags.size(); ++i) flags[i] = i % 3 != 0;
        if (position_) {
            case_.mapping().owned(*position_).for_each([&](std::span<Index const> index) {
                flags[as_size(layout_.offset(index))] = chosen.holds(static_cast<Index>(number(index)));
            });
            for (auto const& [place, element] : walked_halo(case_, *position_))
                flags[as_size(layout_.offset(place))] = chosen.holds(static_cast<Index>(contribution(*position_, place)));
        }
        return Context::everywhere(std::ssize(flags)).where([&](Index i) { return flags[as_size(i)]; });
    }

    /// Has every owned element what the halos of all positions that read the same copy of it hold, and the halo its own?
    [[nodiscard]] bool is_added(double run, Chosen const& chosen = {}) const {
        if (!position_) return values_.empty();
        std::vector<double> expected(values_.size(), rubbish);
        Mapping const& mapping = case_.mapping();
        mapping.owned(*position_).for_each([&](std::span<Index const> index) {
            expected[as_size(layout_.offset(index))] = number(index) + run;
        });
        for (auto const& [place, element] : walked_halo(case_, *position_))
            expected[as_size(layout_.offset(place))] = contribution(*position_, place);
        for (Index position = 0; position < mapping.grid().size() && mapping.holds(*position_); ++position) {
            if (!mapping.holds(position) || mapping.replica(position) != mapping.replica(*position_)) continue;
            for (auto const& [place, element] : walked_halo(case_, position))
                if (mapping.owned(*position_).contains(element) && chosen.holds(static_cast<Index>(contribution(position, place))))
                    expected[as_size(layout_.offset(element))] += contribution(position, place);
        }
        return expected == values_;
    }

    [[nodiscard]] void* data() { return values_.data(); }

    /// Is everything owned as before, the halo filled, and nothing else touched?
    [[nodiscard]] bool is_filled(double run, Chosen const& chosen = {}) const {
        if (!position_) return values_.empty();
        std::vector<double> expected(values_.size(), rubbish);
        case_.mapping().owned(*position_).for_each([&](std::span<Index const> index) {
            expected[as_size(layout_.offset(index))] = number(index) + run;
        });
        for (auto const& [place, element] : walked_halo(case_, *position_))
            if (chosen.holds(static_cast<Index>(number(element)))) expected[as_size(layout_.offset(place))] = number(element) + run;
        return expected == values_;
    }

  private:
    [[nodiscard]] double number(std::span<Index const> index) const {
        Index linear = 0;
        for (std::size_t d = 0; d < index.size(); ++d) linear = linear * case_.mapping().array().extents[d] + index[d];
        return static_cast<double>(linear);
    }

    /// Whole numbers, whose sums are exact in any order.
    [[nodiscard]] static double contribution(Index position, Extents const& place) {
        Index sum = 1000 * (position + 1);
        for (Index const at : place) sum = 7 * sum + at;
        return static_cast<double>(sum);
    }

    HaloCase const& case_;
    HaloLayout const& layout_;
    std::optional<Index> position_;
    std::vector<double> values_;
};

/// Small in every dimension; or with long rows, which travel without being packed.
Extents random_field_extents() {
    if (!one_in(3)) return random_halo_extents();
    Extents extents{between(1, 5), between(1, 5)};
    extents[as_size(between(0, 1))] = between(100, 200);
    return extents;
}

MappingSpec random_field(int ranks) {
    MappingSpec spec = random_mapping_spec(random_field_extents(), ranks);
    spec.array.type = {"float64", 8};
    spec.array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    return spec;
}

void fills_every_place() {
    std::vector<HaloCase> cases;
    for (Index n = between(1, 3); n > 0; --n) cases.push_back(random_halo(random_field(Communicator::world().size())));
    std::vector<HaloArray> arrays;
    for (HaloCase const& each : cases) arrays.push_back({each.plan});
    auto exchange = HaloExchange::make(arrays, MPI_COMM_WORLD);
    RC_ASSERT(everywhere(exchange.has_value()));
    std::vector<FieldOnRank> fields;
    for (std::size_t i = 0; i < cases.size(); ++i) fields.emplace_back(cases[i], exchange->layout(i));
    for (double run = 0; run < 3; ++run) {
        std::vector<void*> data;
        for (FieldOnRank& field : fields) {
            field.prepare(run);
            data.push_back(field.data());
        }
        exchange->begin(data);
        exchange->end();
        for (FieldOnRank const& field : fields) RC_ASSERT(everywhere(field.is_filled(run)));
    }
}

/// The way back: what all halos hold is added to the elements of their owners.
void adds_every_place() {
    std::vector<HaloCase> cases;
    for (Index n = between(1, 3); n > 0; --n) cases.push_back(random_halo(random_field(Communicator::world().size())));
    std::vector<HaloArray> arrays;
    for (HaloCase const& each : cases) arrays.push_back({each.plan});
    auto exchange = HaloExchange::make(arrays, MPI_COMM_WORLD, HaloDirection::Add);
    RC_ASSERT(everywhere(exchange.has_value()));
    std::vector<FieldOnRank> fields;
    for (std::size_t i = 0; i < cases.size(); ++i) fields.emplace_back(cases[i], exchange->layout(i));
    for (double run = 0; run < 2; ++run) {
        std::vector<void*> data;
        for (FieldOnRank& field : fields) {
            field.prepare_contributions(run);
            data.push_back(field.data());
        }
        exchange->begin(data);
        exchange->end();
        for (FieldOnRank const& field : fields) RC_ASSERT(everywhere(field.is_added(run)));
    }
}

/// Other elements in each run, and all of them in some.
void carries_active_places(HaloDirection way) {
    bool const adds = way == HaloDirection::Add;
    std::vector<HaloCase> cases;
    for (Index n = between(1, 3); n > 0; --n) cases.push_back(random_halo(random_field(Communicator::world().size())));
    std::vector<HaloArray> arrays;
    for (HaloCase const& each : cases) arrays.push_back({each.plan});
    auto exchange = HaloExchange::make(arrays, MPI_COMM_WORLD, way);
    RC_ASSERT(everywhere(exchange.has_value()));
    if (one_in(2)) exchange->prepare_contexts();
    std::vector<FieldOnRank> fields;
    for (std::size_t i = 0; i < cases.size(); ++i) fields.emplace_back(cases[i], exchange->layout(i));
    for (double run = 0; run < 3; ++run) {
        bool const all = one_in(4);
        std::vector<void*> data;
        std::vector<Chosen> chosen;
        std::vector<Context> contexts;
        std::vector<Context const*> where;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            adds ? fields[i].prepare_contributions(run) : fields[i].prepare(run);
            data.push_back(fields[i].data());
            chosen.push_back(all ? Chosen{} : random_choice(adds ? max_extent : cases[i].mapping().volume()));
            contexts.push_back(fields[i].context(chosen.back()));
        }
        for (Context const& each : contexts) where.push_back(&each);
        all ? exchange->begin(data) : exchange->begin(data, where);
        exchange->end();
        for (std::size_t i = 0; i < fields.size(); ++i)
            RC_ASSERT(everywhere(adds ? fields[i].is_added(run, chosen[i]) : fields[i].is_filled(run, chosen[i])));
    }
}

void refuses_to_add_what_is_no_number() {
    MappingSpec spec;
    spec.array = {.name = "A", .type = {"bytes24", 24}, .lower = {1}, .extents = {8}, .shadow = {}};
    spec.formats = {DistFormat::block()};
    spec.processors.lower = {1};
    spec.processors.extents = {1};
    auto const plan = HaloPlan::make(Mapping::make(spec).value(), Stencil::named("3", 1).value()).value();
    RC_ASSERT(everywhere(!HaloExchange::make(plan, MPI_COMM_WORLD, HaloDirection::Add).has_value()));
    RC_ASSERT(everywhere(HaloExchange::make(plan, MPI_COMM_WORLD).has_value()));
}

/// Blocks between the shadow planes that HPF gives them.
void fills_shadow_planes() {
    Extents const extents{between(4, 20), between(4, 20)};
    auto const rows = static_cast<Index>(Communicator::world().size());
    MappingSpec spec;
    spec.array = {.name = "A", .type = {"float64", 8}, .lower = {1, 1}, .extents = extents, .shadow = {{1, 2}, {2, 1}}};
    spec.formats = {DistFormat::block(), DistFormat::collapsed()};
    spec.processors.lower = {1};
    spec.processors.extents = {rows};
    auto const plan = HaloPlan::make(Mapping::make(spec).value(), Stencil::box(spec.array.shadow)).value();
    LocalLayout const standard(plan.mapping(), *plan.mapping().grid().position(Communicator::world().rank()));
    // Each rank's own: more ghosts than the stencil needs, columns apart, and one order or the other.
    Index const far = 40 + 2 * Communicator::world().rank();
    bool const by_rows = one_in(2);
    LocalStorage const storage{.strides = by_rows ? Extents{far * 2, 2} : Extents{2, far * 2}, .ghosts = {{3, 2}, {2, 4}}};
    LocalLayout const local =
        one_in(2) ? standard : LocalLayout::strided(plan.mapping(), Communicator::world().rank(), storage).value();
    auto layout = HaloLayout::within_shadow(plan, Communicator::world().rank(), local);
    RC_ASSERT(everywhere(layout.has_value()));
    bool right = layout->allocation_size() == local.allocation_size();
    plan.mapping().owned(Communicator::world().rank()).for_each([&](std::span<Index const> index) {
        right = right && layout->offset(index) == local.offset(*local.global_to_local(index));
    });
    RC_ASSERT(everywhere(right));
    std::vector<HaloArray> const arrays{{plan, *layout}};
    auto exchange = HaloExchange::make(arrays, MPI_COMM_WORLD);
    std::vector<double> values(as_size(layout->allocation_size()), rubbish);
    plan.mapping().owned(Communicator::world().rank()).for_each([&](std::span<Index const> index) {
        values[as_size(layout->offset(index))] = static_cast<double>(index[0] * 100 + index[1]);
    });
    bool const odd = one_in(2); // these columns alone
    std::vector<bool> flags(values.size(), true);
    plan.mapping().owned(Communicator::world().rank()).for_each([&](std::span<Index const> index) {
        flags[as_size(layout->offset(index))] = index[1] % 2 == 1;
    });
    Context const where = Context::everywhere(std::ssize(values)).where([&](Index i) { return flags[as_size(i)]; });
    odd ? exchange->exchange(values.data(), where) : exchange->exchange(values.data());
    for (BoxSet const& box : plan.places(Communicator::world().rank()))
        box.for_each([&](std::span<Index const> place) {
            double& value = values[as_size(layout->offset(place))];
            bool const filled = !odd || place[1] % 2 == 1;
            right = right && value == (filled ? static_cast<double>(place[0] * 100 + place[1]) : rubbish);
            value = rubbish;
        });
    plan.mapping().owned(Communicator::world().rank()).for_each([&](std::span<Index const> index) {
        values[as_size(layout->offset(index))] = rubbish;
    });
    right = right && std::ranges::count(values, rubbish) == std::ssize(values); // what is no element is as it was
    RC_ASSERT(everywhere(right));
}

void names_missing_ranks() {
    auto const ranks = static_cast<Index>(Communicator::world().size()) + 1;
    MappingSpec spec;
    spec.array = {.name = "A", .type = {"float64", 8}, .lower = {1}, .extents = {ranks}, .shadow = {}};
    spec.formats = {DistFormat::block()};
    spec.processors.lower = {1};
    spec.processors.extents = {ranks};
    auto const plan = HaloPlan::make(Mapping::make(spec).value(), Stencil::named("3", 1).value()).value();
    auto const exchange = HaloExchange::make(plan, MPI_COMM_WORLD);
    RC_ASSERT(everywhere(!exchange.has_value()));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(800 / (job_size() + 2)); // a case costs the more, the more ranks share a core
    try_many_cases(("seed=12 max_success=" + cases).c_str());
    return exit_code({rc::check("every place of every halo is filled", fills_every_place),
                      rc::check("what every halo holds is added to its owner", adds_every_place),
                      rc::check("active elements go to halos", [] { carries_active_places(HaloDirection::Fill); }),
                      rc::check("active places of halos are added", [] { carries_active_places(HaloDirection::Add); }),
                      rc::check("what is no number is not added", refuses_to_add_what_is_no_number),
                      rc::check("shadow planes are filled", fills_shadow_planes),
                      rc::check("missing ranks are refused", names_missing_ranks)});
}
