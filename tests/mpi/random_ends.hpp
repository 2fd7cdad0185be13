// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random arrays at the two ends of a channel.
#pragma once

#include "libcore/mapping/mapping_spec.hpp"
#include "tests/property/generators.hpp"

#include <rapidcheck.h>

namespace tessera::oracle {

inline MappingSpec random_end(Extents const& extents, int ranks, ElementType const& type) {
    MappingSpec spec = random_mapping_spec(extents, ranks);
    spec.array.type = type;
    spec.array.order = one_in(2) ? StorageOrder::C : StorageOrder::Fortran;
    return spec;
}

inline ElementType random_channel_type() {
    return *rc::gen::element(ElementType{"int8", 1}, ElementType{"float64", 8}, ElementType{"complex128", 16},
                             ElementType{"V24", 24});
}

} // namespace tessera::oracle
