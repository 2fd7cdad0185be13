// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings split by processor dimension, and assembled again.
#include "libcore/redist/methods/detail/distributed_axis.hpp"

#include <algorithm>
#include <utility>

namespace tessera::detail {

namespace {

/// Returns whether all strands apply to the array directly, in the order of its dimensions. Then no template is needed.
bool all_plain(ArraySpec const& array, std::vector<DistributedAxis> const& distributed_axes) {
    int least = 0;
    for (DistributedAxis const& distributed_axis : distributed_axes) {
        auto const dim = distributed_axis.array_dim();
        if (!dim || *dim < least || !(distributed_axis == DistributedAxis::plain(array, *dim, distributed_axis.format)))
            return false;
        least = *dim + 1;
    }
    return true;
}

void write_plain(MappingSpec& spec, std::vector<DistributedAxis> const& distributed_axes) {
    spec.formats.assign(spec.array.extents.size(), DistFormat::collapsed());
    for (DistributedAxis const& distributed_axis : distributed_axes)
        spec.formats[as_size(*distributed_axis.array_dim())] = distributed_axis.format;
}

void write_template(MappingSpec& spec, std::vector<DistributedAxis> const& distributed_axes) {
    spec.target = Template{"T", {}, {}};
    for (DistributedAxis const& distributed_axis : distributed_axes) {
        spec.target->lower.push_back(distributed_axis.lower);
        spec.target->extents.push_back(distributed_axis.extent);
        spec.align.push_back(distributed_axis.align);
        spec.formats.push_back(distributed_axis.format);
    }
}

} // namespace

std::optional<int> DistributedAxis::array_dim() const {
    return align.kind == AlignAxis::Kind::Affine ? std::optional(align.array_dim) : std::nullopt;
}

DistributedAxis DistributedAxis::plain(ArraySpec const& array, int dim, DistFormat format) {
    return {array.lower[as_size(dim)], array.extents[as_size(dim)], {AlignAxis::Kind::Affine, dim, 1, 0}, std::move(format)};
}

std::vector<DistributedAxis> distributed_axes_of(MappingSpec const& spec) {
    std::vector<DistributedAxis> distributed_axes;
    for (std::size_t t = 0; t < spec.formats.size(); ++t) {
        DistFormat const& format = spec.formats[t];
        if (!format.is_distributed()) continue;
        if (spec.target)
            distributed_axes.push_back({spec.target->lower[t], spec.target->extents[t], spec.align[t], format});
        else
            distributed_axes.push_back(DistributedAxis::plain(spec.array, static_cast<int>(t), format));
    }
    return distributed_axes;
}

Result<Mapping> mapping_of(MappingSpec const& grid, std::vector<DistributedAxis> const& distributed_axes) {
    MappingSpec spec;
    spec.array = grid.array;
    spec.array.shadow.clear();
    spec.processors = grid.processors;
    spec.onto = grid.onto;
    (all_plain(spec.array, distributed_axes) ? write_plain : write_template)(spec, distributed_axes);
    return Mapping::make(std::move(spec));
}

bool stays_in_place(RedistPlan const& plan) {
    ArraySpec const& from = plan.source().array();
    ArraySpec const& to = plan.target().array();
    auto const fixed = [](CopyAxis const& axis) { return axis.source == axis.target; };
    return from.extents == to.extents && from.lower == to.lower && std::ranges::all_of(plan.map().axes, fixed);
}

bool same_grid(ProcessorGrid const& a, ProcessorGrid const& b) {
    if (a.extents() != b.extents()) return false;
    for (Index position = 0; position < a.size(); ++position)
        if (a.rank(position) != b.rank(position)) return false;
    return true;
}

} // namespace tessera::detail
