// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the header of classic netCDF files (CDF-1, 2 and 5).
#include "libcore/files/store/netcdf/classic_header.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

namespace tessera {

namespace {

// Format: netCDF's "File Format Specifications". All numbers are big-endian.

struct ClassicType {
    int number;
    std::string_view name;
    Index bytes;
};
constexpr std::array classic_types{ClassicType{1, "int8", 1},   ClassicType{2, "S1", 1},      ClassicType{3, "int16", 2},
                                   ClassicType{4, "int32", 4},  ClassicType{5, "float32", 4}, ClassicType{6, "float64", 8},
                                   ClassicType{7, "uint8", 1},  ClassicType{8, "uint16", 2},  ClassicType{9, "uint32", 4},
                                   ClassicType{10, "int64", 8}, ClassicType{11, "uint64", 8}};

enum ListTag { dims_tag = 10, variables_tag = 11, attributes_tag = 12 };

constexpr Index most_entries = Index{1} << 24; // maximum entries of a list; more are taken for damage

Index padded(Index bytes) {
    return ceil_div(bytes, Index{4}) * 4;
}

/// Exceptions that end the parsing of a header.
struct EndsTooEarly {};
struct WrongHeader {
    std::string what;
};

class HeaderWalk {
  public:
    HeaderWalk(std::string_view text, int version) : text_(text), version_(version) {}

    /// Reads an unsigned number of this many bytes.
    Index number(std::size_t bytes) {
        std::string_view const digits = take(bytes);
        std::uint64_t value = 0;
        for (char const digit : digits) value = value << 8U | static_cast<unsigned char>(digit);
        if (value > static_cast<std::uint64_t>(std::numeric_limits<Index>::max())) throw WrongHeader{"a number in it is too large"};
        return static_cast<Index>(value);
    }
    /// Reads a count or a length.
    Index size() { return number(version_ == 5 ? 8 : 4); }
    Index offset() { return number(version_ == 1 ? 4 : 8); }

    /// Reads a name. Old writers included the terminating zero; like netCDF's library, this stops at it.
    std::string name() {
        Index const length = size();
        std::string text(padded_bytes(length));
        text.resize(std::min(text.find('\0'), text.size()));
        if (text.empty()) throw WrongHeader{"something in it has no name"};
        return text;
    }

    /// Reads `length` bytes and the padding to 4 bytes.
    std::string padded_bytes(Index length) {
        if (length > std::ssize(text_)) throw EndsTooEarly{};
        std::string const bytes(take(as_size(length)));
        take(as_size(padded(length) - length));
        return bytes;
    }

    /// Reads the tag and returns the number of entries.
    Index list(ListTag tag) {
        Index const found = number(4);
        Index const count = size();
        if (found == 0 && count == 0) return 0;
        if (found != tag) throw WrongHeader{fmt::format("a list in it has the tag {}, not {}", found, static_cast<int>(tag))};
        if (count > most_entries) throw WrongHeader{fmt::format("a list in it has {} entries", count)};
        return count;
    }

  private:
    std::string_view take(std::size_t bytes) {
        if (bytes > text_.size()) throw EndsTooEarly{};
        std::string_view const taken = text_.substr(0, bytes);
        text_.remove_prefix(bytes);
        return taken;
    }

    std::string_view text_;
    int version_;
};

ClassicType const& known_type(Index number, int version) {
    auto const* const type = std::ranges::find(classic_types, number, &ClassicType::number);
    constexpr Index last_of_old = 6;
    if (type == classic_types.end() || (version < 5 && number > last_of_old))
        throw WrongHeader{fmt::format("a type in it has the number {}, which CDF-{} does not have", number, version)};
    return *type;
}

std::vector<ClassicAttribute> attributes_in(HeaderWalk& walk, int version) {
    std::vector<ClassicAttribute> attributes;
    for (Index count = walk.list(attributes_tag); count > 0; --count) {
        ClassicAttribute attribute{walk.name(), 0, 0, {}};
        ClassicType const& type = known_type(walk.number(4), version);
        attribute.type = type.number;
        attribute.count = walk.size();
        auto const bytes = checked_mul(attribute.count, type.bytes);
        if (!bytes) throw WrongHeader{"an attribute in it is too long"};
        attribute.values = walk.padded_bytes(*bytes);
        attributes.push_back(std::move(attribute));
    }
    return attributes;
}

ClassicVariable variable_in(HeaderWalk& walk, ClassicHeader const& header) {
    ClassicVariable variable{walk.name(), {}, {}, 0, 0};
    Index const rank = walk.size();
    if (rank > max_file_dims)
        throw WrongHeader{fmt::format("'{}' has {} dimensions; {} is the most", variable.name, rank, max_file_dims)};
    for (Index d = 0; d < rank; ++d) {
        Index const dim = walk.size();
        if (dim >= std::ssize(header.dims)) throw WrongHeader{fmt::format("'{}' has a dimension that is not there", variable.name)};
        if (d > 0 && header.dims[as_size(dim)].length == 0)
            throw WrongHeader{fmt::format("the record dimension of '{}' is not its first", variable.name)};
        variable.dims.push_back(dim);
    }
    variable.attributes = attributes_in(walk, header.version);
    variable.type = known_type(walk.number(4), header.version).number;
    static_cast<void>(walk.size()); // vsize: redundant, and wrong if too large
    variable.begin = walk.offset();
    return variable;
}

ClassicHeader header_in(std::string_view text) {
    ClassicHeader header{.version = text[3], .records = 0, .dims = {}, .attributes = {}, .variables = {}};
    HeaderWalk walk(text.substr(4), header.version);
    std::string const records = walk.padded_bytes(header.version == 5 ? 8 : 4);
    bool const counted = std::ranges::any_of(records, [](char byte) { return byte != '\xFF'; });
    header.records = counted ? HeaderWalk(records, header.version).size() : -1;
    for (Index count = walk.list(dims_tag); count > 0; --count) {
        std::string name = walk.name();
        header.dims.push_back({std::move(name), walk.size()});
    }
    if (std::ranges::count(header.dims, 0, &ClassicDim::length) > 1) throw WrongHeader{"it has two record dimensions"};
    header.attributes = attributes_in(walk, header.version);
    for (Index count = walk.list(variables_tag); count > 0; --count) header.variables.push_back(variable_in(walk, header));
    return header;
}

/// Error: a product of lengths overflows. Damaged headers may have any lengths.
void check_sizes(ClassicHeader const& header) {
    for (ClassicVariable const& variable : header.variables) {
        Extents lengths{classic_type(variable.type)->bytes};
        for (Index const dim : variable.dims) {
            Index const length = header.dims[as_size(dim)].length;
            lengths.push_back(length > 0 ? length : std::max<Index>(header.records, 1));
        }
        auto const bytes = checked_product(lengths);
        if (!bytes || *bytes > std::numeric_limits<Index>::max() / 4 - variable.begin)
            throw WrongHeader{fmt::format("'{}' has more bytes than fit 64 bits", variable.name)};
    }
}

class HeaderText {
  public:
    explicit HeaderText(int version) : version_(version) {}

    void number(Index value, int bytes) {
        for (int b = bytes; b-- > 0;) text_ += static_cast<char>(value >> (8 * b) & 0xFF);
    }
    void size(Index value) { number(value, version_ == 5 ? 8 : 4); }
    void offset(Index value) { number(value, version_ == 1 ? 4 : 8); }
    void padded_bytes(std::string_view bytes) {
        text_ += bytes;
        text_.append(as_size(padded(std::ssize(bytes)) - std::ssize(bytes)), '\0');
    }
    void name(std::string_view name) {
        size(std::ssize(name));
        padded_bytes(name);
    }
    void list(ListTag tag, Index count) {
        number(count > 0 ? tag : 0, 4);
        size(count);
    }
    void attributes(std::vector<ClassicAttribute> const& attributes) {
        list(attributes_tag, std::ssize(attributes));
        for (ClassicAttribute const& attribute : attributes) {
            name(attribute.name);
            number(attribute.type, 4);
            size(attribute.count);
            padded_bytes(attribute.values);
        }
    }
    [[nodiscard]] std::string const& text() const { return text_; }

  private:
    int version_;
    std::string text_;
};

} // namespace

bool is_classic(std::string_view start) {
    return start.size() >= 4 && start.starts_with("CDF") && (start[3] == 1 || start[3] == 2 || start[3] == 5);
}

Result<std::optional<ClassicHeader>> parse_classic(std::string_view start) {
    if (!is_classic(start)) return fail("it is no classic netCDF file");
    try {
        ClassicHeader header = header_in(start);
        check_sizes(header);
        return header;
    } catch (EndsTooEarly const&) {
        return std::optional<ClassicHeader>();
    } catch (WrongHeader const& wrong) {
        return fail("its header is damaged: " + wrong.what);
    }
}

std::string classic_text(ClassicHeader const& header) {
    HeaderText text(header.version);
    text.padded_bytes(std::string("CDF") + static_cast<char>(header.version));
    text.size(header.records);
    text.list(dims_tag, std::ssize(header.dims));
    for (ClassicDim const& dim : header.dims) {
        text.name(dim.name);
        text.size(dim.length);
    }
    text.attributes(header.attributes);
    text.list(variables_tag, std::ssize(header.variables));
    for (ClassicVariable const& variable : header.variables) {
        text.name(variable.name);
        text.size(std::ssize(variable.dims));
        for (Index const dim : variable.dims) text.size(dim);
        text.attributes(variable.attributes);
        text.number(variable.type, 4);
        constexpr Index not_said = (Index{1} << 32) - 1; // stands for a size above 32 bits
        Index const bytes = padded(slab_bytes(header, variable));
        text.size(header.version == 5 ? bytes : std::min(bytes, not_said));
        text.offset(variable.begin);
    }
    return text.text();
}

std::optional<ElementType> classic_type(int number) {
    auto const* const type = std::ranges::find(classic_types, number, &ClassicType::number);
    if (type == classic_types.end()) return std::nullopt;
    return ElementType{std::string(type->name), type->bytes};
}

std::optional<int> classic_number(ElementType const& type) {
    auto const* const known = std::ranges::find(classic_types, type.name, &ClassicType::name);
    return known == classic_types.end() ? std::nullopt : std::optional(known->number);
}

bool is_record(ClassicHeader const& header, ClassicVariable const& variable) {
    return !variable.dims.empty() && header.dims[as_size(variable.dims.front())].length == 0;
}

Index slab_bytes(ClassicHeader const& header, ClassicVariable const& variable) {
    Index bytes = classic_type(variable.type)->bytes;
    for (Index const dim : variable.dims)
        if (header.dims[as_size(dim)].length > 0) bytes *= header.dims[as_size(dim)].length;
    return bytes;
}

Index record_bytes(ClassicHeader const& header) {
    Index all = 0;
    Index count = 0;
    Index last = 0;
    for (ClassicVariable const& variable : header.variables) {
        if (!is_record(header, variable)) continue;
        last = slab_bytes(header, variable);
        all += padded(last);
        ++count;
    }
    return count == 1 ? last : all;
}

} // namespace tessera
