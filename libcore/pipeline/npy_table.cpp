// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a small array that is read completely from a file of numpy.save.
#include "libcore/pipeline/npy_table.hpp"

#include "libcore/base/try.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/io/npy_header.hpp"
#include "libcore/mapping/storage_strides.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <utility>

namespace tessera {

std::vector<std::byte> NpyTable::in_order(StorageOrder order) const {
    return reordered(elements, array.type.bytes, array.extents, array.order, order);
}

Result<NpyTable> read_npy(std::string_view option, std::string const& path, FileReader const& files) {
    auto const read = files.read(path);
    if (!read) return fail(fmt::format("{}: {}", option, read.error().message));
    auto const header = parse_npy_header(std::string_view(*read).substr(0, as_size(max_npy_header)));
    if (!header) return fail(fmt::format("{}: {}: {}; numpy.save writes such files", option, path, header.error().message));
    auto const data = std::as_bytes(std::span(*read)).subspan(as_size(header->bytes));
    Index const bytes = header->array.bytes();
    if (std::ssize(data) < bytes)
        return fail(fmt::format("{}: {} is cut short: {} bytes of data, {} expected", option, path, data.size(), bytes));
    NpyTable table{header->array, {data.begin(), data.begin() + bytes}};
    auto const kind = kind_of(table.array.type);
    if (kind && header->big_endian) swap_byte_order(*kind, table.elements);
    return table;
}

Result<std::vector<std::uint8_t>> read_flags(std::string_view option, std::string const& path, ArraySpec const& array,
                                             FileReader const& files) {
    auto const table = TRY(read_npy(option, path, files));
    using Class = ElementKind::Class;
    auto const kind = kind_of(table.array.type);
    bool const whole_numbers = kind && (kind->what == Class::Bool || kind->what == Class::Signed || kind->what == Class::Unsigned);
    if (!whole_numbers)
        return fail(fmt::format("{}: {} holds {}; expected booleans or integers", option, path, table.array.type.name));
    if (table.array.extents != array.extents)
        return fail(fmt::format("{}: {} has the shape ({}), and {} has ({}); expected a number for each element", option, path,
                                fmt::join(table.array.extents, ","), array.name, fmt::join(array.extents, ",")));
    std::vector<std::byte> const elements = table.in_order(array.order);
    Index const bytes = table.array.type.bytes;
    std::vector<std::uint8_t> flags;
    flags.reserve(as_size(table.array.elements()));
    for (auto at = elements.begin(); at != elements.end(); at += bytes)
        flags.push_back(std::any_of(at, at + bytes, [](std::byte each) { return each != std::byte{0}; }) ? 1 : 0);
    return flags;
}

} // namespace tessera
