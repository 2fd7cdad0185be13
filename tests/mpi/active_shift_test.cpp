// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random shifts under contexts of each run, every element compared.
#include "libcore/base/require.hpp"
#include "libcore/runtime/comm/shift/shift_exchange.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/chosen_elements.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_shift.hpp"
#include "tests/property/random_storage.hpp"
#include "tests/suite/suite.hpp"

#include <array>
#include <complex>
#include <cstdint>
#include <functional>
#include <optional>
#include <rapidcheck.h>
#include <string>
#include <type_traits>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// Elements of three bytes, which nothing but a copy is for.
using Colour = std::array<std::uint8_t, 3>;

template <class T>
T element(Index number) {
    return static_cast<T>(number % 100);
}
template <>
Colour element<Colour>(Index number) {
    return {static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(number / 256), 7};
}
template <>
std::complex<double> element<std::complex<double>>(Index number) {
    return {static_cast<double>(number % 100), 0.5};
}

Index linear(Mapping const& mapping, std::span<Index const> index) {
    Index number = 0;
    for (std::size_t d = 0; d < index.size(); ++d) number = number * mapping.array().extents[d] + index[d];
    return number;
}

/// The chosen ones of a rank, by their numbers in the order of its memory.
Context context_of(Mapping const& mapping, std::optional<LocalLayout> const& layout, Chosen const& chosen) {
    if (!layout) return Context::everywhere(0);
    std::vector<bool> flags(as_size(layout->owned().count()));
    layout->owned().for_each([&](std::span<Index const> index) {
        Extents const local = *layout->global_to_local(index);
        Index number = 0;
        for (std::size_t k = local.size(); k-- > 0;) {
            auto const d = as_size(layout->permutation()[k]);
            number = number * layout->local_shape()[d] + local[d];
        }
        flags[as_size(number)] = chosen.holds(linear(mapping, index));
    });
    return Context::everywhere(std::ssize(flags)).where([&](Index i) { return flags[as_size(i)]; });
}

ShiftCase random_case(ElementType const& type) {
    Extents extents;
    for (Index d = between(1, 3); d > 0; --d) extents.push_back(between(0, 9));
    if (one_in(4)) extents.back() = between(50, 150); // contexts of all forms
    MappingSpec spec = random_mapping_spec(extents, Communicator::world().size());
    spec.array.type = type;
    spec.array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    return random_shift_of(spec, one_in(3) ? ShiftEdge::Fill : one_in(2) ? ShiftEdge::Keep : ShiftEdge::Torus);
}

/// A rank's memory of an array whose every byte that is no element is a guard.
template <class T>
class Memory {
  public:
    explicit Memory(std::optional<LocalLayout> const& layout)
        : layout_(layout), values_(layout ? as_size(layout->allocation_size()) : 0, element<T>(99)) {}

    [[nodiscard]] T& at(std::span<Index const> index) {
        return values_[as_size(layout_->offset(*layout_->global_to_local(index)))];
    }
    template <class Visit>
    void for_each(Visit const& visit) {
        if (layout_) layout_->owned().for_each([&](std::span<Index const> index) { visit(index, at(index)); });
    }
    [[nodiscard]] void* data() { return layout_ ? values_.data() : nullptr; }
    friend bool operator==(Memory const& a, Memory const& b) { return a.values_ == b.values_; }

  private:
    std::optional<LocalLayout> layout_;
    std::vector<T> values_;
};

/// What a shift may make of an element and one that arrives.
template <class T>
struct Operation {
    SendCombiner given;
    std::function<T(T, T)> meant;
};

template <class T>
std::vector<Operation<T>> operations(ElementType const& type) {
    auto const ours = [&](ReduceOp op) { return SendCombiner(Combiner::make(op, type).value()); };
    std::vector<Operation<T>> all{{SendCombiner(), [](T, T arriving) { return arriving; }}};
    if constexpr (std::is_same_v<T, Colour>) {
        auto const mixed = [](Colour a, Colour b) { return Colour{a[0], b[1], static_cast<std::uint8_t>(a[2] + b[2])}; };
        all.push_back({SendCombiner::of<Colour>(mixed), mixed});
    } else {
        all.push_back({ours(ReduceOp::Sum), [](T a, T b) { return static_cast<T>(a + b); }});
    }
    if constexpr (std::is_arithmetic_v<T>) {
        all.push_back({ours(ReduceOp::Min), [](T a, T b) { return b < a ? b : a; }});
        all.push_back({ours(ReduceOp::Max), [](T a, T b) { return a < b ? b : a; }});
    }
    if constexpr (std::is_integral_v<T>) {
        all.push_back({ours(ReduceOp::And), [](T a, T b) { return static_cast<T>(a & b); }});
        all.push_back({ours(ReduceOp::Or), [](T a, T b) { return static_cast<T>(a | b); }});
        all.push_back({ours(ReduceOp::Xor), [](T a, T b) { return static_cast<T>(a ^ b); }});
    }
    return all;
}

/// Bytes that this rank sends by the trace, at most: for what is active, and a little for each partner.
template <class T>
Index most_sent(ShiftCase const& c, Chosen const& chosen) {
    Index bytes = 0;
    for (MultiMessage const& message : c.shift.plan().sends(Communicator::world().rank())) {
        if (message.to == message.from) continue;
        Index active = 0;
        for (MultiMessage::Part const& part : message.parts) {
            RedistPlan const& plan = c.shift.plan().plans()[as_size(part.plan)];
            plan.box(part.message).for_each([&](std::span<Index const> index) {
                Extents from(index.begin(), index.end());
                for (std::size_t d = 0; d < from.size(); ++d) from[d] += plan.map().axes[d].source->start;
                active += c.travels(from) && chosen.holds(linear(c.shift.mapping(), from)) ? 1 : 0;
            });
        }
        // A run of active elements takes two numbers at most, of a byte each where runs are short.
        bytes += 16 + (active > 0 ? active * Index{sizeof(T)} +
                                        std::min(message.elements / 8 + 16, 4 * active + message.elements / 64 + 16) + 30
                                  : 0);
    }
    return bytes;
}

template <class T>
void active_elements_come_home(ElementType const& type) {
    ShiftCase const c = random_case(type);
    Mapping const& mapping = c.shift.mapping();
    Rank const rank = Communicator::world().rank();
    ShiftLayouts layouts;
    if (auto const held = mapping.grid().position(rank); held && mapping.holds(*held))
        layouts.source = layouts.target = LocalLayout(mapping, *held);
    if (one_in(2)) {
        layouts.source = random_layout(mapping, rank, static_cast<std::uint64_t>(between(0, 1'000'000)));
        layouts.target = random_layout(mapping, rank, static_cast<std::uint64_t>(between(0, 1'000'000)));
    }
    auto exchange = ShiftExchange::make(c.shift, MPI_COMM_WORLD, layouts);
    RC_ASSERT(everywhere(exchange.has_value()));
    if (one_in(2)) exchange->prepare_contexts();
    T const fill = element<T>(55);
    auto const known = operations<T>(type);
    for (int run = 0; run < 3; ++run) {
        Chosen const chosen = random_choice(mapping.volume());
        Context const where = context_of(mapping, layouts.source, chosen);
        bool const all = one_in(5); // a run without a context between others
        auto const& op = known[as_size(between(0, std::ssize(known) - 1))];
        TraceRecorder trace;
        exchange->record(all ? nullptr : &trace);
        Memory<T> source(layouts.source);
        source.for_each([&](std::span<Index const> index, T& value) { value = element<T>(linear(mapping, index)); });
        Memory<T> target(layouts.target);
        target.for_each([&](std::span<Index const> index, T& value) { value = element<T>(linear(mapping, index) + 31); });
        bool const parallel = one_in(2);
        Memory<T> fills(layouts.target);
        fills.for_each([&](std::span<Index const> index, T& value) { value = element<T>(linear(mapping, index) + 67); });
        Memory<T> expected = target;
        bool const reads = one_in(3);
        Chosen const read = random_choice(mapping.volume());
        Context const wanted = context_of(mapping, layouts.target, read);
        expected.for_each([&](std::span<Index const> index, T& value) {
            if (!c.wanted(index) || (reads && !read.holds(linear(mapping, index)))) return;
            auto const origin = c.origin(index);
            if (!origin && c.shift.edge() == ShiftEdge::Fill) value = op.meant(value, parallel ? fills.at(index) : fill);
            if (origin && c.goes(*origin) && (all || chosen.holds(linear(mapping, *origin))))
                value = op.meant(value, element<T>(linear(mapping, *origin)));
        });
        Memory<T> const before = source;
        exchange->execute(source.data(), target.data(),
                          {.fill = parallel ? nullptr : &fill,
                           .fill_array = parallel ? fills.data() : nullptr,
                           .where = all ? nullptr : &where,
                           .wanted = reads ? &wanted : nullptr,
                           .op = op.given});
        RC_ASSERT(everywhere(source == before && target == expected)); // gaps and ghosts too
        if (all) continue;
        std::vector<Index> sent(as_size(Communicator::world().size()), 0);
        auto const transfers = trace.gather(Communicator::world());
        for (TracedTransfer const& each : transfers) sent[as_size(each.from)] += each.bytes;
        MPI_Bcast(sent.data(), Communicator::world().size(), MPI_INT64_T, 0, MPI_COMM_WORLD);
        RC_ASSERT(everywhere(sent[as_size(rank)] <= most_sent<T>(c, chosen)));
    }
}

template <class Work>
bool is_refused(Work const& work) {
    try {
        work();
    } catch (BrokenPrecondition const&) {
        return true;
    }
    return false;
}

/// Nothing has begun then: the next run is as any other.
void refuses_what_does_not_fit() {
    MappingSpec spec;
    auto const ranks = static_cast<Index>(Communicator::world().size());
    spec.array = {.name = "A", .type = {"float64", 8}, .lower = {1}, .extents = {3 * ranks}, .shadow = {}};
    spec.formats = {DistFormat::block()};
    spec.processors.lower = {1};
    spec.processors.extents = {ranks};
    Mapping const mapping = Mapping::make(spec).value();
    auto exchange = ShiftExchange::make(GridShift::make(mapping, {3 * ranks}, ShiftEdge::Fill).value(), MPI_COMM_WORLD).value();
    std::vector<double> const source(3, 1);
    std::vector<double> target(3, 2);
    double const fill = 5;
    auto const run = [&](ShiftOptions const& options) { exchange.execute(source.data(), target.data(), options); };
    Context const longer = Context::everywhere(4);
    SendCombiner const other = Combiner::make(ReduceOp::Sum, {"int64", 8}).value();
    bool const all = is_refused([&] { run({.fill = &fill, .where = &longer}); }) &&
                     is_refused([&] { run({.fill = &fill, .wanted = &longer}); }) &&
                     is_refused([&] { run({.fill = &fill, .op = other}); }) && is_refused([&] { run({}); }) &&
                     is_refused([&] { run({.fill = &fill, .fill_array = source.data()}); });
    RC_ASSERT(everywhere(all && target == std::vector<double>(3, 2)));
    Context const none = Context::everywhere(3).where([](Index) { return false; });
    run({.fill = &fill, .where = &none, .op = SendCombiner(Combiner::make(ReduceOp::Sum, {"float64", 8}).value())});
    RC_ASSERT(everywhere(target == std::vector<double>(3, 7)));
    RC_ASSERT(everywhere(!Combiner::make(ReduceOp::Or, {"float64", 8}))); // an operation that the type does not have
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    auto const cases = std::to_string(400 / (job_size() + 2)); // a case costs the more, the more ranks share a core
    try_many_cases(("seed=31 max_success=" + cases).c_str());
    auto const check = [](std::string const& name, auto const& property) {
        return rc::check("active elements come home: " + name, property);
    };
    return exit_code({check("1 byte",
                            [] {
                                active_elements_come_home<std::uint8_t>({"uint8", 1});
                            }),
                      check("2 bytes",
                            [] {
                                active_elements_come_home<std::int16_t>({"int16", 2});
                            }),
                      check("3 bytes",
                            [] {
                                active_elements_come_home<Colour>({"bytes(3)", 3});
                            }),
                      check("4 bytes",
                            [] {
                                active_elements_come_home<float>({"float32", 4});
                            }),
                      check("8 bytes",
                            [] {
                                active_elements_come_home<double>({"float64", 8});
                            }),
                      rc::check("what does not fit is refused", refuses_what_does_not_fit), check("16 bytes", [] {
                          active_elements_come_home<std::complex<double>>({"complex128", 16});
                      })});
}
