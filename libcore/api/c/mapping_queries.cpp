// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what mappings of the C interface tell.
#include "libcore/api/c/element_types.hpp"
#include "libcore/api/c/failure.hpp"
#include "libcore/api/c/handles.hpp"
#include "libcore/base/try.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/svg.hpp"
#include "libcore/spec/forms/form.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace tessera::api {
namespace {

/// Returns the grid position of a rank that holds a copy, or nothing. Error: a negative rank.
Result<std::optional<Index>> position_of_holder(Mapping const& mapping, int64_t rank) {
    if (rank < 0) return fail(fmt::format("rank {} is negative", rank));
    if (rank > std::numeric_limits<Rank>::max()) return std::optional<Index>{};
    auto const position = mapping.grid().position(static_cast<Rank>(rank));
    return position && mapping.holds(*position) ? position : std::nullopt;
}

/// Calls use(layout) with the layout of the rank's part, or use(std::nullopt) if the rank holds nothing.
template <class Use>
Result<void> with_layout(Mapping const& mapping, int64_t rank, Use const& use) {
    auto const position = TRY(position_of_holder(mapping, rank));
    use(position ? std::optional(LocalLayout(mapping, *position)) : std::nullopt);
    return {};
}

void copy_out(Extents const& numbers, int64_t* result) {
    std::ranges::copy(numbers, result);
}

Result<void> check_index(Mapping const& mapping, Extents const& index) {
    for (std::size_t d = 0; d < index.size(); ++d)
        if (index[d] < 0 || index[d] >= mapping.array().extents[d])
            return fail(fmt::format("index[{}] is {}; expected 0 to {}", d, index[d], mapping.array().extents[d] - 1));
    return {};
}

/// Visits the ranks of one copy of all elements, row-major.
template <class Visit>
void for_each_owner(Mapping const& mapping, Index copy, Visit const& visit) {
    Extents const& extents = mapping.array().extents;
    if (mapping.volume() == 0) return;
    Extents at(extents.size(), 0);
    Extents coords(extents.size(), 0);
    for (int d = 0; d < mapping.dims(); ++d) coords[as_size(d)] = mapping.dim(d).owner(0);
    for (Index element = 0; element < mapping.volume(); ++element) {
        visit(mapping.grid().rank(mapping.position_of(coords, copy)));
        for (std::size_t d = extents.size(); d-- > 0;) {
            bool const wraps = ++at[d] == extents[d];
            if (wraps) at[d] = 0;
            coords[d] = mapping.dim(static_cast<int>(d)).owner(at[d]);
            if (!wraps) break;
        }
    }
}

Result<std::string> text_of_mapping(Mapping const& mapping, char const* form) {
    if (form != nullptr) return write_form(mapping, form);
    return describe(mapping.array()) + " " + mapping_text(mapping.spec());
}

} // namespace
} // namespace tessera::api

using namespace tessera::api;
using tessera::Extents;
using tessera::Result;

int tessera_mapping_dims(tessera_mapping const* mapping, int* dims) {
    return guarded(__func__, {{mapping, "mapping"}, {dims, "dims"}}, [&]() -> Result<void> {
        *dims = mapping->mapping.dims();
        return {};
    });
}

int tessera_mapping_extents(tessera_mapping const* mapping, int64_t* extents) {
    return guarded(__func__, {{mapping, "mapping"}, {extents, "extents"}}, [&]() -> Result<void> {
        copy_out(mapping->mapping.array().extents, extents);
        return {};
    });
}

int tessera_mapping_type(tessera_mapping const* mapping, int* type) {
    return guarded(__func__, {{mapping, "mapping"}, {type, "type"}}, [&]() -> Result<void> {
        *type = TRY(number_of(mapping->mapping.array().type));
        return {};
    });
}

int tessera_mapping_type_name(tessera_mapping const* mapping, char** name) {
    return guarded(__func__, {{mapping, "mapping"}, {name, "name"}},
                   [&] { return hand_over(mapping->mapping.array().type.name, name); });
}

int tessera_mapping_storage(tessera_mapping const* mapping, int* storage) {
    return guarded(__func__, {{mapping, "mapping"}, {storage, "storage"}}, [&]() -> Result<void> {
        bool const columns = mapping->mapping.array().order == tessera::StorageOrder::Fortran;
        *storage = columns ? TESSERA_COLUMN_MAJOR : TESSERA_ROW_MAJOR;
        return {};
    });
}

int tessera_mapping_ranks(tessera_mapping const* mapping, int64_t* ranks) {
    return guarded(__func__, {{mapping, "mapping"}, {ranks, "ranks"}}, [&]() -> Result<void> {
        *ranks = int64_t{mapping->mapping.grid().max_rank()} + 1;
        return {};
    });
}

int tessera_mapping_copies(tessera_mapping const* mapping, int64_t* copies) {
    return guarded(__func__, {{mapping, "mapping"}, {copies, "copies"}}, [&]() -> Result<void> {
        *copies = mapping->mapping.replicas();
        return {};
    });
}

int tessera_mapping_owners(tessera_mapping const* mapping, int64_t const* index, int64_t capacity, int64_t* ranks, int64_t* count) {
    return guarded(__func__, {{mapping, "mapping"}, {index, "index"}, {count, "count"}}, [&]() -> Result<void> {
        TRY(check_list(capacity, ranks));
        Extents const element(index, index + mapping->mapping.dims());
        TRY(check_index(mapping->mapping, element));
        ListWriter<int64_t> list(capacity, ranks, count);
        for (tessera::Owner const& owner : mapping->mapping.owners(element)) list.put(owner.rank);
        return list.finish();
    });
}

int tessera_mapping_owner_table(tessera_mapping const* mapping, int64_t copy, int64_t capacity, int64_t* ranks, int64_t* count) {
    return guarded(__func__, {{mapping, "mapping"}, {count, "count"}}, [&]() -> Result<void> {
        TRY(check_list(capacity, ranks));
        tessera::Mapping const& map = mapping->mapping;
        if (copy < 0 || copy >= map.replicas())
            return tessera::fail(fmt::format("there is no copy {}; the copies are 0 to {}", copy, map.replicas() - 1));
        ListWriter<int64_t> list(capacity, ranks, count);
        if (capacity < map.volume())
            list.skip(map.volume());
        else
            for_each_owner(map, copy, [&](tessera::Rank rank) { list.put(rank); });
        return list.finish();
    });
}

int tessera_mapping_holds(tessera_mapping const* mapping, int64_t rank, int* holds) {
    return guarded(__func__, {{mapping, "mapping"}, {holds, "holds"}}, [&]() -> Result<void> {
        auto const position = TRY(position_of_holder(mapping->mapping, rank));
        *holds = position && mapping->mapping.owned_count(*position) > 0 ? 1 : 0;
        return {};
    });
}

int tessera_mapping_owned(tessera_mapping const* mapping, int64_t rank, int64_t* count) {
    return guarded(__func__, {{mapping, "mapping"}, {count, "count"}}, [&]() -> Result<void> {
        auto const position = TRY(position_of_holder(mapping->mapping, rank));
        *count = position ? mapping->mapping.owned_count(*position) : 0;
        return {};
    });
}

int tessera_mapping_local_shape(tessera_mapping const* mapping, int64_t rank, int64_t* shape) {
    return guarded(__func__, {{mapping, "mapping"}, {shape, "shape"}}, [&] {
        return with_layout(mapping->mapping, rank, [&](auto const& layout) {
            copy_out(layout ? layout->local_shape() : Extents(mapping->mapping.array().extents.size(), 0), shape);
        });
    });
}

int tessera_mapping_local_strides(tessera_mapping const* mapping, int64_t rank, int64_t* strides) {
    return guarded(__func__, {{mapping, "mapping"}, {strides, "strides"}}, [&] {
        return with_layout(mapping->mapping, rank, [&](auto const& layout) {
            copy_out(layout ? layout->strides() : Extents(mapping->mapping.array().extents.size(), 0), strides);
        });
    });
}

int tessera_mapping_local_start(tessera_mapping const* mapping, int64_t rank, int64_t* offset) {
    return guarded(__func__, {{mapping, "mapping"}, {offset, "offset"}}, [&] {
        return with_layout(mapping->mapping, rank, [&](auto const& layout) { *offset = layout ? layout->first_offset() : 0; });
    });
}

int tessera_mapping_allocation(tessera_mapping const* mapping, int64_t rank, int64_t* elements) {
    return guarded(__func__, {{mapping, "mapping"}, {elements, "elements"}}, [&] {
        return with_layout(mapping->mapping, rank, [&](auto const& layout) { *elements = layout ? layout->allocation_size() : 0; });
    });
}

int tessera_mapping_indices(tessera_mapping const* mapping, int64_t rank, int dim, int64_t capacity, int64_t* indices,
                            int64_t* count) {
    return guarded(__func__, {{mapping, "mapping"}, {count, "count"}}, [&]() -> Result<void> {
        TRY(check_list(capacity, indices));
        tessera::Mapping const& map = mapping->mapping;
        if (dim < 0 || dim >= map.dims()) return tessera::fail(fmt::format("dim is {}; expected 0 to {}", dim, map.dims() - 1));
        auto const position = TRY(position_of_holder(map, rank));
        ListWriter<int64_t> list(capacity, indices, count);
        if (position) {
            tessera::PeriodicSet const set = map.dim(dim).owned(map.dim_coord(*position, dim));
            if (capacity < set.count())
                list.skip(set.count());
            else
                for (auto run = set.run_from(set.bounds().begin); run; run = set.run_from(run->end))
                    for (int64_t index = run->begin; index < run->end; ++index) list.put(index);
        }
        return list.finish();
    });
}

int tessera_mapping_same(tessera_mapping const* a, tessera_mapping const* b, int* same) {
    return guarded(__func__, {{a, "a"}, {b, "b"}, {same, "same"}}, [&]() -> Result<void> {
        *same = tessera::same_owners(a->mapping, b->mapping) ? 1 : 0;
        return {};
    });
}

int tessera_mapping_text(tessera_mapping const* mapping, char const* form, char** text) {
    return guarded(__func__, {{mapping, "mapping"}, {text, "text"}},
                   [&] { return hand_over(text_of_mapping(mapping->mapping, form), text); });
}

int tessera_mapping_svg(tessera_mapping const* mapping, char** svg) {
    return guarded(__func__, {{mapping, "mapping"}, {svg, "svg"}}, [&]() -> Result<void> {
        auto const unmoved = TRY(tessera::RedistPlan::make(mapping->mapping, mapping->mapping));
        return hand_over(tessera::to_svg(tessera::ownership_picture(unmoved)), svg);
    });
}
