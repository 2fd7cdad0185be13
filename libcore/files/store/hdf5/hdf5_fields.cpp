// SPDX-License-Identifier: BSD-3-Clause
// Tessera: structured elements as HDF5 compounds.
#include "libcore/files/store/hdf5/hdf5_fields.hpp"

#include "libcore/base/units.hpp"
#include "libcore/files/store/array_notes.hpp"
#include "libcore/files/store/hdf5/hdf5_elements.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/files/store/hdf5/hdf5_type.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/io/numpy_type.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace tessera {

namespace {

constexpr char const* looking_at_fields = "looking at the fields of an HDF5 type";
constexpr char const* making_fields = "making a compound of HDF5";

std::string member_name(hid_t type, int member) {
    std::unique_ptr<char, decltype(&H5free_memory)> const name(H5Tget_member_name(type, narrow<unsigned>(member)), H5free_memory);
    return text_of_bytes(name.get());
}

Hdf5Handle member_type(hid_t type, int member) {
    return {H5Tget_member_type(type, narrow<unsigned>(member)), looking_at_fields};
}

bool is_plain_compound(hid_t type) {
    return H5Tget_class(type) == H5T_COMPOUND && element_type_of(type).name.starts_with('V');
}

/// Removes array types around a type and appends their extents to `shape`.
Hdf5Handle element_of_arrays(Hdf5Handle type, Extents& shape) {
    while (H5Tget_class(type.get()) == H5T_ARRAY) {
        Hdf5Sizes sizes(narrow<std::size_t>(check_hdf5(H5Tget_array_ndims(type.get()), looking_at_fields)));
        check_hdf5(H5Tget_array_dims2(type.get(), sizes.data()), looking_at_fields);
        for (hsize_t const size : sizes) shape.push_back(narrow<Index>(size));
        type = Hdf5Handle(H5Tget_super(type.get()), looking_at_fields);
    }
    return type;
}

std::optional<ElementField> field_of(hid_t compound, int member) {
    ElementField field{
        member_name(compound, member), {}, narrow<Index>(H5Tget_member_offset(compound, narrow<unsigned>(member))), false, {}, {}};
    Hdf5Handle const type = element_of_arrays(member_type(compound, member), field.shape);
    field.type = element_type_of(type.get());
    if (is_plain_compound(type.get())) {
        field.fields = hdf5_fields(type.get());
        return field.fields.empty() ? std::nullopt : std::optional(std::move(field));
    }
    bool const of_numpy = numpy_descr(field.type, false).has_value();
    if (field.type.bytes == 0 || !of_numpy || !is_known_outside_hdf5(type.get())) return std::nullopt;
    field.big_endian = has_byte_order(field.type) && H5Tget_order(type.get()) == H5T_ORDER_BE;
    return field;
}

Hdf5Handle type_of_field(ElementField const& field) {
    Hdf5Handle type = field.fields.empty() ? hdf5_type_of(field.type).value() : hdf5_compound(field.fields, field.type.bytes);
    if (field.big_endian) check_hdf5(H5Tset_order(type.get(), H5T_ORDER_BE), making_fields);
    if (field.shape.empty()) return type;
    Hdf5Sizes const sizes(field.shape.begin(), field.shape.end());
    return {H5Tarray_create2(type.get(), narrow<unsigned>(sizes.size()), sizes.data()), making_fields};
}

std::string first_names(hid_t type) {
    constexpr int most_named = 5;
    std::string names;
    int const members = H5Tget_nmembers(type);
    for (int i = 0; i < std::min(members, most_named); ++i)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", member_name(type, i));
    return names + (members > most_named ? ", ..." : "");
}

/// Returns the tag by which programs describe opaque elements.
std::string tag_of(hid_t type) {
    char* const tag = H5Tget_tag(type);
    std::string text = tag != nullptr ? tag : "";
    H5free_memory(tag);
    return text;
}

/// Adds the losses of a type. `of`: "", or " in the field 'a'".
void add_lost(std::vector<std::string>& lost, hid_t type, std::string const& of) {
    switch (H5Tget_class(type)) {
    case H5T_ENUM:
        if (element_type_of(type).name != "bool")
            lost.push_back(fmt::format("the names of its values{} ({})", of, first_names(type)));
        return;
    case H5T_COMPOUND:
        if (!is_plain_compound(type)) return;
        if (hdf5_fields(type).empty()) {
            lost.push_back(fmt::format("the fields of its elements{} ({})", of, first_names(type)));
            return;
        }
        for (int i = 0; i < H5Tget_nmembers(type); ++i) {
            Extents shape;
            Hdf5Handle const part = element_of_arrays(member_type(type, i), shape);
            add_lost(lost, part.get(), fmt::format(" in the field '{}'", member_name(type, i)));
        }
        return;
    case H5T_ARRAY:
        lost.emplace_back("that its elements are arrays");
        return;
    case H5T_BITFIELD:
    case H5T_TIME:
        lost.emplace_back(H5Tget_class(type) == H5T_TIME ? "that its elements are times" : "that its elements are bit fields");
        return;
    case H5T_STRING:
        if (H5Tget_strpad(type) == H5T_STR_SPACEPAD) lost.push_back(fmt::format("that spaces fill up its texts{}", of));
        return;
    case H5T_OPAQUE:
        if (std::string const tag = tag_of(type); !tag.empty() && (!of.empty() || times_of(type).empty()))
            lost.push_back(fmt::format("the tag '{}' of its elements{}", tag, of));
        return;
    default:
        return;
    }
}

} // namespace

ElementFields hdf5_fields(hid_t type) {
    if (!is_plain_compound(type)) return {};
    ElementFields fields;
    for (int i = 0; i < H5Tget_nmembers(type); ++i) {
        auto field = field_of(type, i);
        if (!field) return {};
        fields.push_back(*std::move(field));
    }
    std::ranges::sort(fields, {}, &ElementField::offset);
    return fields;
}

Hdf5Handle hdf5_compound(ElementFields const& fields, Index bytes) {
    Hdf5Handle type(H5Tcreate(H5T_COMPOUND, as_size(bytes)), making_fields);
    for (ElementField const& field : fields)
        check_hdf5(H5Tinsert(type.get(), field.name.c_str(), as_size(field.offset), type_of_field(field).get()),
                   fmt::format("making the field '{}' of an HDF5 type", field.name));
    return type;
}

Result<void> check_hdf5_compound(ElementFields const& fields, Index bytes) {
    if (fields.empty()) return {};
    constexpr std::size_t most_bytes = 65000;    // limit of a message in an object header, less its surroundings
    constexpr std::size_t least_of_a_field = 14; // avoids encoding descriptions that cannot fit, which is slow in HDF5
    std::size_t described = fields.size() * least_of_a_field;
    if (described <= most_bytes) check_hdf5(H5Tencode(hdf5_compound(fields, bytes).get(), nullptr, &described), making_fields);
    if (described <= most_bytes) return {};
    return fail(
        fmt::format("HDF5 describes a structure in at most 64 KiB, and {} fields take more; write npy or Zarr, or fewer fields",
                    grouped(std::ssize(fields))));
}

std::vector<std::string> lost_of_type(hid_t type) {
    std::vector<std::string> lost;
    add_lost(lost, type, "");
    return lost;
}

std::string times_of(hid_t type) {
    constexpr std::string_view before = "NUMPY:"; // prefix of h5py's tags
    bool const suits = H5Tget_class(type) == H5T_OPAQUE && H5Tget_size(type) == sizeof(std::int64_t);
    std::string const tag = suits ? tag_of(type) : "";
    return tag.starts_with(before) ? numpy_times(std::string_view(tag).substr(before.size())) : "";
}

bool is_big_endian_time(hid_t type) {
    return tag_of(type).find(":>") != std::string::npos;
}

} // namespace tessera
