// SPDX-License-Identifier: BSD-3-Clause
// Tessera: properties of HDF5 element types that decide whether other formats can use them.
#include "libcore/files/store/hdf5/hdf5_elements.hpp"

#include "libcore/files/store/hdf5/hdf5_fields.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/files/store/hdf5/hdf5_type.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace tessera {

namespace {

constexpr char const* looking_at_type = "looking at an HDF5 type";

/// Returns the component types of a type; empty for numbers and texts.
std::vector<Hdf5Handle> parts_of(hid_t type) {
    std::vector<Hdf5Handle> parts;
    H5T_class_t const kind = H5Tget_class(type);
    if (kind == H5T_ARRAY || kind == H5T_VLEN || kind == H5T_ENUM) parts.emplace_back(H5Tget_super(type), looking_at_type);
    if (kind == H5T_COMPOUND)
        for (int i = 0; i < H5Tget_nmembers(type); ++i)
            parts.emplace_back(H5Tget_member_type(type, narrow<unsigned>(i)), looking_at_type);
    return parts;
}

bool somewhere_in(hid_t type, std::function<bool(hid_t)> const& found) {
    if (found(type)) return true;
    return std::ranges::any_of(parts_of(type), [&](Hdf5Handle const& part) { return somewhere_in(part.get(), found); });
}

bool is_whole(hid_t type) {
    return H5Tget_precision(type) == 8 * H5Tget_size(type) && H5Tget_offset(type) == 0;
}

bool is_usual_integer(hid_t type) {
    return is_whole(type) && std::has_single_bit(H5Tget_size(type));
}

/// Returns whether the format is one of IEEE's, bfloat16 or the native long double.
bool is_usual_float(hid_t type) {
    Hdf5Handle const little(H5Tcopy(type), looking_at_type);
    if (H5Tget_order(type) == H5T_ORDER_BE) check_hdf5(H5Tset_order(little.get(), H5T_ORDER_LE), looking_at_type);
    Hdf5Handle const half = std::move(*hdf5_type_of({"float16", 2}));
    Hdf5Handle const brain = std::move(*hdf5_type_of({"bfloat16", 2}));
    for (hid_t const usual : {half.get(), brain.get(), H5T_IEEE_F32LE, H5T_IEEE_F64LE, H5T_NATIVE_LDOUBLE})
        if (H5Tequal(little.get(), usual) > 0) return true;
    return false;
}

bool is_odd_number(hid_t type) {
    switch (H5Tget_class(type)) {
    case H5T_INTEGER:
        return !is_usual_integer(type);
    case H5T_BITFIELD:
    case H5T_TIME:
        return !is_whole(type);
    case H5T_FLOAT:
        return !is_usual_float(type);
    default:
        return false;
    }
}

/// Returns whether a text ends at its first zero, so that later bytes have no meaning.
bool is_terminated_text(hid_t type) {
    return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) <= 0 && H5Tget_strpad(type) == H5T_STR_NULLTERM &&
           H5Tget_size(type) > 1;
}

/// Returns whether a type is a big-endian number. In compounds and arrays, other formats would take it for bytes.
bool is_turned_number(hid_t type) {
    H5T_class_t const kind = H5Tget_class(type);
    bool const number = kind == H5T_INTEGER || kind == H5T_FLOAT || kind == H5T_BITFIELD || kind == H5T_TIME;
    return number && H5Tget_size(type) > 1 && H5Tget_order(type) == H5T_ORDER_BE;
}

} // namespace

bool has_parts_elsewhere(hid_t type) {
    return somewhere_in(type, [](hid_t part) {
        H5T_class_t const kind = H5Tget_class(part);
        return kind == H5T_VLEN || kind == H5T_REFERENCE || (kind == H5T_STRING && H5Tis_variable_str(part) > 0);
    });
}

bool has_references(hid_t type) {
    return somewhere_in(type, [](hid_t part) { return H5Tget_class(part) == H5T_REFERENCE; });
}

bool is_written_alone(hid_t type) {
    return somewhere_in(type, [](hid_t part) {
        if (H5Tget_class(part) != H5T_ARRAY || !has_parts_elsewhere(part)) return false;
        return somewhere_in(part, [](hid_t deeper) { return H5Tget_class(deeper) == H5T_COMPOUND; });
    });
}

bool is_written_wrongly(hid_t type) {
    return somewhere_in(type, [](hid_t part) { return H5Tget_class(part) == H5T_VLEN && is_written_alone(part); });
}

bool is_known_outside_hdf5(hid_t type) {
    H5T_class_t const kind = H5Tget_class(type);
    bool const has_byte_order =
        kind == H5T_INTEGER || kind == H5T_FLOAT || kind == H5T_ENUM || element_type_of(type).name.starts_with("complex");
    if (somewhere_in(type, is_odd_number)) return false;
    return has_byte_order || !somewhere_in(type, is_turned_number) || !hdf5_fields(type).empty();
}

bool has_terminated_texts(hid_t type) {
    return somewhere_in(type, is_terminated_text);
}

Hdf5Handle with_padded_texts(hid_t type) {
    constexpr char const* making = "making an HDF5 type with padded texts";
    if (!has_terminated_texts(type)) return {H5Tcopy(type), making};
    if (H5Tget_class(type) == H5T_ARRAY) {
        Hdf5Sizes sizes(narrow<std::size_t>(check_hdf5(H5Tget_array_ndims(type), making)));
        check_hdf5(H5Tget_array_dims2(type, sizes.data()), making);
        Hdf5Handle const element = with_padded_texts(Hdf5Handle(H5Tget_super(type), making).get());
        return {H5Tarray_create2(element.get(), narrow<unsigned>(sizes.size()), sizes.data()), making};
    }
    if (H5Tget_class(type) == H5T_COMPOUND) {
        Hdf5Handle made(H5Tcreate(H5T_COMPOUND, H5Tget_size(type)), making);
        for (unsigned i = 0; i < static_cast<unsigned>(H5Tget_nmembers(type)); ++i) {
            std::unique_ptr<char, decltype(&H5free_memory)> const name(H5Tget_member_name(type, i), H5free_memory);
            Hdf5Handle const member = with_padded_texts(Hdf5Handle(H5Tget_member_type(type, i), making).get());
            check_hdf5(H5Tinsert(made.get(), name.get(), H5Tget_member_offset(type, i), member.get()), making);
        }
        return made;
    }
    Hdf5Handle text(H5Tcopy(type), making);
    check_hdf5(H5Tset_strpad(text.get(), H5T_STR_NULLPAD), making);
    return text;
}

Hdf5Handle number_in_memory(hid_t type) {
    constexpr std::size_t most_bytes = 8;
    std::size_t const bytes = std::bit_ceil(H5Tget_size(type));
    switch (H5Tget_class(type)) {
    case H5T_INTEGER:
        if (bytes > most_bytes) return {};
        return std::move(
            *hdf5_type_of({fmt::format("{}int{}", H5Tget_sign(type) == H5T_SGN_NONE ? "u" : "", 8 * bytes), narrow<Index>(bytes)}));
    case H5T_FLOAT:
        return {H5Tget_native_type(type, H5T_DIR_DEFAULT), looking_at_type};
    default:
        return {};
    }
}

} // namespace tessera
