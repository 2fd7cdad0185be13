// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shifts of the C interface.
#include "libcore/api/c/collective_call.hpp"
#include "libcore/api/c/handles.hpp"
#include "libcore/api/c/part_address.hpp"
#include "libcore/api/c/tessera_mpi.h"
#include "libcore/base/try.hpp"
#include "libcore/runtime/comm/shift/shift_exchange.hpp"

#include <array>
#include <fmt/format.h>
#include <optional>
#include <utility>

struct tessera_shift {
    tessera::ShiftExchange exchange;
    bool needs_fill = false;
    bool holds = false; ///< this rank stores elements
    bool under_way = false;

    void finish() {
        if (std::exchange(under_way, false)) exchange.end();
    }
};

namespace tessera::api {
namespace {

constexpr std::array shift_edges = {ShiftEdge::Keep, ShiftEdge::Fill, ShiftEdge::Torus};

Result<GridShift> grid_shift_of(Mapping const& mapping, int64_t const* distance, int edge) {
    if (edge < 0 || edge >= std::ssize(shift_edges)) return fail(fmt::format("{} is no edge; see enum tessera_edge", edge));
    return GridShift::make(mapping, Extents(distance, distance + mapping.dims()), shift_edges[as_size(edge)]);
}

Result<void> check_shift(tessera_shift const& shift, void const* source, void const* target, void const* fill) {
    if (shift.under_way) return fail("a shift is under way; call tessera_shift_end first");
    if (shift.needs_fill && fill == nullptr) return fail("fill is null, but TESSERA_FILL stores it");
    if (!shift.holds) return {};
    TRY(check_part_address(source, "source"));
    TRY(check_part_address(target, "target"));
    if (source == target) return fail("source and target are the same memory");
    return {};
}

} // namespace
} // namespace tessera::api

using namespace tessera::api;
using tessera::Result;

int tessera_shift_make(tessera_mapping const* mapping, int64_t const* distance, int edge, MPI_Comm comm, tessera_shift** result) {
    std::optional<tessera::GridShift> shift;
    bool holds = false;
    return guarded_together(
        __func__, comm, {{mapping, "mapping"}, {distance, "distance"}, {result, "result"}},
        [&](tessera::Communicator const& all) -> Result<void> {
            shift = TRY(grid_shift_of(mapping->mapping, distance, edge));
            holds = holds_part(mapping->mapping, all.rank());
            return {};
        },
        [&]() -> Result<void> {
            auto made = TRY(tessera::ShiftExchange::make(*shift, comm));
            *result = new tessera_shift{std::move(made), edge == TESSERA_FILL, holds};
            return {};
        });
}

int tessera_shift_make_f(tessera_mapping const* mapping, int64_t const* distance, int edge, MPI_Fint comm, tessera_shift** result) {
    return tessera_shift_make(mapping, distance, edge, MPI_Comm_f2c(comm), result);
}

void tessera_shift_free(tessera_shift* shift) {
    free_handle(shift);
}

int tessera_shift_run(tessera_shift* shift, void const* source, void* target, void const* fill) {
    int const begun = tessera_shift_begin(shift, source, target, fill);
    return begun == TESSERA_OK ? tessera_shift_end(shift) : begun;
}

int tessera_shift_begin(tessera_shift* shift, void const* source, void* target, void const* fill) {
    return guarded(__func__, {{shift, "shift"}}, [&]() -> Result<void> {
        TRY(check_shift(*shift, source, target, fill));
        shift->exchange.begin(source, target, fill);
        shift->under_way = true;
        return {};
    });
}

int tessera_shift_end(tessera_shift* shift) {
    return end_call(__func__, shift, "shift", "no shift is under way; call tessera_shift_begin first");
}
