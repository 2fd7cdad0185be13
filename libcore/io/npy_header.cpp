// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the header of numpy's .npy files.
#include "libcore/io/npy_header.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/io/numpy_type.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace tessera {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr Index alignment = 64;

/// Reads the little Python dictionary of the header: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
class Dictionary {
  public:
    explicit Dictionary(std::string_view text) : text_(text) {}

    /// What stands behind 'key':, without leading blanks; empty where the key is missing.
    [[nodiscard]] std::string_view value(std::string_view key) const {
        for (char const quote : {'\'', '"'}) {
            auto const place = text_.find(fmt::format("{}{}{}", quote, key, quote));
            if (place == std::string_view::npos) continue;
            auto const colon = text_.find(':', place);
            if (colon == std::string_view::npos) return {};
            auto const begin = text_.find_first_not_of(' ', colon + 1);
            return begin == std::string_view::npos ? std::string_view{} : text_.substr(begin);
        }
        return {};
    }

    /// The text between quotes.
    [[nodiscard]] std::optional<std::string_view> quoted(std::string_view key) const {
        std::string_view const found = value(key);
        if (found.empty() || (found[0] != '\'' && found[0] != '"')) return std::nullopt;
        auto const end = found.find(found[0], 1);
        if (end == std::string_view::npos) return std::nullopt;
        return found.substr(1, end - 1);
    }

    [[nodiscard]] std::optional<bool> boolean(std::string_view key) const {
        std::string_view const found = value(key);
        if (found.starts_with("True")) return true;
        if (found.starts_with("False")) return false;
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Extents> tuple(std::string_view key) const {
        std::string_view found = value(key);
        auto const end = found.find(')');
        if (!found.starts_with('(') || end == std::string_view::npos) return std::nullopt;
        found = found.substr(1, end - 1);
        Extents numbers;
        while (!(found = found.substr(std::min(found.find_first_not_of(" ,L"), found.size()))).empty()) {
            Index number = 0;
            auto const [rest, error] = std::from_chars(found.data(), found.data() + found.size(), number);
            if (error != std::errc() || number < 0) return std::nullopt;
            numbers.push_back(number);
            found = found.substr(as_size(rest - found.data()));
        }
        return numbers;
    }

  private:
    std::string_view text_;
};

Result<NpyHeader> parse_dictionary(std::string_view text) {
    Dictionary const dictionary(text);
    auto const descr = dictionary.quoted("descr");
    if (!descr) return fail("its elements have no plain type (a structured array?)");
    auto const type = numpy_type(*descr);
    if (!type) return fail(fmt::format("its element type '{}' is not one of f, c, i, u, b, S, V with a size", *descr));
    auto const fortran = dictionary.boolean("fortran_order");
    auto const shape = dictionary.tuple("shape");
    if (!fortran || !shape) return fail("its header does not say fortran_order and shape");
    if (std::ssize(*shape) > max_file_dims)
        return fail(fmt::format("its array has {} dimensions; {} is the most", shape->size(), max_file_dims));
    auto const volume = checked_product(*shape);
    if (!volume || !checked_mul(*volume, type->bytes)) return fail("its array has more bytes than fit 64 bits");
    NpyHeader header;
    header.array = {*type, *shape, *fortran ? StorageOrder::Fortran : StorageOrder::C};
    header.big_endian = descr->front() == '>';
    return header;
}

std::string little_endian(std::size_t number, std::size_t bytes) {
    std::string text;
    for (std::size_t b = 0; b < bytes; ++b) text += static_cast<char>(number >> (8 * b) & 0xFFU);
    return text;
}

} // namespace

Result<NpyHeader> parse_npy_header(std::string_view start) {
    if (!start.starts_with(magic) || start.size() < 10) return fail("it is no npy file");
    auto const byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(start[i])); };
    std::size_t const version = byte(6);
    if (version < 1 || version > 3) return fail(fmt::format("its npy version is {}; 1 to 3 are known", version));
    std::size_t const prefix = version == 1 ? 10 : 12;
    if (start.size() < prefix) return fail("it is no npy file");
    std::size_t length = byte(8) | byte(9) << 8U;
    if (version > 1) length |= byte(10) << 16U | byte(11) << 24U;
    if (start.size() - prefix < length) return fail("its header is cut short");
    auto header = parse_dictionary(start.substr(prefix, length));
    if (header) header->bytes = static_cast<Index>(prefix + length);
    return header;
}

Result<std::string> npy_header(FileArray const& array, bool big_endian) {
    auto const descr = numpy_descr(array.type, big_endian);
    if (!descr) return fail(fmt::format("npy files cannot hold elements of type {}", array.type.name));
    std::string shape;
    for (Index const extent : array.extents) shape += fmt::format("{}, ", extent);
    if (array.extents.size() > 1) shape.resize(shape.size() - 2);
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}), }}", *descr,
                                   array.order == StorageOrder::Fortran ? "True" : "False", shape);
    std::size_t const version = text.size() + alignment < 65536 ? 1 : 2;
    std::size_t const prefix = version == 1 ? 10 : 12;
    Index const used = static_cast<Index>(prefix + text.size() + 1);
    text.append(static_cast<std::size_t>(ceil_div(used, alignment) * alignment - used), ' ');
    text += '\n';
    return std::string(magic) + static_cast<char>(version) + '\0' + little_endian(text.size(), prefix - 8) + text;
}

} // namespace tessera
