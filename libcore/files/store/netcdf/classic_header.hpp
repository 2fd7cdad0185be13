// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the header of classic netCDF files (CDF-1, 2 and 5).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

struct ClassicDim {
    std::string name;
    Index length = 0; ///< 0: the record dimension
    friend bool operator==(ClassicDim const&, ClassicDim const&) = default;
};

struct ClassicAttribute {
    std::string name;
    int type = 0;       ///< netCDF's number of the type
    Index count = 0;    ///< number of values
    std::string values; ///< in file form: big-endian, without padding
    friend bool operator==(ClassicAttribute const&, ClassicAttribute const&) = default;
};

struct ClassicVariable {
    std::string name;
    std::vector<Index> dims; ///< indices into ClassicHeader::dims, in C order
    std::vector<ClassicAttribute> attributes;
    int type = 0;
    Index begin = 0; ///< file offset of the first element
    friend bool operator==(ClassicVariable const&, ClassicVariable const&) = default;
};

struct ClassicHeader {
    int version = 1;   ///< 1, 2 (8-byte offsets) or 5 (8-byte offsets and sizes, more types)
    Index records = 0; ///< -1: not stored; derived from the file size
    std::vector<ClassicDim> dims;
    std::vector<ClassicAttribute> attributes;
    std::vector<ClassicVariable> variables;
    friend bool operator==(ClassicHeader const&, ClassicHeader const&) = default;
};

/// Returns whether a file with these first bytes is a classic netCDF file.
[[nodiscard]] bool is_classic(std::string_view start);

/// Parses a header from the first bytes of a file, `start`. Returns nullopt if `start` ends within the header. Errors: not a
/// classic netCDF file, contradictory numbers, invalid names.
[[nodiscard]] Result<std::optional<ClassicHeader>> parse_classic(std::string_view start);

[[nodiscard]] std::string classic_text(ClassicHeader const& header);

/// Converts netCDF's type number to an element type and back; nullopt if there is no equivalent. netCDF's `char` is S1.
[[nodiscard]] std::optional<ElementType> classic_type(int number);
[[nodiscard]] std::optional<int> classic_number(ElementType const& type);

[[nodiscard]] bool is_record(ClassicHeader const& header, ClassicVariable const& variable);
/// Bytes of all elements of a variable, or of one record of it; without padding.
[[nodiscard]] Index slab_bytes(ClassicHeader const& header, ClassicVariable const& variable);
/// Bytes from one record to the next: the slabs of all record variables, each padded to 4 bytes. A single record variable is not
/// padded.
[[nodiscard]] Index record_bytes(ClassicHeader const& header);

} // namespace tessera
