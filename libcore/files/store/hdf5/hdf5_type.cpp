// SPDX-License-Identifier: BSD-3-Clause
// Tessera: conversion of element types to and from HDF5.
#include "libcore/files/store/hdf5/hdf5_type.hpp"

#include "libcore/io/element_kind.hpp"

#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tessera {

namespace {

using Class = ElementKind::Class;

Hdf5Handle copy_of(hid_t type) {
    return {H5Tcopy(type), "copying an HDF5 type"};
}

/// Returns a 16-bit float type: sign, exponent, mantissa, with IEEE's exponent bias.
Hdf5Handle short_float(std::string const& name, std::size_t exponent_bits) {
    std::size_t const mantissa_bits = 15 - exponent_bits;
    std::string const doing = "describing " + name + " to HDF5";
    Hdf5Handle type = copy_of(H5T_IEEE_F32LE);
    check_hdf5(H5Tset_fields(type.get(), 15, mantissa_bits, exponent_bits, 0, mantissa_bits), doing);
    check_hdf5(H5Tset_size(type.get(), 2), doing);
    check_hdf5(H5Tset_ebias(type.get(), (std::size_t{1} << (exponent_bits - 1)) - 1), doing);
    return type;
}

Hdf5Handle half_float() {
    return short_float("float16", 5);
}

/// Returns bfloat16 as h5py and PyTables define it: the upper half of a float.
Hdf5Handle brain_float() {
    return short_float("bfloat16", 8);
}

std::optional<Hdf5Handle> float_type(Index bytes) {
    switch (bytes) {
    case 2:
        return half_float();
    case 4:
        return copy_of(H5T_NATIVE_FLOAT);
    case 8:
        return copy_of(H5T_NATIVE_DOUBLE);
    case sizeof(long double):
        return copy_of(H5T_NATIVE_LDOUBLE); // float128 in numpy and h5py
    default:
        return std::nullopt;
    }
}

Hdf5Handle integer_type(Index bytes, bool is_signed) {
    switch (bytes) {
    case 1:
        return copy_of(is_signed ? H5T_NATIVE_INT8 : H5T_NATIVE_UINT8);
    case 2:
        return copy_of(is_signed ? H5T_NATIVE_INT16 : H5T_NATIVE_UINT16);
    case 4:
        return copy_of(is_signed ? H5T_NATIVE_INT32 : H5T_NATIVE_UINT32);
    default:
        return copy_of(is_signed ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64);
    }
}

Hdf5Handle bool_type() {
    Hdf5Handle type(H5Tenum_create(H5T_NATIVE_INT8), "describing bool to HDF5");
    std::int8_t const no = 0;
    std::int8_t const yes = 1;
    check_hdf5(H5Tenum_insert(type.get(), "FALSE", &no), "describing bool to HDF5");
    check_hdf5(H5Tenum_insert(type.get(), "TRUE", &yes), "describing bool to HDF5");
    return type;
}

std::optional<Hdf5Handle> complex_type(Index component_bytes) {
    auto const part = float_type(component_bytes);
    if (!part) return std::nullopt;
    auto const size = as_size(component_bytes);
    Hdf5Handle type(H5Tcreate(H5T_COMPOUND, 2 * size), "describing complex numbers to HDF5");
    check_hdf5(H5Tinsert(type.get(), "r", 0, part->get()), "describing complex numbers to HDF5");
    check_hdf5(H5Tinsert(type.get(), "i", size, part->get()), "describing complex numbers to HDF5");
    return type;
}

Hdf5Handle string_type(Index bytes) {
    Hdf5Handle type = copy_of(H5T_C_S1);
    check_hdf5(H5Tset_size(type.get(), as_size(bytes)), "describing strings to HDF5");
    check_hdf5(H5Tset_strpad(type.get(), H5T_STR_NULLPAD), "describing strings to HDF5");
    return type;
}

std::optional<Hdf5Handle> type_of_kind(ElementKind const& kind) {
    switch (kind.what) {
    case Class::Brain:
        return brain_float();
    case Class::Float:
        return float_type(kind.component_bytes);
    case Class::Complex:
        return complex_type(kind.component_bytes);
    case Class::Signed:
    case Class::Unsigned:
        return integer_type(kind.component_bytes, kind.what == Class::Signed);
    case Class::Bool:
        return bool_type();
    case Class::String:
        return string_type(kind.components);
    default:
        return Hdf5Handle(H5Tcreate(H5T_OPAQUE, as_size(kind.components)), "describing bytes to HDF5");
    }
}

bool is_complex(hid_t type) {
    if (H5Tget_nmembers(type) != 2) return false;
    int const real = H5Tget_member_index(type, "r");
    int const imaginary = H5Tget_member_index(type, "i");
    if (real != 0 || imaginary != 1) return false;
    Hdf5Handle const first(H5Tget_member_type(type, 0), "looking at an HDF5 type");
    Hdf5Handle const second(H5Tget_member_type(type, 1), "looking at an HDF5 type");
    bool const floats = H5Tget_class(first.get()) == H5T_FLOAT && H5Tequal(first.get(), second.get()) > 0;
    return floats && H5Tget_member_offset(type, 1) == H5Tget_size(first.get()) && H5Tget_size(type) == 2 * H5Tget_size(first.get());
}

/// Returns whether an enumeration is h5py's bool: one byte with FALSE = 0 and TRUE = 1. Other two-valued enumerations keep their
/// names.
bool is_bool(hid_t type) {
    if (H5Tget_size(type) != 1 || H5Tget_nmembers(type) != 2) return false;
    unsigned seen = 0;
    for (unsigned i = 0; i < 2; ++i) {
        std::uint8_t value = 0;
        check_hdf5(H5Tget_member_value(type, i, &value), "looking at an HDF5 type");
        std::unique_ptr<char, decltype(&H5free_memory)> const name(H5Tget_member_name(type, i), H5free_memory);
        if (value > 1 || std::string_view(name.get()) != (value == 0 ? "FALSE" : "TRUE")) return false;
        seen |= 1U << value;
    }
    return seen == 3;
}

bool is_brain(hid_t type) {
    Hdf5Handle const little = copy_of(type);
    if (H5Tget_size(type) != 2) return false;
    check_hdf5(H5Tset_order(little.get(), H5T_ORDER_LE), "looking at an HDF5 type");
    return H5Tequal(little.get(), brain_float().get()) > 0;
}

std::string name_of(hid_t type, Index bytes) {
    switch (H5Tget_class(type)) {
    case H5T_FLOAT:
        return is_brain(type) ? "bfloat16" : fmt::format("float{}", 8 * bytes);
    case H5T_INTEGER:
        return fmt::format("{}int{}", H5Tget_sign(type) == H5T_SGN_NONE ? "u" : "", 8 * bytes);
    case H5T_ENUM: {
        Hdf5Handle const number(H5Tget_super(type), "looking at an HDF5 type");
        return is_bool(type) ? "bool" : name_of(number.get(), bytes);
    }
    case H5T_COMPOUND:
        return is_complex(type) ? fmt::format("complex{}", 8 * bytes) : fmt::format("V{}", bytes);
    case H5T_OPAQUE:
        return fmt::format("V{}", bytes);
    case H5T_STRING:
        return H5Tis_variable_str(type) > 0 ? "strings of any length" : fmt::format("S{}", bytes);
    default:
        return "of a type without a name";
    }
}

} // namespace

Result<Hdf5Handle> hdf5_type_of(ElementType const& type) {
    auto const kind = kind_of(type);
    auto result = kind ? type_of_kind(*kind) : std::nullopt;
    if (!result) return fail(fmt::format("HDF5 files cannot hold elements of type {}; npy and raw files can", type.name));
    return *std::move(result);
}

ElementType element_type_of(hid_t file_type) {
    auto const bytes = static_cast<Index>(H5Tget_size(file_type));
    ElementType const type{name_of(file_type, bytes), bytes};
    return kind_of(type) ? type : ElementType{type.name, 0};
}

} // namespace tessera
