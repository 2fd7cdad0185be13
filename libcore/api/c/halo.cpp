// SPDX-License-Identifier: BSD-3-Clause
// Tessera: halos of the C interface.
#include "libcore/api/c/collective_call.hpp"
#include "libcore/api/c/handles.hpp"
#include "libcore/api/c/part_address.hpp"
#include "libcore/api/c/tessera_mpi.h"
#include "libcore/base/try.hpp"
#include "libcore/pipeline/halo_request.hpp"
#include "libcore/runtime/comm/halo/halo_exchange.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

struct tessera_halo {
    tessera::HaloExchange exchange;
    bool under_way = false;

    void finish() {
        if (std::exchange(under_way, false)) exchange.end();
    }
};

namespace tessera::api {
namespace {

Result<HaloPlan> halo_plan_of(Mapping const& mapping, char const* stencil, char const* periodic) {
    if (stencil == nullptr && !has_shadow(mapping.array()))
        return fail(
            fmt::format("no stencil is named, and {} declares no shadow planes; name one such as star:1", mapping.array().name));
    HaloRequest request;
    request.stencil = stencil == nullptr ? "" : stencil;
    request.periodic = periodic == nullptr ? "" : periodic;
    return halo_of(request, mapping, ListFiles("."));
}

/// Returns the layout inside the array's own shadow planes if they are the halo and this rank has one block.
std::optional<HaloLayout> shadow_layout(HaloPlan const& plan, Rank rank) {
    Mapping const& mapping = plan.mapping();
    auto const position = mapping.grid().position(rank);
    if (!position || !mapping.holds(*position)) return std::nullopt;
    auto layout = HaloLayout::within_shadow(plan, *position, LocalLayout(mapping, *position));
    return layout ? std::optional(*std::move(layout)) : std::nullopt;
}

Result<HaloDirection> direction_of(int direction) {
    if (direction == TESSERA_HALO_FILL) return HaloDirection::Fill;
    if (direction == TESSERA_HALO_ADD) return HaloDirection::Add;
    return fail(fmt::format("{} is no direction; expected TESSERA_HALO_FILL or TESSERA_HALO_ADD", direction));
}

/// Everything that this rank needs before the ranks make a halo together.
struct HaloParts {
    HaloArray array;
    HaloDirection direction;
};

Result<HaloParts> halo_parts(tessera_mapping const& mapping, char const* stencil, char const* periodic, int direction, Rank rank) {
    auto const way = TRY(direction_of(direction));
    auto plan = TRY(halo_plan_of(mapping.mapping, stencil, periodic));
    auto layout = stencil == nullptr ? shadow_layout(plan, rank) : std::nullopt;
    return HaloParts{{std::move(plan), std::move(layout)}, way};
}

Result<Index> offset_in(HaloLayout const& layout, int64_t const* index) {
    for (std::size_t d = 0; d < layout.places().size(); ++d)
        if (!layout.places()[d].contains(index[d]))
            return fail(fmt::format("index[{}] is {}, which this rank neither owns nor has in its halo", d, index[d]));
    return layout.offset(std::span(index, layout.places().size()));
}

} // namespace
} // namespace tessera::api

using namespace tessera::api;
using tessera::Result;

int tessera_halo_make(tessera_mapping const* mapping, char const* stencil, char const* periodic, int direction, MPI_Comm comm,
                      tessera_halo** result) {
    std::optional<HaloParts> parts;
    return guarded_together(
        __func__, comm, {{mapping, "mapping"}, {result, "result"}},
        [&](tessera::Communicator const& all) -> Result<void> {
            parts = TRY(halo_parts(*mapping, stencil, periodic, direction, all.rank()));
            return {};
        },
        [&]() -> Result<void> {
            auto made = TRY(tessera::HaloExchange::make(std::span(&parts->array, 1), comm, parts->direction));
            *result = new tessera_halo{std::move(made)};
            return {};
        });
}

int tessera_halo_make_f(tessera_mapping const* mapping, char const* stencil, char const* periodic, int direction, MPI_Fint comm,
                        tessera_halo** result) {
    return tessera_halo_make(mapping, stencil, periodic, direction, MPI_Comm_f2c(comm), result);
}

void tessera_halo_free(tessera_halo* halo) {
    free_handle(halo);
}

int tessera_halo_allocation(tessera_halo const* halo, int64_t* elements) {
    return guarded(__func__, {{halo, "halo"}, {elements, "elements"}}, [&]() -> Result<void> {
        *elements = halo->exchange.layout().allocation_size();
        return {};
    });
}

int tessera_halo_strides(tessera_halo const* halo, int64_t* strides) {
    return guarded(__func__, {{halo, "halo"}, {strides, "strides"}}, [&]() -> Result<void> {
        std::ranges::copy(halo->exchange.layout().strides(), strides);
        return {};
    });
}

int tessera_halo_offset(tessera_halo const* halo, int64_t const* index, int64_t* offset) {
    return guarded(__func__, {{halo, "halo"}, {index, "index"}, {offset, "offset"}}, [&]() -> Result<void> {
        *offset = TRY(offset_in(halo->exchange.layout(), index));
        return {};
    });
}

int tessera_halo_run(tessera_halo* halo, void* part) {
    int const begun = tessera_halo_begin(halo, part);
    return begun == TESSERA_OK ? tessera_halo_end(halo) : begun;
}

int tessera_halo_begin(tessera_halo* halo, void* part) {
    return guarded(__func__, {{halo, "halo"}}, [&]() -> Result<void> {
        if (halo->under_way) return tessera::fail("an exchange is under way; call tessera_halo_end first");
        if (halo->exchange.layout().allocation_size() > 0) TRY(check_part_address(part, "part"));
        halo->exchange.begin(part);
        halo->under_way = true;
        return {};
    });
}

int tessera_halo_end(tessera_halo* halo) {
    return end_call(__func__, halo, "halo", "no exchange is under way; call tessera_halo_begin first");
}
