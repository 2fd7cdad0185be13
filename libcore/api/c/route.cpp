// SPDX-License-Identifier: BSD-3-Clause
// Tessera: routes of the C interface.
#include "libcore/api/c/collective_call.hpp"
#include "libcore/api/c/handles.hpp"
#include "libcore/api/c/part_address.hpp"
#include "libcore/api/c/tessera_mpi.h"
#include "libcore/base/try.hpp"
#include "libcore/comm/element_addresses.hpp"
#include "libcore/runtime/comm/index/index_route.hpp"

#include <array>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <utility>

struct tessera_route {
    tessera::IndexRoute route;
    tessera::ElementType type;
    bool names = false; ///< this rank names elements
    bool holds = false; ///< this rank stores elements
    bool under_way = false;

    void finish() {
        if (std::exchange(under_way, false)) route.end();
    }
};

namespace tessera::api {
namespace {

/// The operations of enum tessera_combine after TESSERA_REPLACE.
constexpr std::array combining_ops = {ReduceOp::Sum, ReduceOp::Product, ReduceOp::Min, ReduceOp::Max,
                                      ReduceOp::And, ReduceOp::Or,      ReduceOp::Xor};

Result<SendCombiner> combiner_of(int combine, ElementType const& type) {
    if (combine == TESSERA_REPLACE) return SendCombiner();
    if (combine < 0 || combine > std::ssize(combining_ops))
        return fail(fmt::format("{} is no way to combine; see enum tessera_combine", combine));
    return SendCombiner(TRY(Combiner::make(combining_ops[as_size(combine) - 1], type)));
}

Result<void> check_list_of_elements(int64_t const* elements, int64_t count) {
    if (count < 0) return fail(fmt::format("count is {}; expected 0 or more", count));
    if (elements == nullptr && count > 0) return fail("elements is null, but count is not 0");
    return {};
}

Result<void> check_route_ends(tessera_route const& route, void const* values, void const* part) {
    if (route.under_way) return fail("a send or get is under way; call tessera_route_end first");
    if (route.names) TRY(check_part_address(values, "values"));
    if (route.holds) TRY(check_part_address(part, "part"));
    return {};
}

} // namespace
} // namespace tessera::api

using namespace tessera::api;
using tessera::Result;

int tessera_route_make(tessera_mapping const* mapping, int64_t const* elements, int64_t count, MPI_Comm comm,
                       tessera_route** result) {
    std::optional<tessera::ElementAddresses> addresses;
    bool holds = false;
    return guarded_together(
        __func__, comm, {{mapping, "mapping"}, {result, "result"}},
        [&](tessera::Communicator const& all) -> Result<void> {
            TRY(check_list_of_elements(elements, count));
            addresses.emplace(mapping->mapping);
            holds = holds_part(mapping->mapping, all.rank());
            return {};
        },
        [&]() -> Result<void> {
            tessera::Mapping const& array = addresses->mapping();
            std::span const list(elements, tessera::as_size(count));
            auto made = TRY(tessera::IndexRoute::make(*addresses, comm, list, {.every_copy = array.replicas() > 1}));
            *result = new tessera_route{std::move(made), array.array().type, count > 0, holds};
            return {};
        });
}

int tessera_route_make_f(tessera_mapping const* mapping, int64_t const* elements, int64_t count, MPI_Fint comm,
                         tessera_route** result) {
    return tessera_route_make(mapping, elements, count, MPI_Comm_f2c(comm), result);
}

void tessera_route_free(tessera_route* route) {
    free_handle(route);
}

int tessera_route_send(tessera_route* route, void const* values, void* part, int combine) {
    int const begun = tessera_route_begin_send(route, values, part, combine);
    return begun == TESSERA_OK ? tessera_route_end(route) : begun;
}

int tessera_route_get(tessera_route* route, void const* part, void* values) {
    int const begun = tessera_route_begin_get(route, part, values);
    return begun == TESSERA_OK ? tessera_route_end(route) : begun;
}

int tessera_route_begin_send(tessera_route* route, void const* values, void* part, int combine) {
    return guarded(__func__, {{route, "route"}}, [&]() -> Result<void> {
        TRY(check_route_ends(*route, values, part));
        auto const combiner = TRY(combiner_of(combine, route->type));
        route->route.begin_send(values, part, combiner);
        route->under_way = true;
        return {};
    });
}

int tessera_route_begin_get(tessera_route* route, void const* part, void* values) {
    return guarded(__func__, {{route, "route"}}, [&]() -> Result<void> {
        TRY(check_route_ends(*route, values, part));
        route->route.begin_get(part, values);
        route->under_way = true;
        return {};
    });
}

int tessera_route_end(tessera_route* route) {
    return end_call(__func__, route, "route", "no send or get is under way; begin one first");
}
