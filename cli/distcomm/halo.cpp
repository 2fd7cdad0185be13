// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm halo: every rank gets the elements of other ranks that its stencil reads.
#include "cli/common/halo_loading.hpp"
#include "cli/distcomm/comm_frame.hpp"
#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/comm_trace.hpp"
#include "cli/distcomm/subcommands.hpp"
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/comm/halo/halo_totals.hpp"
#include "libcore/comm/halo/wide_halo.hpp"
#include "libcore/report/set_text.hpp"
#include "libcore/runtime/comm/halo/halo_exchange.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/element_update.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"

#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace tessera::cli {
namespace {

struct HaloSettings {
    CommSettings common;
    HaloPlan plan;
    HaloTotals totals;
    Index steps = 1;
    HaloDirection way = HaloDirection::Fill;

    [[nodiscard]] bool adds() const { return way == HaloDirection::Add; }
};

Result<HaloSettings> halo_settings(Tool const& tool, int ranks) {
    auto common = TRY(comm_settings(tool, ranks));
    auto const plan = TRY(load_halo(tool.arguments, common.mapping));
    auto const steps = TRY(load_steps(tool.arguments));
    auto wide = TRY(widened(plan, steps));
    auto const shares = TRY(HaloShares::make(wide));
    return HaloSettings{std::move(common), std::move(wide), shares.totals(), steps, load_direction(tool.arguments)};
}

/// This rank's part of the array, with memory for its halo.
class HaloField {
  public:
    /// Every byte is 0. Collective.
    HaloField(Communicator const& world, HaloPlan const& plan, HaloLayout const& layout)
        : plan_(plan), layout_(layout), position_(plan.mapping().grid().position(world.rank())) {
        all_or_none(world, [&] {
            values_ = Buffer(layout.allocation_size() * element_bytes());
            values_.clear();
        });
    }

    /// Copies this rank's own elements from the array.
    void load(CommArray const& array) {
        for_each_owned(array, [&](std::byte const* there, std::byte* here) { std::memcpy(here, there, as_size(element_bytes())); });
    }

    [[nodiscard]] std::byte* data() { return values_.data(); }

    /// Copies this rank's own elements back to the array after the exchange.
    void copy_owned_to(CommArray& array) {
        for_each_owned(array, [&](std::byte const* there, std::byte const* here) {
            std::memcpy(array.data() + (there - std::as_const(array).data()), here, as_size(element_bytes()));
        });
    }

    /// Verifies that, after the halo was filled and added, each element is itself plus itself once for each halo position that it
    /// fills. The error names the first wrong element. Precondition: elements can be added.
    [[nodiscard]] Result<void> check_sums(CommData const& data) const {
        ArraySpec const& array = plan_.mapping().array();
        auto const sum = ElementArithmetic::make(array.type, array.type, {.alpha = 1, .beta = 1}).value();
        std::vector<Index> const times = times_in_halos(data);
        Extents const strides = linear_strides(array);
        std::optional<Extents> wrong;
        Buffer value(element_bytes());
        Buffer expected(element_bytes());
        for_each_own([&](std::span<Index const> index) {
            if (wrong) return;
            data.write(linear_index(index, strides), value.data());
            std::memcpy(expected.data(), value.data(), as_size(element_bytes()));
            for (Index n = times[as_size(layout_.offset(index))]; n > 0; --n) sum.apply(value.data(), expected.data(), 1);
            if (std::memcmp(expected.data(), values_.data() + byte_of(index), as_size(element_bytes())) != 0)
                wrong.emplace(index.begin(), index.end());
        });
        if (!wrong) return {};
        return fail(fmt::format("{} on rank {} is not the sum of its values in all halos", element_text(array, *wrong),
                                plan_.mapping().grid().rank(*position_)));
    }

    /// Verifies that each halo position holds its element or, if no active element reads it, its old value. The error names the
    /// first wrong one.
    [[nodiscard]] Result<void> check(CommData const& data) const {
        Extents const strides = linear_strides(plan_.mapping().array());
        if (!position_) return {};
        std::optional<Extents> wrong;
        std::vector<std::byte> expected(as_size(element_bytes()));
        auto const all = TRY(HaloPlan::make(plan_.mapping(), plan_.stencil(), periodic()));
        std::vector<bool> const read = places_read_by(*position_, data);
        for (BoxSet const& box : all.places(*position_)) {
            box.for_each([&](std::span<Index const> place) {
                if (wrong) return;
                Extents element(place.begin(), place.end());
                for (std::size_t d = 0; d < element.size(); ++d)
                    element[d] = floor_mod(element[d], plan_.mapping().array().extents[d]);
                if (read[as_size(layout_.offset(place))])
                    data.write(linear_index(element, strides), expected.data());
                else
                    std::ranges::fill(expected, std::byte{0});
                if (std::memcmp(expected.data(), values_.data() + byte_of(place), expected.size()) != 0) wrong = std::move(element);
            });
        }
        if (!wrong) return {};
        return fail(fmt::format("the halo of rank {} does not hold {}", plan_.mapping().grid().rank(*position_),
                                element_text(plan_.mapping().array(), *wrong)));
    }

  private:
    [[nodiscard]] Index element_bytes() const { return plan_.mapping().array().type.bytes; }
    [[nodiscard]] Index byte_of(std::span<Index const> place) const { return layout_.offset(place) * element_bytes(); }
    template <class Visit>
    void for_each_own(Visit const& visit) const {
        if (position_) plan_.mapping().owned(*position_).for_each(visit);
    }
    [[nodiscard]] std::vector<bool> periodic() const {
        std::vector<bool> periodic;
        for (int d = 0; d < plan_.mapping().dims(); ++d) periodic.push_back(plan_.axis(d).periodic());
        return periodic;
    }
    /// Returns, by offset in the memory of a grid position, whether an active element reads the halo position.
    [[nodiscard]] std::vector<bool> places_read_by(Index position, CommData const& data) const {
        HaloLayout const layout(plan_, position);
        Extents const strides = linear_strides(plan_.mapping().array());
        std::vector<bool> read(as_size(layout.allocation_size()), false);
        plan_.mapping().owned(position).for_each([&](std::span<Index const> index) {
            if (!data.active(linear_index(index, strides))) return;
            for (Stencil::OffsetBox const& box : plan_.stencil().boxes()) {
                std::vector<Index> counts;
                for (Run const& run : box) counts.push_back(run.size());
                for_each_combination(counts, [&](std::vector<Index> const& choice) {
                    Index at = layout.offset(index);
                    for (std::size_t d = 0; d < choice.size(); ++d) at += (box[d].begin + choice[d]) * layout.strides()[d];
                    read[as_size(at)] = true;
                });
            }
        });
        return read;
    }
    /// Returns, by offset of this rank's own elements, the number of halo positions that each fills, on all ranks that read this
    /// copy of the array.
    [[nodiscard]] std::vector<Index> times_in_halos(CommData const& data) const {
        Mapping const& mapping = plan_.mapping();
        std::vector<Index> times(as_size(layout_.allocation_size()), 0);
        if (!position_ || !mapping.holds(*position_)) return times;
        BoxSet const own = mapping.owned(*position_);
        // the same plan without a context
        HaloPlan const all = HaloPlan::make(mapping, plan_.stencil(), periodic()).value();
        for (Index position = 0; position < mapping.grid().size(); ++position) {
            if (!mapping.holds(position) || mapping.replica(position) != mapping.replica(*position_)) continue;
            std::vector<bool> const read = places_read_by(position, data);
            HaloLayout const layout(plan_, position);
            for (BoxSet const& box : all.places(position))
                box.for_each([&](std::span<Index const> place) {
                    if (!read[as_size(layout.offset(place))]) return;
                    Extents element(place.begin(), place.end());
                    for (std::size_t d = 0; d < element.size(); ++d) element[d] = floor_mod(element[d], mapping.array().extents[d]);
                    if (own.contains(element)) ++times[as_size(layout_.offset(element))];
                });
        }
        return times;
    }
    /// Calls visit(address in the array's part, address here) for every element that this rank owns.
    template <class Visit>
    void for_each_owned(CommArray const& array, Visit const& visit) {
        if (!array.layout()) return;
        LocalLayout const& standard = *array.layout();
        standard.owned().for_each([&](std::span<Index const> index) {
            Index const offset = standard.offset(standard.global_to_local(index).value());
            visit(array.data() + offset * element_bytes(), values_.data() + byte_of(index));
        });
    }

    HaloPlan const& plan_;
    HaloLayout const& layout_;
    std::optional<Index> position_;
    Buffer values_;
};

CommOutcome halo_outcome(HaloSettings const& settings) {
    HaloTotals const& totals = settings.totals;
    CommOutcome outcome{.operation = "halo",
                        .ranks = static_cast<int>(settings.plan.mapping().grid().size()),
                        .how = counted(totals.messages, "message")};
    std::string serves = settings.steps > 1 ? fmt::format(", for {} steps", settings.steps) : std::string();
    if (settings.common.where) serves += fmt::format(", where {}", settings.common.where->text());
    outcome.rows = {{settings.adds() ? "added" : "received",
                     fmt::format("{} ({}) in one exchange{}; at most {} {} {} by a rank", counted(totals.elements, "element"),
                                 scaled_bytes(totals.bytes), serves, grouped(totals.most_elements), settings.adds() ? "to" : "from",
                                 counted(totals.most_partners, "rank"))}};
    outcome.right = settings.adds()         ? "every element was added to once for each place of a halo that held it"
                    : settings.common.where ? "every place that is read holds its element, and no other place has changed"
                                            : "every place of every halo holds its element";
    outcome.entries = [&settings](JsonWriter& json) {
        json.entry("way", settings.adds() ? "add" : "fill");
        if (settings.common.where) json.entry("where", settings.common.where->text());
        json.entry("points", settings.plan.stencil().points());
        json.entry("steps", settings.steps);
        json.entry("elements", settings.totals.elements);
        json.entry("messages", settings.totals.messages);
        json.entry("bytes", settings.totals.bytes);
    };
    return outcome;
}

Result<ExitCode> halo(Tool const& tool, Communicator const& world) {
    auto const settings = TRY(agreed_settings(world, [&] { return halo_settings(tool, world.size()); }));
    auto fill = TRY(HaloExchange::make(settings.plan, world.handle()));
    Result<HaloExchange> back = fail("");
    if (settings.adds()) back = HaloExchange::make(settings.plan, world.handle(), HaloDirection::Add);
    if (settings.adds() && !back) return fail("--add: " + back.error().message);
    auto trace = TRY(CommTrace::make(tool, world));
    if (trace.wanted()) TRY(trace.expect(tool, messages_of(settings.plan, {}, settings.way)));
    (settings.adds() ? *back : fill).record(trace.recorder());
    Mapping const& mapping = settings.plan.mapping();
    auto frame = TRY(CommFrame::make(world, settings.common, mapping, own_indices(mapping.array())));
    CommArray& array = frame.array;
    HaloField field(world, settings.plan, fill.layout());
    CommOutcome outcome = halo_outcome(settings);
    for (int run = 0; run < settings.common.repeat; ++run) {
        field.load(array);
        if (settings.adds()) fill.exchange(field.data());
        world.barrier();
        double const start = seconds_now();
        (settings.adds() ? *back : fill).exchange(field.data());
        outcome.seconds.push_back(slowest(world, seconds_now() - start));
    }
    if (settings.common.verify)
        if (auto const right =
                together(world, [&] { return settings.adds() ? field.check_sums(frame.data) : field.check(frame.data); });
            !right)
            outcome.wrong = right.error().message;
    field.copy_owned_to(array);
    TRY(trace.write(tool, world));
    return finish(tool, world, settings.common, outcome, frame.output, array.data());
}

} // namespace

CommSubcommand halo_subcommand() {
    return {
        .invocation =
            {
                .name = "halo",
                .arguments = "[JOB]",
                .max_arguments = 1,
                .summary = "exchange the neighbours that a stencil reads",
                .description =
                    R"(Every rank receives, in one exchange, the neighbours of its elements that other ranks own. tessera::HaloExchange does
the same in a program: it is compiled once and runs --repeat times. --stencil, --periodic and --wide mean the same as
for 'distplan comm halo', which shows what is sent.

With --where only elements that meet the condition read their neighbours, and only these neighbours are sent. With --add
the halos are filled first; then their values are sent back and added to the owners' elements. Only the second part
is timed.

--out writes the elements that the ranks own, as they are after the exchange.)",
                .examples = {{"mpirun -n 4 distcomm halo jacobi.hpf --verify", "Fill all shadow planes and check them."},
                             {"mpirun -n 4 distcomm halo jacobi.hpf --stencil 5 --repeat 99",
                              "Time the exchange for a five-point stencil."},
                             {"mpirun -n 8 distcomm halo fft2d.hpf --stencil 9 --add --verify",
                              "Add the halos to the owners' elements."}},
                .main_options = {"stencil", "in", "out", "verify", "repeat", "json"},
            },
        .run = halo};
}

} // namespace tessera::cli
