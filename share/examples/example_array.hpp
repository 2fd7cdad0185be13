// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the out-of-core examples have in common: making an array and filling it.
#pragma once

#include "libcore/files/ooc/out_of_core_array.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/spec/parse.hpp"
#include "share/examples/demand.hpp"

#include <string>
#include <utility>
#include <vector>

namespace tessera::examples {

/// A new array: `declared` like "real A(100,100)", `mapped` like "(block,block)", with overlap areas of these widths.
inline OutOfCoreArray make_array(Communicator const& comm, MemoryAccount& account, std::string const& path,
                                 std::string const& declared, std::string const& mapped, std::vector<ShadowWidth> shadow,
                                 Index icla_bytes) {
    Job const job = demand(parse_compact({{declared}, mapped, "", {}}, {comm.size(), nullptr}));
    MappingSpec mapping = job.arrays.front().states.front();
    mapping.array.shadow = std::move(shadow);
    return demand(OutOfCoreArray::create(comm, account, path, {std::move(mapping), {}, PlacementModel::Local, icla_bytes}, true));
}

/// Sets every element of a matrix of blocks to value(i, j) of its global indices, slab by slab.
template <class Element, class Value>
void fill(OutOfCoreArray& array, Value const& value) {
    Icla icla = array.make_icla();
    for (Index k = 0; k < array.slabs().count(); ++k) {
        auto const box = array.slabs().box(k);
        icla.hold(box);
        auto const here = icla.view<Element, 2>();
        Index const first_row = array.owned().dims()[0].bounds().begin;
        Index const first_column = array.owned().dims()[1].bounds().begin;
        for (Index j = box[1].begin; j < box[1].end; ++j)
            for (Index i = box[0].begin; i < box[0].end; ++i) here(i, j) = value(first_row + i, first_column + j);
        array.write_section(icla.section(), icla);
    }
}

} // namespace tessera::examples
