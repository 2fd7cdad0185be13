// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings derived from the mapping of another array.
#include "libcore/mapping/derived_mapping.hpp"

#include <utility>

namespace tessera {
namespace {

/// Returns the same distribution written with a template. The array is aligned to it with the identity.
MappingSpec with_template(MappingSpec spec) {
    if (spec.target) return spec;
    spec.target = Template{spec.array.name + "_template", spec.array.lower, spec.array.extents};
    for (int d = 0; d < spec.array.dims(); ++d) spec.align.push_back({.array_dim = d});
    return spec;
}

/// Reduces the array to one element, because an array needs at least one dimension.
void leave_one_element(ArraySpec& array) {
    array.lower = {array.lower.front()};
    array.extents = {1};
}

} // namespace

Mapping retyped(Mapping const& mapping, ElementType type) {
    MappingSpec spec = mapping.spec();
    spec.array.type = std::move(type);
    return Mapping::make(std::move(spec)).value();
}

Mapping without_dimension(Mapping const& mapping, int dim) {
    MappingSpec spec = with_template(mapping.spec());
    for (AlignAxis& axis : spec.align) {
        if (axis.kind != AlignAxis::Kind::Affine) continue;
        if (axis.array_dim == dim) axis = {.kind = AlignAxis::Kind::Replicated};
        if (axis.array_dim > dim) --axis.array_dim;
    }
    spec.array.shadow.clear();
    spec.leading.reset();
    if (spec.array.dims() == 1) {
        leave_one_element(spec.array);
    } else {
        spec.array.lower.erase(spec.array.lower.begin() + dim);
        spec.array.extents.erase(spec.array.extents.begin() + dim);
    }
    return Mapping::make(std::move(spec)).value();
}

Mapping whole_on_each(ArraySpec array, std::vector<Rank> ranks) {
    Extents const extents{std::ssize(ranks)};
    MappingSpec spec;
    spec.array = std::move(array);
    spec.array.shadow.clear();
    spec.target = Template{"each", {0}, extents};
    spec.align = {{.kind = AlignAxis::Kind::Replicated}};
    spec.formats = {DistFormat::block()};
    spec.processors.lower = {0};
    spec.processors.extents = extents;
    spec.processors.ranks = std::move(ranks);
    return Mapping::make(std::move(spec)).value();
}

} // namespace tessera
