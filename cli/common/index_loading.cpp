// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the index lists that a command line names.
#include "cli/common/index_loading.hpp"

#include "libcore/io/element_kind.hpp"
#include "libcore/io/npy_header.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <span>
#include <system_error>
#include <utility>

namespace tessera::cli {
namespace {

template <class T>
std::vector<Index> as_indices(std::span<std::byte const> data) {
    std::vector<T> numbers(data.size() / sizeof(T));
    if (!numbers.empty()) std::memcpy(numbers.data(), data.data(), numbers.size() * sizeof(T));
    return {numbers.begin(), numbers.end()};
}

/// The numbers of an npy file's data; numbers from 2^63 on come out negative, and so are refused.
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

Result<IndexTable> read_table(std::string const& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return fail(fmt::format("--indices: {}: {}", path, std::generic_category().message(errno)));
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (file.bad()) return fail(fmt::format("--indices: {} cannot be read", path));
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
    return IndexTable{header->array.extents, header->array.order, *std::move(numbers)};
}

/// A file for each rank, "{}" standing for its number.
Result<IndexLists> read_rank_lists(Mapping const& mapping, std::string const& name, std::optional<Mask> const& where) {
    std::vector<std::vector<Index>> lists;
    std::size_t const place = name.find("{}");
    for (Rank rank = 0; rank <= mapping.grid().max_rank(); ++rank) {
        auto table = read_table(fmt::format("{}{}{}", name.substr(0, place), rank, name.substr(place + 2)));
        if (!table) return forward_error(table);
        lists.push_back(std::move(table->numbers));
    }
    return IndexLists::of_ranks(mapping, std::move(lists), where, name);
}

} // namespace

std::vector<OptionSpec> index_options(std::vector<std::string> const& subcommands) {
    std::string const group = "Options";
    return {
        {.name = "indices",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "send, get: which elements are named: an npy file of integers in the array's shape, one list, or a row for each "
                 "rank; {} in the name is the rank",
         .brief = "send, get: element numbers (npy)",
         .group = group,
         .subcommands = subcommands},
        {.name = "pattern",
         .kind = ValueKind::Choice,
         .placeholder = "P",
         .choices = {"permuted", "random", "few"},
         .help = "send, get: which elements are named: each once (permuted, the default), random ones, or few",
         .brief = "or permuted|random|few",
         .group = group,
         .subcommands = subcommands,
         .beside_previous = true},
        {.name = "merge",
         .kind = ValueKind::Choice,
         .placeholder = "M",
         .choices = {"auto", "always", "never"},
         .help = "send, get: put values for one element together before they travel: auto (the default), always or never",
         .brief = "auto|always|never: those for one element first",
         .group = group,
         .subcommands = subcommands},
    };
}

Result<IndexLists> load_indices(Arguments const& arguments, Mapping const& mapping, std::optional<Mask> where) {
    auto const file = arguments.text("indices");
    if (!file) return IndexLists::of_pattern(mapping, arguments.text_or("pattern", "permuted"), std::move(where));
    if (arguments.has("pattern")) return fail("--indices and --pattern both say which elements are named; give one of them");
    if (file->find("{}") != std::string::npos) return read_rank_lists(mapping, *file, where);
    auto table = read_table(*file);
    if (!table) return forward_error(table);
    return IndexLists::of_table(mapping, *std::move(table), std::move(where), *file);
}

Merge load_merge(Arguments const& arguments) {
    std::string const name = arguments.text_or("merge", "auto");
    return name == "always" ? Merge::Always : name == "never" ? Merge::Never : Merge::Auto;
}

} // namespace tessera::cli
