// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the header of numpy's .npy files.
#include "libcore/io/npy_header.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/ordered_members.hpp"
#include "libcore/base/shallow_json.hpp"
#include "libcore/base/try.hpp"
#include "libcore/io/numpy_fields.hpp"
#include "libcore/io/numpy_type.hpp"
#include "libcore/io/python_literal.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace tessera {

namespace {

constexpr Index alignment = 64;
using HeaderJson = nlohmann::basic_json<OrderedMembers>;

/// Parses a dictionary such as {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }.
Result<HeaderJson> dictionary_of(std::string_view text, bool utf8) {
    auto const json = TRY(json_of_python(text, utf8));
    HeaderJson dictionary = HeaderJson::parse(shallow_json(json), nullptr, false);
    if (!dictionary.is_object() || !dictionary.contains("descr")) return fail("its header is not a dictionary with descr");
    return dictionary;
}

Result<Extents> shape_of(HeaderJson const& shape) {
    Extents extents;
    for (HeaderJson const& extent : shape) {
        if (!extent.is_number_integer() || extent.get<Index>() < 0) return fail("its header does not say fortran_order and shape");
        extents.push_back(extent.get<Index>());
    }
    if (std::ssize(extents) > max_file_dims)
        return fail(fmt::format("its array has {} dimensions; {} is the most", extents.size(), max_file_dims));
    return extents;
}

Result<void> set_type(NpyHeader& header, HeaderJson const& descr) {
    if (!descr.is_string()) {
        auto structure = TRY(numpy_structure(descr.dump()));
        header.array.type = structure.type();
        header.fields = std::move(structure.fields);
        return {};
    }
    std::string const word = descr.get<std::string>();
    header.times = numpy_times(word);
    auto const type = header.times.empty() ? numpy_type(word) : ElementType{"int64", 8};
    if (!type) return fail("its element type " + unknown_numpy_type(word));
    header.array.type = *type;
    header.big_endian = word.front() == '>';
    return {};
}

Result<NpyHeader> parse_dictionary(std::string_view text, bool utf8) {
    auto const dictionary = TRY(dictionary_of(text, utf8));
    NpyHeader header;
    TRY(set_type(header, dictionary.at("descr")));
    HeaderJson const fortran = dictionary.value("fortran_order", HeaderJson());
    HeaderJson const shape = dictionary.value("shape", HeaderJson());
    if (!fortran.is_boolean() || !shape.is_array()) return fail("its header does not say fortran_order and shape");
    header.array.order = fortran.get<bool>() ? StorageOrder::Fortran : StorageOrder::C;
    header.array.extents = TRY(shape_of(shape));
    auto const volume = checked_product(header.array.extents);
    if (!volume || !checked_mul(*volume, header.array.type.bytes)) return fail("its array has more bytes than fit 64 bits");
    return header;
}

std::string little_endian(std::size_t number, std::size_t bytes) {
    std::string text;
    for (std::size_t b = 0; b < bytes; ++b) text += static_cast<char>(number >> (8 * b) & 0xFFU);
    return text;
}

} // namespace

Result<NpyHeader> parse_npy_header(std::string_view start) {
    if (!start.starts_with(npy_magic) || start.size() < 10) return fail("it is not an npy file");
    auto const byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(start[i])); };
    std::size_t const version = byte(6);
    if (version < 1 || version > 3) return fail(fmt::format("its npy version is {}; 1 to 3 are known", version));
    std::size_t const prefix = version == 1 ? 10 : 12;
    if (start.size() < prefix) return fail("it is not an npy file");
    std::size_t length = byte(8) | byte(9) << 8U;
    if (version > 1) length |= byte(10) << 16U | byte(11) << 24U;
    if (start.size() - prefix < length) return fail("its header is cut short");
    auto header = parse_dictionary(start.substr(prefix, length), version > 2);
    if (header) header->bytes = static_cast<Index>(prefix + length);
    return header;
}

Result<std::string> npy_header(NpyHeader const& header) {
    FileArray const& array = header.array;
    auto const number = numpy_descr(array.type, header.big_endian);
    auto const word = number && !header.times.empty() ? number->substr(0, 1) + header.times : number;
    if (!word) return fail(fmt::format("npy files cannot hold elements of type {}", array.type.name));
    std::string const descr =
        header.fields.empty() ? fmt::format("'{}'", *word) : numpy_fields_text({header.fields, array.type.bytes});
    std::string shape;
    for (Index const extent : array.extents) shape += fmt::format("{}, ", extent);
    if (array.extents.size() > 1) shape.resize(shape.size() - 2);
    std::string text = fmt::format("{{'descr': {}, 'fortran_order': {}, 'shape': ({}), }}", descr,
                                   array.order == StorageOrder::Fortran ? "True" : "False", shape);
    bool const ascii = std::ranges::all_of(text, [](char letter) { return static_cast<unsigned char>(letter) < 0x80; });
    std::size_t const least_version = ascii ? 1 : 3;
    std::size_t const version = text.size() + alignment < 65536 ? least_version : std::max<std::size_t>(2, least_version);
    std::size_t const prefix = version == 1 ? 10 : 12;
    Index const used = static_cast<Index>(prefix + text.size() + 1);
    text.append(static_cast<std::size_t>(ceil_div(used, alignment) * alignment - used), ' ');
    text += '\n';
    return std::string(npy_magic) + static_cast<char>(version) + '\0' + little_endian(text.size(), prefix - 8) + text;
}

} // namespace tessera
