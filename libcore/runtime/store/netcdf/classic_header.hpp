// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the header of netCDF's classic files: CDF-1, 2 and 5.
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
    int type = 0;       ///< netCDF's number of it
    Index count = 0;    ///< of values
    std::string values; ///< as they lie in the file: highest byte first, without padding
    friend bool operator==(ClassicAttribute const&, ClassicAttribute const&) = default;
};

struct ClassicVariable {
    std::string name;
    std::vector<Index> dims; ///< numbers in ClassicHeader::dims, as C counts
    std::vector<ClassicAttribute> attributes;
    int type = 0;
    Index begin = 0; ///< of the first element in the file
    friend bool operator==(ClassicVariable const&, ClassicVariable const&) = default;
};

struct ClassicHeader {
    int version = 1;   ///< 1, 2 (offsets of 8 bytes) or 5 (sizes, too, and more types)
    Index records = 0; ///< -1: nobody counted them, the size of the file says how many there are
    std::vector<ClassicDim> dims;
    std::vector<ClassicAttribute> attributes;
    std::vector<ClassicVariable> variables;
    friend bool operator==(ClassicHeader const&, ClassicHeader const&) = default;
};

/// Is a file that begins so one of these?
[[nodiscard]] bool is_classic(std::string_view start);

/// `start`: the file's first bytes. Nothing where it ends within the header. Errors: no such file, numbers that contradict each
/// other, names that are none.
[[nodiscard]] Result<std::optional<ClassicHeader>> parse_classic(std::string_view start);

[[nodiscard]] std::string classic_text(ClassicHeader const& header);

/// The element type of a number, and back; nothing where there is none. `text` is characters, S1 each.
[[nodiscard]] std::optional<ElementType> classic_type(int number);
[[nodiscard]] std::optional<int> classic_number(ElementType const& type);

[[nodiscard]] bool is_record(ClassicHeader const& header, ClassicVariable const& variable);
/// Of all elements, or of one record; without padding.
[[nodiscard]] Index slab_bytes(ClassicHeader const& header, ClassicVariable const& variable);
/// From one record to the next: slabs padded to 4 bytes, but for the one of a file with one record variable.
[[nodiscard]] Index record_bytes(ClassicHeader const& header);

} // namespace tessera
