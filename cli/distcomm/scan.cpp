// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distcomm scan: what comes before each element along a dimension, combined.
#include "cli/distcomm/comm_array.hpp"
#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/subcommands.hpp"
#include "libcore/base/units.hpp"
#include "libcore/runtime/comm/axis/axis_scan.hpp"
#include "libcore/runtime/comm/collectives/reduction_data.hpp"
#include "libcore/runtime/elements/element_walk.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <cstring>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

struct ScanSettings {
    CommSettings common;
    Combiner combiner;
    int dim = 0;
    AxisScanOptions options;
};

Result<ScanSettings> scan_settings(Tool const& tool, int ranks) {
    auto common = comm_settings(tool, ranks);
    if (!common) return forward_error(common);
    auto const op = reduce_op_named(tool.arguments.text_or("op", "sum"));
    if (!op) return forward_error(op);
    auto combiner = Combiner::make(*op, common->mapping.array().type);
    if (!combiner) return fail(fmt::format("--op: {}", combiner.error().message));
    Index const axis = tool.arguments.number("axis").value_or(1);
    if (axis < 1 || axis > common->mapping.dims())
        return fail(fmt::format("--axis: {} has the dimensions 1 to {}, not {}", common->mapping.array().name,
                                common->mapping.dims(), axis));
    AxisScanOptions options;
    options.exclusive = tool.arguments.has("exclusive");
    if (tool.arguments.has("down")) options.direction = AxisDirection::Down;
    return ScanSettings{*std::move(common), *std::move(combiner), static_cast<int>(axis - 1), options};
}

/// One line of the whole array, scanned as one process would.
class ScannedLine {
  public:
    ScannedLine(ScanSettings const& settings)
        : settings_(settings), data_(settings.common.mapping.array(), settings.combiner.op()),
          bytes_(settings.combiner.type().bytes), elements_(settings.common.mapping.dim(settings.dim).extent() * bytes_) {}

    /// `linear`: of its first element; `stride`: linear, from one to the next.
    void compute(Index linear, Index stride) {
        Index const extent = elements_.size() / bytes_;
        Buffer so_far(bytes_);
        Buffer own(bytes_);
        settings_.combiner.fill_identity(so_far.data(), 1);
        for (Index i = 0; i < extent; ++i) {
            Index const at = settings_.options.direction == AxisDirection::Up ? i : extent - 1 - i;
            data_.write(linear + at * stride, own.data());
            if (settings_.options.exclusive) std::memcpy(element(at), so_far.data(), as_size(bytes_));
            settings_.combiner.combine(so_far.data(), own.data(), so_far.data(), 1);
            if (!settings_.options.exclusive) std::memcpy(element(at), so_far.data(), as_size(bytes_));
        }
    }
    [[nodiscard]] std::byte* element(Index at) { return elements_.data() + at * bytes_; }

  private:
    ScanSettings const& settings_;
    ReductionData data_;
    Index bytes_;
    Buffer elements_;
};

/// Every element of this rank, line by line.
Result<void> check_scan(CommArray const& array, ScanSettings const& settings) {
    if (!array.layout()) return {};
    LocalLayout const& layout = *array.layout();
    ArraySpec const& spec = array.mapping().array();
    auto const d = as_size(settings.dim);
    PeriodicSet const along = layout.owned().dims()[d];
    if (along.empty()) return {};
    std::vector<PeriodicSet> dims(layout.owned().dims().begin(), layout.owned().dims().end());
    dims[d] = PeriodicSet::interval({along.element(0), along.element(0) + 1});
    Extents const strides = linear_strides(spec);
    ScannedLine line(settings);
    std::optional<std::string> wrong;
    BoxSet(dims).for_each([&](std::span<Index const> index) {
        if (wrong) return;
        Index linear = -index[d] * strides[d];
        for (std::size_t i = 0; i < index.size(); ++i) linear += index[i] * strides[i];
        line.compute(linear, strides[d]);
        Index const first = layout.offset(layout.global_to_local(index).value());
        for (Index j = 0; j < along.count() && !wrong; ++j) {
            std::byte const* const found = array.data() + (first + j * layout.strides()[d]) * spec.type.bytes;
            std::byte const* const expected = line.element(along.element(j));
            if (std::memcmp(found, expected, as_size(spec.type.bytes)) == 0) continue;
            wrong = fmt::format("an element with index {} in dimension {} is {}, and {} in one process",
                                along.element(j) + spec.lower[d], settings.dim + 1, element_text(spec.type, found),
                                element_text(spec.type, expected));
        }
    });
    if (wrong) return fail(*wrong);
    return {};
}

std::string scan_text(ScanSettings const& settings, AxisScan const& scan) {
    bool const up = settings.options.direction == AxisDirection::Up;
    return fmt::format("{} by {} along dimension {}{}{}; {} on {}", counted(settings.common.mapping.volume(), "element"),
                       name_of(settings.combiner.op()), settings.dim + 1, up ? "" : ", downwards",
                       settings.options.exclusive ? ", without its own" : "", counted(std::ssize(scan.plan().runs()), "run"),
                       counted(scan.plan().coords(), "coordinate"));
}

Result<ExitCode> scan(Tool const& tool, Comm const& world) {
    auto const settings = agreed_settings(world, [&] { return scan_settings(tool, world.size()); });
    if (!settings) return forward_error(settings);
    Mapping const& mapping = settings->common.mapping;
    CommArray array(world, mapping);
    ReductionData const data(mapping.array(), settings->combiner.op());
    auto scan = AxisScan::make(mapping, settings->dim, settings->combiner.op(), world.handle(), settings->options);
    if (!scan) return forward_error(scan);
    CommOutcome outcome{.operation = "scan", .ranks = static_cast<int>(mapping.grid().size()), .how = "two passes"};
    for (int run = 0; run < settings->common.repeat; ++run) {
        if (array.layout()) data.fill(*array.layout(), array.data());
        outcome.seconds.push_back(array.timed([&] { scan->execute(array.data(), array.data()); }));
    }
    if (settings->common.verify) outcome.wrong = array.what_is_wrong([&] { return check_scan(array, *settings); });
    outcome.rows = {{"scanned", scan_text(*settings, *scan)}};
    outcome.entries = [&](JsonWriter& json) {
        json.entry("op", name_of(settings->combiner.op()));
        json.entry("axis", Index{settings->dim + 1});
        json.entry("exclusive", settings->options.exclusive);
        json.entry("down", settings->options.direction == AxisDirection::Down);
        json.entry("runs", Index{std::ssize(scan->plan().runs())});
    };
    return report_outcome(tool, world, settings->common, outcome);
}

} // namespace

CommSubcommand scan_subcommand() {
    return {
        .invocation =
            {
                .name = "scan",
                .arguments = "[JOB]",
                .max_arguments = 1,
                .summary = "what comes before each element along a dimension",
                .description =
                    "Every element becomes the combination of all up to it along the dimension, on any mapping. A rank goes over "
                    "what it has, run by run; the ranks that hold parts of the same lines exchange one element for each run; and "
                    "each goes over what it has again.\n\n"
                    "The elements are generated so that floats are never rounded.",
                .examples = {{"mpirun -n 4 distcomm scan geoid.hpf --axis 1 --verify", "Sums from the west."},
                             {"mpirun -n 4 distcomm scan geoid.hpf --axis 1 --op max --down", "The largest to the east."},
                             {"mpirun -n 8 distcomm scan fft2d.hpf --exclusive --repeat 99 --json", "Timed; JSON."}},
            },
        .run = scan};
}

} // namespace tessera::cli
