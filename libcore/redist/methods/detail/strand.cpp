// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings split by processor dimension, and assembled again.
#include "libcore/redist/methods/detail/strand.hpp"

#include <algorithm>
#include <utility>

namespace tessera::detail {

namespace {

/// Returns whether all strands apply to the array directly, in the order of its dimensions. Then no template is needed.
bool all_plain(ArraySpec const& array, std::vector<Strand> const& strands) {
    int least = 0;
    for (Strand const& strand : strands) {
        auto const dim = strand.array_dim();
        if (!dim || *dim < least || !(strand == Strand::plain(array, *dim, strand.format))) return false;
        least = *dim + 1;
    }
    return true;
}

void write_plain(MappingSpec& spec, std::vector<Strand> const& strands) {
    spec.formats.assign(spec.array.extents.size(), DistFormat::collapsed());
    for (Strand const& strand : strands) spec.formats[as_size(*strand.array_dim())] = strand.format;
}

void write_template(MappingSpec& spec, std::vector<Strand> const& strands) {
    spec.target = Template{"T", {}, {}};
    for (Strand const& strand : strands) {
        spec.target->lower.push_back(strand.lower);
        spec.target->extents.push_back(strand.extent);
        spec.align.push_back(strand.align);
        spec.formats.push_back(strand.format);
    }
}

} // namespace

std::optional<int> Strand::array_dim() const {
    return align.kind == AlignAxis::Kind::Affine ? std::optional(align.array_dim) : std::nullopt;
}

Strand Strand::plain(ArraySpec const& array, int dim, DistFormat format) {
    return {array.lower[as_size(dim)], array.extents[as_size(dim)], {AlignAxis::Kind::Affine, dim, 1, 0}, std::move(format)};
}

std::vector<Strand> strands_of(MappingSpec const& spec) {
    std::vector<Strand> strands;
    for (std::size_t t = 0; t < spec.formats.size(); ++t) {
        DistFormat const& format = spec.formats[t];
        if (!format.is_distributed()) continue;
        if (spec.target)
            strands.push_back({spec.target->lower[t], spec.target->extents[t], spec.align[t], format});
        else
            strands.push_back(Strand::plain(spec.array, static_cast<int>(t), format));
    }
    return strands;
}

Result<Mapping> mapping_of(MappingSpec const& grid, std::vector<Strand> const& strands) {
    MappingSpec spec;
    spec.array = grid.array;
    spec.array.shadow.clear();
    spec.processors = grid.processors;
    spec.onto = grid.onto;
    (all_plain(spec.array, strands) ? write_plain : write_template)(spec, strands);
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
