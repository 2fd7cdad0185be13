// SPDX-License-Identifier: BSD-3-Clause
// Tessera: element types as numbers of the C interface.
#include "libcore/api/c/element_types.hpp"

#include "libcore/api/c/failure.hpp"
#include "libcore/api/c/handles.hpp"
#include "libcore/base/try.hpp"
#include "libcore/spec/parse.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <string_view>

namespace tessera::api {
namespace {

struct NumberedType {
    int number;
    std::string_view name;
    Index bytes;
};
constexpr std::array numbered_types = {
    NumberedType{TESSERA_INT8, "int8", 1},           NumberedType{TESSERA_INT16, "int16", 2},
    NumberedType{TESSERA_INT32, "int32", 4},         NumberedType{TESSERA_INT64, "int64", 8},
    NumberedType{TESSERA_UINT8, "uint8", 1},         NumberedType{TESSERA_UINT16, "uint16", 2},
    NumberedType{TESSERA_UINT32, "uint32", 4},       NumberedType{TESSERA_UINT64, "uint64", 8},
    NumberedType{TESSERA_FLOAT32, "float32", 4},     NumberedType{TESSERA_FLOAT64, "float64", 8},
    NumberedType{TESSERA_COMPLEX64, "complex64", 8}, NumberedType{TESSERA_COMPLEX128, "complex128", 16},
    NumberedType{TESSERA_BOOL, "bool", 1},
};

} // namespace

Result<ElementType> element_type_of(int type) {
    if (type > TESSERA_FIRST_OPAQUE)
        return ElementType{fmt::format("V{}", type - TESSERA_FIRST_OPAQUE), type - TESSERA_FIRST_OPAQUE};
    auto const* const found = std::ranges::find(numbered_types, type, &NumberedType::number);
    if (found == numbered_types.end()) return fail(fmt::format("{} is no element type; see enum tessera_type", type));
    return ElementType{std::string(found->name), found->bytes};
}

Result<int> number_of(ElementType const& type) {
    auto const* const found = std::ranges::find(numbered_types, type.name, &NumberedType::name);
    if (found != numbered_types.end()) return found->number;
    if (type.bytes > std::numeric_limits<int>::max() - TESSERA_FIRST_OPAQUE)
        return fail(fmt::format("an element of {} bytes has no number", type.bytes));
    return TESSERA_FIRST_OPAQUE + static_cast<int>(type.bytes);
}

} // namespace tessera::api

using tessera::api::guarded;

int tessera_type_parse(char const* text, int* type) {
    return guarded(__func__, {{text, "text"}, {type, "type"}}, [&]() -> tessera::Result<void> {
        auto const parsed = tessera::parse_element_type(text);
        if (!parsed) {
            tessera::Error error = parsed.error();
            if (error.where) error.where->file = "type";
            return tl::unexpected(error);
        }
        *type = TRY(tessera::api::number_of(*parsed));
        return {};
    });
}

int tessera_type_bytes(int type, int64_t* bytes) {
    return guarded(__func__, {{bytes, "bytes"}}, [&]() -> tessera::Result<void> {
        auto const found = TRY(tessera::api::element_type_of(type));
        *bytes = found.bytes;
        return {};
    });
}
