// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements of a general send or get as they are asked for, by words.
#include "libcore/pipeline/index_request.hpp"

#include "libcore/io/element_kind.hpp"
#include "libcore/io/npy_header.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
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

/// A list of unsigned numbers may hold some that name no element of any array: as 64-bit numbers with a sign they would be
/// negative, and -1 has a meaning.
Result<void> check_unsigned(ElementKind const& kind, std::vector<Index> const& numbers, std::string const& path) {
    if (kind.what != ElementKind::Class::Unsigned) return {};
    auto const wrong = std::ranges::find_if(numbers, [](Index number) { return number < 0; });
    if (wrong == numbers.end()) return {};
    return fail(fmt::format("--indices: {}: {} (number {} of the file) names no element; elements are numbered from 0 in storage "
                            "order, and -1 in a signed type names none",
                            path, static_cast<std::uint64_t>(*wrong), wrong - numbers.begin()));
}

/// The numbers of an npy file's data; unsigned ones from 2^63 on come out negative.
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

Result<IndexTable> read_table(std::string const& path, FileReader const& files) {
    auto read = files.read(path);
    if (!read) return fail(fmt::format("--indices: {}", read.error().message));
    std::string& text = *read;
    auto const header = parse_npy_header(std::string_view(text).substr(0, as_size(max_npy_header)));
    if (!header) return fail(fmt::format("--indices: {}: {}; numpy.save writes such files", path, header.error().message));
    auto const data = std::as_writable_bytes(std::span(text)).subspan(as_size(header->bytes));
    if (std::ssize(data) < header->array.bytes())
        return fail(
            fmt::format("--indices: {} is cut short: {} bytes of data, {} expected", path, data.size(), header->array.bytes()));
    auto const numbers_data = data.first(as_size(header->array.bytes()));
    auto const kind = kind_of(header->array.type);
    if (kind && header->big_endian) swap_byte_order(*kind, numbers_data);
    auto numbers = kind ? integers_of(*kind, numbers_data) : std::nullopt;
    if (!numbers) return fail(fmt::format("--indices: {} holds {}; expected integers", path, header->array.type.name));
    if (auto const valid = check_unsigned(*kind, *numbers, path); !valid) return forward_error(valid);
    return IndexTable{header->array.extents, header->array.order, *std::move(numbers)};
}

/// A file for each rank, "{}" standing for its number.
Result<IndexLists> read_rank_lists(Mapping const& mapping, std::string const& name, std::optional<Mask> const& where,
                                   FileReader const& files) {
    std::vector<std::vector<Index>> lists;
    std::size_t const place = name.find("{}");
    for (Rank rank = 0; rank <= mapping.grid().max_rank(); ++rank) {
        auto table = read_table(fmt::format("{}{}{}", name.substr(0, place), rank, name.substr(place + 2)), files);
        if (!table) return forward_error(table);
        lists.push_back(std::move(table->numbers));
    }
    return IndexLists::of_ranks(mapping, std::move(lists), where, name);
}

} // namespace

Result<IndexLists> index_lists_of(IndexRequest const& request, Mapping const& mapping, std::optional<Mask> where,
                                  FileReader const& files) {
    if (request.indices.empty())
        return IndexLists::of_pattern(mapping, request.pattern.empty() ? "permuted" : request.pattern, std::move(where));
    if (!request.pattern.empty()) return fail("--indices and --pattern both say which elements are named; give one of them");
    if (request.indices.find("{}") != std::string::npos) return read_rank_lists(mapping, request.indices, where, files);
    auto table = read_table(request.indices, files);
    if (!table) return forward_error(table);
    return IndexLists::of_table(mapping, *std::move(table), std::move(where), request.indices);
}

} // namespace tessera
