// SPDX-License-Identifier: BSD-3-Clause
// Tessera: metadata of arrays (attributes, dimension names, coordinates) in a form common to all formats.
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

/// Returns the name "x_0" for an unnamed dimension of the array "x". xarray opens no array without names, and takes dimensions of
/// the same name for the same dimension.
[[nodiscard]] std::string usual_dim_name(std::string const& array, std::size_t dim);

/// Numbers of an attribute, contiguous, in this machine's byte order.
struct AttributeNumbers {
    ElementType type;
    std::vector<std::byte> bytes;
    [[nodiscard]] Index count() const { return std::ssize(bytes) / type.bytes; }
    friend bool operator==(AttributeNumbers const&, AttributeNumbers const&) = default;
};

/// An attribute: a text in UTF-8, a list of such texts, or numbers of one type.
struct Attribute {
    std::string name;
    std::variant<std::string, std::vector<std::string>, AttributeNumbers> value;
    std::string bytes = {}; ///< bytes of a text in a classic netCDF file, if they differ from `value`: trailing zeros, Latin-1
    /// Shape of the values in C order if they have several dimensions; {1} for a list of one value. Otherwise empty.
    Extents shape = {};
    friend bool operator==(Attribute const& a, Attribute const& b) {
        return a.name == b.name && a.value == b.value && a.shape == b.shape;
    }
};

/// Returns number i of integers or truth values. Returns nullopt if it exceeds 2^63-1.
[[nodiscard]] std::optional<std::int64_t> integer_at(AttributeNumbers const& numbers, Index i);

struct ArrayNotes {
    /// in file order, without the fill value and without attributes that only one format needs
    std::vector<Attribute> attributes = {};
    /// The element that marks missing values, in this machine's byte order. Empty: there is none.
    std::vector<std::byte> fill = {};
    /// The element that readers get for parts that were never written, if it differs from `fill`. It does not mark missing values.
    /// Empty: there is none.
    std::vector<std::byte> unwritten = {};
    /// "M8[s]" or "m8[s]" (numpy's names) if the integers are dates or time spans. Empty: they are plain numbers.
    std::string times = {};
    /// The element that a new file returns for parts that were never written.
    [[nodiscard]] std::vector<std::byte> const& initial() const { return unwritten.empty() ? fill : unwritten; }
};

/// Coordinates along a dimension: an array of one dimension with the dimension's name.
struct Coordinate {
    std::string name;
    ElementType type;
    std::vector<std::byte> elements; ///< in this machine's byte order
    ArrayNotes notes = {};
    [[nodiscard]] Index count() const { return std::ssize(elements) / type.bytes; }
};

/// Metadata of an array in a file.
struct ArrayMetadata {
    ArrayNotes notes = {};
    std::vector<std::string> dim_names = {};  ///< one per dimension of the array; empty: the dimensions have no names
    std::vector<Coordinate> coordinates = {}; ///< at most one per dimension
    std::vector<Attribute> of_file = {};      ///< attributes of the whole file
    std::vector<std::string> lost = {};       ///< metadata that this structure cannot express, in a few words each
    /// The same, but files of the same format keep them. One list for the array, one for the whole file.
    std::vector<std::string> format_specific = {};
    std::vector<std::string> format_specific_of_file = {};
};

/// Metadata of a group of a file.
struct GroupNotes {
    std::string path; ///< "/outer/inner"
    std::vector<Attribute> attributes = {};
    std::vector<std::string> format_specific = {}; ///< attributes that this structure cannot express, in a few words each
};

/// A named dimension of a file.
struct FileDimension {
    std::string name; ///< "outer/x" for dimension x of group outer
    Index length = 0;
    bool unlimited = false; ///< it is unlimited
    bool used = true;       ///< an array uses it
};

/// Selects the metadata to read.
struct MetadataSelection {
    /// Returns whether to read the coordinate of a dimension. Coordinates that are copied as arrays of their own need not be read.
    std::function<bool(std::string const& dim)> coordinate;
    /// Attributes of the file. They are read with one of its arrays only, because files may have thousands of both.
    bool of_file = true;

    [[nodiscard]] bool operator()(std::string const& dim) const { return coordinate(dim); }
};

/// Name of the attribute that holds netCDF's fill value.
inline constexpr std::string_view fill_attribute = "_FillValue";

/// Moves the fill attribute into `fill`, if it is one element of `type`, and attributes that describe times into `times`.
void take_fill(ArrayNotes& notes, ElementType const& type);
/// Inverse of take_fill(): returns all attributes, including those.
[[nodiscard]] std::vector<Attribute> all_attributes(ArrayNotes const& notes, ElementType const& type);

/// Describes what a target loses that stores times as plain numbers, in a few words each.
[[nodiscard]] std::string meaning_of_times(std::string_view times);

/// Returns whether all bytes are zero. True for an empty span.
[[nodiscard]] bool is_zero(std::span<std::byte const> element);

/// Describes attributes and fill values of `wanted` that differ in `kept` or are missing there, in a few words each. Attributes
/// that only `kept` has are ignored.
[[nodiscard]] std::vector<std::string> lost_of(ArrayNotes const& wanted, ArrayNotes const& kept);

/// Swaps the bytes of each number if `big_endian` differs from this machine's byte order. The swap is its own inverse.
[[nodiscard]] std::vector<std::byte> in_byte_order(ElementType const& type, std::span<std::byte const> elements, bool big_endian);

/// Converts a text to UTF-8 and removes trailing zeros. Bytes that are not valid UTF-8 are read as Latin-1.
[[nodiscard]] std::string text_of_bytes(std::string_view bytes);

/// Describes what a file without groups would lose, in a few words each.
[[nodiscard]] std::vector<std::string> all_of(std::vector<GroupNotes> const& groups);

/// Describes what a format that stores only elements would lose, in a few words each.
[[nodiscard]] std::vector<std::string> all_of(ArrayMetadata const& metadata);

} // namespace tessera
