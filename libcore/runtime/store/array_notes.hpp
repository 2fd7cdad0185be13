// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what files say of arrays besides their elements, in words that every format can be asked for.
#pragma once

#include "libcore/mapping/array_spec.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tessera {

/// Gapless, in this machine's byte order.
struct AttributeNumbers {
    ElementType type;
    std::vector<std::byte> bytes;
    [[nodiscard]] Index count() const { return std::ssize(bytes) / type.bytes; }
    friend bool operator==(AttributeNumbers const&, AttributeNumbers const&) = default;
};

/// A text in UTF-8, a list of such, or numbers of one type.
struct Attribute {
    std::string name;
    std::variant<std::string, std::vector<std::string>, AttributeNumbers> value;
    std::string bytes = {}; ///< of a text, where a classic netCDF file has others: zeros at its end, Latin-1
    Extents shape = {};     ///< of its values in C's order, if they have more than one dimension
    friend bool operator==(Attribute const& a, Attribute const& b) {
        return a.name == b.name && a.value == b.value && a.shape == b.shape;
    }
};

/// Returns number i; the numbers are integers or truth values. Nothing: the number is above 2^63-1.
[[nodiscard]] std::optional<std::int64_t> integer_at(AttributeNumbers const& numbers, Index i);

struct ArrayNotes {
    std::vector<Attribute> attributes = {}; ///< in their order; without the fill value and what only one format needs
    /// The element that stands for those that are missing, in this machine's byte order; empty: none does.
    std::vector<std::byte> fill = {};
    /// The element that parts read as which were never written, if the file says another one than `fill`. It stands for no
    /// missing value. Empty: none.
    std::vector<std::byte> unwritten = {};
    /// "M8[s]" or "m8[s]": its integers are dates or spans of time, which numpy calls so. Empty: they are not.
    std::string times = {};
    /// What a new file has for parts that were never written.
    [[nodiscard]] std::vector<std::byte> const& initial() const { return unwritten.empty() ? fill : unwritten; }
};

/// Where the points of a dimension lie: an array of one dimension, called like it.
struct Coordinate {
    std::string name;
    ElementType type;
    std::vector<std::byte> elements; ///< in this machine's byte order
    ArrayNotes notes = {};
    [[nodiscard]] Index count() const { return std::ssize(elements) / type.bytes; }
};

/// What belongs to an array in a file.
struct Companions {
    ArrayNotes notes = {};
    std::vector<std::string> dim_names = {};  ///< one for each dimension of the array; empty: they have none
    std::vector<Coordinate> coordinates = {}; ///< of dimensions, each once
    std::vector<Attribute> of_file = {};      ///< attributes of the file as a whole
    std::vector<std::string> lost = {};       ///< what cannot be said in this way, in a few words each
    /// The same, but files of the same format take it over as it is; of the array, and of the file as a whole.
    std::vector<std::string> only_here = {};
    std::vector<std::string> only_here_of_file = {};
};

/// What a file says of one of its groups.
struct GroupNotes {
    std::string path; ///< "/outer/inner"
    std::vector<Attribute> attributes = {};
    std::vector<std::string> only_here = {}; ///< attributes that cannot be said in this way, in a few words each
};

/// A dimension that a file has by itself: a name and a length.
struct FileDimension {
    std::string name; ///< of one in a group "outer/x"
    Index length = 0;
    bool grows = false; ///< it has no end
    bool used = true;   ///< an array has it
};

/// What of an array's companions is wanted.
struct CoordinateWish {
    /// Is the coordinate of this dimension? Those that are made as arrays of their own need not be read.
    std::function<bool(std::string const& dim)> coordinate;
    /// Are attributes of the file? They are read with one of its arrays: both may be thousands.
    bool of_file = true;

    [[nodiscard]] bool operator()(std::string const& dim) const { return coordinate(dim); }
};

/// What netCDF calls the fill value among the attributes.
inline constexpr std::string_view fill_attribute = "_FillValue";

/// Makes the fill value of the attribute of that name, where it is one element of the type, and `times` of those that say it.
void take_fill(ArrayNotes& notes, ElementType const& type);
/// The way back: all attributes, these among them.
[[nodiscard]] std::vector<Attribute> all_attributes(ArrayNotes const& notes, ElementType const& type);

/// Names what a target loses that stores times as plain numbers, in a few words.
[[nodiscard]] std::string meaning_of_times(std::string_view times);

/// Are all bytes zero, or is there none?
[[nodiscard]] bool is_zero(std::span<std::byte const> element);

/// What a reader of the new file finds differently (`kept`), in a few words each: attributes, and the fill values. Attributes
/// that are only in `kept` do not count.
[[nodiscard]] std::vector<std::string> lost_of(ArrayNotes const& wanted, ArrayNotes const& kept);

/// Elements with the bytes of each number turned round, where the order is not this machine's: to it, and back.
[[nodiscard]] std::vector<std::byte> in_byte_order(ElementType const& type, std::span<std::byte const> elements, bool big_endian);

/// A text without the zeros at its end, in UTF-8: bytes that are none are taken for Latin-1.
[[nodiscard]] std::string text_of_bytes(std::string_view bytes);

/// What a file without groups would lose of these, in a few words each.
[[nodiscard]] std::vector<std::string> all_of(std::vector<GroupNotes> const& groups);

/// What an array that holds nothing but elements would lose, in a few words each.
[[nodiscard]] std::vector<std::string> all_of(Companions const& beside);

} // namespace tessera
