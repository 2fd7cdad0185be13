// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements of a general send or get, in the user's words.
#include "libcore/pipeline/index_request.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/mapping/storage_strides.hpp"
#include "libcore/pipeline/npy_table.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <utility>
#include <vector>

namespace tessera {
namespace {

template <class T>
std::vector<Index> as_indices(std::span<std::byte const> data) {
    std::vector<T> numbers(data.size() / sizeof(T));
    if (!numbers.empty()) std::memcpy(numbers.data(), data.data(), numbers.size() * sizeof(T));
    return {numbers.begin(), numbers.end()};
}

/// Checks a list of unsigned numbers. A number from 2^63 on names no element of any array, but would become a negative Index, and
/// -1 has a meaning.
Result<void> check_unsigned(ElementKind const& kind, std::vector<Index> const& numbers, std::string const& path) {
    if (kind.what != ElementKind::Class::Unsigned) return {};
    auto const wrong = std::ranges::find_if(numbers, [](Index number) { return number < 0; });
    if (wrong == numbers.end()) return {};
    return fail(fmt::format("--indices: {}: {} (number {} of the file) names no element; elements are numbered from 0 in storage "
                            "order, and -1 in a signed type names none",
                            path, static_cast<std::uint64_t>(*wrong), wrong - numbers.begin()));
}

/// Returns the numbers in an npy file's data. Unsigned numbers from 2^63 on become negative.
std::optional<std::vector<Index>> integers_of(ElementKind const& kind, std::span<std::byte const> data) {
    bool const is_signed = kind.what == ElementKind::Class::Signed;
    if (!is_signed && kind.what != ElementKind::Class::Unsigned) return std::nullopt;
    switch (kind.component_bytes) {
    case 1:
        return is_signed ? as_indices<std::int8_t>(data) : as_indices<std::uint8_t>(data);
    case 2:
        return is_signed ? as_indices<std::int16_t>(data) : as_indices<std::uint16_t>(data);
    case 4:
        return is_signed ? as_indices<std::int32_t>(data) : as_indices<std::uint32_t>(data);
    default:
        return as_indices<std::int64_t>(data);
    }
}

std::string_view order_text(StorageOrder order) {
    return order == StorageOrder::Fortran ? " in Fortran order" : "";
}

Result<IndexTable> read_one_table(std::string const& path, FileReader const& files) {
    auto table = TRY(read_npy("--indices", path, files));
    auto const kind = kind_of(table.array.type);
    auto numbers = kind ? integers_of(*kind, table.elements) : std::nullopt;
    if (!numbers) return fail(fmt::format("--indices: {} holds {}; expected integers", path, table.array.type.name));
    TRY(check_unsigned(*kind, *numbers, path));
    return IndexTable{table.array.extents, table.array.order, *std::move(numbers)};
}

/// Reads one table of indices per dimension, and returns the numbers of the elements; -1 if one of the indices is -1.
Result<IndexTable> read_tuples(std::vector<std::string> const& paths, ArraySpec const& array, FileReader const& files) {
    if (std::ssize(paths) != array.dims())
        return fail(fmt::format("--indices: {} files for the {} of {}; expected one, or one for each dimension", paths.size(),
                                counted(array.dims(), "dimension"), array.name));
    Extents const strides = dense_strides(array.extents, array.order);
    IndexTable tuples;
    for (std::size_t d = 0; d < paths.size(); ++d) {
        auto const table = TRY(read_one_table(paths[d], files));
        if (d == 0) tuples = {table.extents, table.order, std::vector<Index>(table.numbers.size(), 0)};
        if (table.extents != tuples.extents || table.order != tuples.order)
            return fail(fmt::format("--indices: {} has the shape ({}){}, and {} has ({}){}; expected the same shape and order",
                                    paths[0], fmt::join(tuples.extents, ","), order_text(tuples.order), paths[d],
                                    fmt::join(table.extents, ","), order_text(table.order)));
        for (std::size_t k = 0; k < table.numbers.size(); ++k) {
            Index const index = table.numbers[k];
            if (index < -1 || index >= array.extents[d])
                return fail(fmt::format("--indices: {}: {} (number {} of the file) is no index of dimension {} of {}: they are "
                                        "counted from 0 to {}, and -1 names no element",
                                        paths[d], index, k, d + 1, array.name, array.extents[d] - 1));
            Index& number = tuples.numbers[k];
            number = index < 0 || number < 0 ? -1 : number + index * strides[d];
        }
    }
    return tuples;
}

/// `name`: a file of element numbers, or one file of indices per dimension, separated by commas.
Result<IndexTable> read_table(std::string const& name, ArraySpec const& array, FileReader const& files) {
    std::vector<std::string> paths;
    for (std::size_t begin = 0; begin <= name.size();) {
        std::size_t const end = std::min(name.find(',', begin), name.size());
        paths.push_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    bool const one_file = paths.size() == 1 || files.read(name).has_value(); // a comma may be part of a file name
    return one_file ? read_one_table(name, files) : read_tuples(paths, array, files);
}

/// Returns the name of a rank's file, or of its files; "{}" is replaced by the rank.
std::string file_of_rank(std::string const& name, Rank rank) {
    std::string file = name;
    for (auto place = file.find("{}"); place != std::string::npos; place = file.find("{}", place))
        file.replace(place, 2, std::to_string(rank));
    return file;
}

bool names_ranks(std::string const& name) {
    return name.find("{}") != std::string::npos;
}

Result<IndexLists> read_rank_lists(Mapping const& mapping, std::string const& name, std::optional<Mask> const& where,
                                   FileReader const& files) {
    std::vector<std::vector<Index>> lists;
    for (Rank rank = 0; rank <= mapping.grid().max_rank(); ++rank) {
        auto table = TRY(read_table(file_of_rank(name, rank), mapping.array(), files));
        lists.push_back(std::move(table.numbers));
    }
    return IndexLists::of_ranks(mapping, std::move(lists), where, name);
}

/// Reads a table of values. Errors: another type or shape.
Result<std::vector<std::byte>> read_values(std::string_view option, std::string const& path, Extents const& shape,
                                           StorageOrder order, ElementType const& type, FileReader const& files) {
    auto const table = TRY(read_npy(option, path, files));
    if (table.array.type != stored_type(type))
        return fail(fmt::format("{}: {} holds {}; expected {}, as the array has", option, path, table.array.type.name,
                                stored_type(type).name));
    if (table.array.extents != shape)
        return fail(fmt::format("{}: {} has the shape ({}); expected ({}), a value for each index", option, path,
                                fmt::join(table.array.extents, ","), fmt::join(shape, ",")));
    return table.in_order(order);
}

} // namespace

Result<IndexLists> index_lists_of(IndexRequest const& request, Mapping const& mapping, std::optional<Mask> where,
                                  FileReader const& files) {
    if (request.indices.empty())
        return IndexLists::of_pattern(mapping, request.pattern.empty() ? "permuted" : request.pattern, std::move(where));
    if (!request.pattern.empty()) return fail("--indices and --pattern both say which elements are named; give one of them");
    if (names_ranks(request.indices)) return read_rank_lists(mapping, request.indices, where, files);
    auto table = TRY(read_table(request.indices, mapping.array(), files));
    return IndexLists::of_table(mapping, std::move(table), std::move(where), request.indices);
}

Result<std::vector<std::byte>> index_values_of(std::string_view option, std::string const& name, IndexLists const& lists,
                                               ArraySpec const& array, FileReader const& files) {
    if (!lists.of_a_table()) return fail(fmt::format("{} gives a value for each index of --indices, which is not there", option));
    StorageOrder const order = lists.of_elements() ? array.order : StorageOrder::C;
    if (!names_ranks(name) || lists.of_elements()) return read_values(option, name, lists.shape(), order, array.type, files);
    std::vector<std::byte> all;
    for (Rank rank = 0; rank < lists.ranks(); ++rank) {
        auto const values = TRY(read_values(option, file_of_rank(name, rank), {lists.room(rank)}, order, array.type, files));
        all.insert(all.end(), values.begin(), values.end());
    }
    return all;
}

} // namespace tessera
