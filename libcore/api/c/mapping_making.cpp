// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how mappings of the C interface are made, from text and from numbers.
#include "libcore/api/c/block_owners.hpp"
#include "libcore/api/c/element_types.hpp"
#include "libcore/api/c/failure.hpp"
#include "libcore/api/c/handles.hpp"
#include "libcore/api/c/job_texts.hpp"
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace tessera::api {
namespace {

constexpr Index most_ranks = std::numeric_limits<Rank>::max();

Result<bool> column_major(int order, char const* name) {
    if (order == TESSERA_ROW_MAJOR || order == TESSERA_COLUMN_MAJOR) return order == TESSERA_COLUMN_MAJOR;
    return fail(fmt::format("{} is {}; expected TESSERA_ROW_MAJOR or TESSERA_COLUMN_MAJOR", name, order));
}

/// Returns the array A with these numbers, whose indices begin with 0.
Result<ArraySpec> array_of_numbers(int type, int storage, int dims, int64_t const* extents) {
    if (dims < 1 || dims > max_dims) return fail(fmt::format("an array has 1 to {} dimensions, not {}", max_dims, dims));
    auto element = TRY(element_type_of(type));
    auto const columns = TRY(column_major(storage, "storage"));
    for (int d = 0; d < dims; ++d)
        if (extents[d] < 0) return fail(fmt::format("extents[{}] is {}; expected 0 or more", d, extents[d]));
    ArraySpec array;
    array.name = "A";
    array.type = std::move(element);
    array.extents.assign(extents, extents + dims);
    array.lower.assign(as_size(dims), 0);
    array.order = columns ? StorageOrder::Fortran : StorageOrder::C;
    return array;
}

Result<Rank> rank_of_number(Index number) {
    if (number >= 0 && number < most_ranks) return static_cast<Rank>(number);
    return fail(fmt::format("rank {} is not between 0 and {}", number, most_ranks - 1));
}

Result<std::vector<Rank>> ranks_of_numbers(int64_t const* numbers, Index count) {
    std::vector<Rank> ranks;
    for (Index i = 0; i < count; ++i) {
        auto const rank = TRY(rank_of_number(numbers[i]));
        ranks.push_back(rank);
    }
    return ranks;
}

/// Returns the number of processes of a grid. Errors: an extent below 1; more processes than ranks.
Result<Index> processes_of(Extents const& grid) {
    for (std::size_t d = 0; d < grid.size(); ++d)
        if (grid[d] < 1) return fail(fmt::format("grid[{}] is {}; expected at least 1", d, grid[d]));
    auto const count = checked_product(grid);
    if (!count || *count > most_ranks) return fail(fmt::format("the grid has more than {} processes", most_ranks));
    return *count;
}

/// The arguments of tessera_mapping_cyclic about processes.
struct GridArguments {
    int64_t const* grid;
    int order;
    int64_t const* first;
    int64_t const* ranks;
};

Result<Processors> grid_of_numbers(int dims, GridArguments const& given) {
    Processors processors;
    processors.extents.assign(given.grid, given.grid + dims);
    processors.lower.assign(as_size(dims), 1);
    auto const count = TRY(processes_of(processors.extents));
    auto const columns = TRY(column_major(given.order, "order"));
    if (given.ranks != nullptr) processors.ranks = TRY(ranks_of_numbers(given.ranks, count));
    processors.order = columns ? GridOrder::ColumnMajor : GridOrder::RowMajor;
    if (given.first == nullptr) return processors;
    Extents const first(given.first, given.first + dims);
    for (std::size_t d = 0; d < first.size(); ++d)
        if (first[d] < 0 || first[d] >= processors.extents[d])
            return fail(fmt::format("first[{}] is {}; expected 0 to {}", d, first[d], processors.extents[d] - 1));
    if (std::ranges::count(first, 0) == std::ssize(first)) return processors;
    processors.ranks = TRY(ProcessorGrid::make(processors, {})).ranks_from(first);
    processors.order = GridOrder::RowMajor;
    processors.origin.at = first;
    return processors;
}

Result<DistFormat> format_of_number(Index block, int dim) {
    if (block < 0) return fail(fmt::format("blocks[{}] is {}; expected 1 or more, or 0 for one block per process", dim, block));
    return block == 0 ? DistFormat::block() : DistFormat::cyclic(block);
}

Result<tessera_mapping> mapping_handle(Result<MappingSpec> spec) {
    if (!spec) return forward_error(spec);
    auto mapping = TRY(Mapping::make(*std::move(spec)));
    return tessera_mapping{std::move(mapping)};
}

Result<MappingSpec> cyclic_spec(Result<ArraySpec> array, int dims, int64_t const* blocks, GridArguments const& given) {
    if (!array) return forward_error(array);
    auto processors = TRY(grid_of_numbers(dims, given));
    MappingSpec spec;
    spec.array = *std::move(array);
    spec.processors = std::move(processors);
    for (int d = 0; d < dims; ++d) {
        auto format = TRY(format_of_number(blocks[d], d));
        spec.formats.push_back(std::move(format));
    }
    return spec;
}

Result<MappingSpec> blocks_spec(Result<ArraySpec> array, int64_t const* blocks, int64_t const* const* splits,
                                int64_t const* owners) {
    if (!array) return forward_error(array);
    BlockGrid grid;
    Index count = 1;
    for (std::size_t d = 0; d < array->extents.size(); ++d) {
        if (blocks[d] < 1) return fail(fmt::format("blocks[{}] is {}; expected at least 1", d, blocks[d]));
        if (splits[d] == nullptr) return fail(fmt::format("splits[{}] is null", d));
        auto const product = checked_mul(count, blocks[d]);
        if (!product) return fail("the number of blocks does not fit 64 bits");
        count = *product;
        grid.splits.emplace_back(splits[d], splits[d] + blocks[d] + 1);
    }
    grid.owners = TRY(ranks_of_numbers(owners, count));
    return mapping_of_blocks(*std::move(array), std::move(grid));
}

} // namespace
} // namespace tessera::api

using namespace tessera::api;

int tessera_mapping_parse(char const* array, char const* mapping, int64_t ranks, tessera_mapping** result) {
    return guarded(__func__, {{array, "array"}, {mapping, "mapping"}, {result, "result"}},
                   [&] { return hand_over(mapping_handle(parse_mapping(array, mapping, ranks)), result); });
}

int tessera_mapping_cyclic(int type, int storage, int dims, int64_t const* extents, int64_t const* blocks, int64_t const* grid,
                           int order, int64_t const* first, int64_t const* ranks, tessera_mapping** result) {
    return guarded(__func__, {{extents, "extents"}, {blocks, "blocks"}, {grid, "grid"}, {result, "result"}}, [&] {
        auto array = array_of_numbers(type, storage, dims, extents);
        return hand_over(mapping_handle(cyclic_spec(std::move(array), dims, blocks, {grid, order, first, ranks})), result);
    });
}

int tessera_mapping_blocks(int type, int storage, int dims, int64_t const* extents, int64_t const* blocks,
                           int64_t const* const* splits, int64_t const* owners, tessera_mapping** result) {
    return guarded(__func__, {{extents, "extents"}, {blocks, "blocks"}, {splits, "splits"}, {owners, "owners"}, {result, "result"}},
                   [&] {
                       auto array = array_of_numbers(type, storage, dims, extents);
                       return hand_over(mapping_handle(blocks_spec(std::move(array), blocks, splits, owners)), result);
                   });
}

void tessera_mapping_free(tessera_mapping* mapping) {
    delete mapping;
}
