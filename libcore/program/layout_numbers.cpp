// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numbers for mappings; equal distributions have equal numbers.
#include "libcore/program/layout_numbers.hpp"

#include <functional>
#include <string>
#include <utility>

namespace tessera {
namespace {

/// Removes the names, which do not affect owners. The size of an element is kept.
MappingSpec without_names(MappingSpec spec) {
    spec.array.name.clear();
    spec.array.type.name.clear();
    spec.processors.name.clear();
    if (spec.target) spec.target->name.clear();
    for (DistFormat& format : spec.formats) format.forget_file();
    return spec;
}

void mix(std::size_t& hash, Index value) {
    hash = hash * 1'000'003 ^ std::hash<Index>()(value);
}

std::size_t hash_of(MappingSpec const& spec) {
    std::size_t hash = 0;
    mix(hash, spec.array.type.bytes);
    for (Index const extent : spec.array.extents) mix(hash, extent);
    for (Index const extent : spec.processors.extents) mix(hash, extent);
    for (AlignAxis const& axis : spec.align) mix(hash, static_cast<Index>(axis.kind) + 4 * axis.array_dim);
    for (DistFormat const& format : spec.formats) {
        mix(hash, static_cast<Index>(format.kind.index()));
        mix(hash, format.size().value_or(0));
        if (ValueList const* const list = format.list())
            for (Index const value : list->values) mix(hash, value);
    }
    return hash;
}

} // namespace

std::size_t LayoutNumbers::number_of(Mapping const& mapping) {
    MappingSpec spec = without_names(mapping.spec());
    std::vector<std::size_t>& alike = places_[hash_of(spec)];
    for (std::size_t const number : alike)
        if (known_[number] == spec) return number;
    alike.push_back(known_.size());
    known_.push_back(std::move(spec));
    return alike.back();
}

} // namespace tessera
