// SPDX-License-Identifier: BSD-3-Clause
// Tessera: metadata of HDF5 datasets in netCDF-4's conventions, read and written.
#include "libcore/files/store/hdf5/hdf5_notes.hpp"

#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/hdf5/hdf5_array.hpp"
#include "libcore/files/store/hdf5/hdf5_attributes.hpp"
#include "libcore/files/store/hdf5/hdf5_elements.hpp"
#include "libcore/files/store/hdf5/hdf5_fields.hpp"
#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_input.hpp"
#include "libcore/files/store/hdf5/hdf5_reading.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/files/store/hdf5/hdf5_type.hpp"
#include "libcore/files/store/hdf5/hdf5_values.hpp"
#include "libcore/files/store/small_array.hpp"
#include "libcore/files/store/time_notes.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <hdf5_hl.h>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace tessera {

namespace {

constexpr char const* reading_notes = "reading the attributes of a dataset";

/// An attribute that HDF5's dimension scales or netCDF-4 use internally, with the class of its type.
struct InternalAttribute {
    std::string_view name;
    H5T_class_t kind;
    bool of_scale = false; ///< internal only in scales
};
constexpr std::array<InternalAttribute, 9> internal_attributes{{{"DIMENSION_LIST", H5T_VLEN},
                                                                {"REFERENCE_LIST", H5T_COMPOUND},
                                                                {"DIMENSION_LABELS", H5T_STRING},
                                                                {"_Netcdf4Dimid", H5T_INTEGER},
                                                                {"_nc3_strict", H5T_INTEGER},
                                                                {"_Netcdf4Coordinates", H5T_INTEGER},
                                                                {"_NCProperties", H5T_STRING},
                                                                {"CLASS", H5T_STRING, true},
                                                                {"NAME", H5T_STRING, true}}};

/// Returns whether an attribute is internal. A user's attribute may have the same name but another type class.
bool is_internal(hid_t object, std::string const& name, bool of_scale) {
    auto const found = std::ranges::find(internal_attributes, name, &InternalAttribute::name);
    if (found == internal_attributes.end() || (found->of_scale && !of_scale)) return false;
    Hdf5Handle const attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), reading_notes);
    Hdf5Handle const type(H5Aget_type(attribute.get()), reading_notes);
    return H5Tget_class(type.get()) == found->kind;
}

/// Returns text i without the bytes after its terminating zero.
std::string text_at(Hdf5Values& values, std::size_t i) {
    std::size_t const size = H5Tget_size(values.type());
    std::byte const* const place = values.data() + i * size;
    char const* text = nullptr;
    if (H5Tis_variable_str(values.type()) <= 0) {
        std::string_view bytes(reinterpret_cast<char const*>(place), size);
        if (H5Tget_strpad(values.type()) == H5T_STR_NULLTERM) bytes = bytes.substr(0, bytes.find('\0'));
        return text_of_bytes(bytes);
    }
    std::memcpy(&text, place, sizeof text);
    return text == nullptr ? "" : text_of_bytes(text);
}

/// Returns the shape of an attribute's values (Attribute::shape). For netCDF, a list of one value is the same as the value.
Extents shape_of(hid_t space, bool of_netcdf) {
    Hdf5Sizes sizes(narrow<std::size_t>(std::max(H5Sget_simple_extent_ndims(space), 0)));
    if (sizes.empty()) return {};
    check_hdf5(H5Sget_simple_extent_dims(space, sizes.data(), nullptr), reading_notes);
    if (sizes.size() == 1 && (sizes.front() != 1 || of_netcdf)) return {};
    return {sizes.begin(), sizes.end()};
}

/// Returns whether netCDF, or a library with its conventions, wrote the file of an object.
bool is_in_netcdf_file(hid_t object) {
    if (H5Aexists_by_name(object, "/", "_NCProperties", H5P_DEFAULT) > 0) return true;
    return recognise_ending(path_of_file(object), {".nc", ".nc4"}).has_value();
}

Attribute text_attribute(std::string const& name, Hdf5Values& values, Extents const& shape) {
    if (values.count() == 0) return {name, std::string()};
    if (values.count() == 1 && shape.size() < 2) return {name, text_at(values, 0), {}, shape};
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < values.count(); ++i) texts.push_back(text_at(values, i));
    return {name, std::move(texts), {}, shape};
}

/// Returns the type of numbers in memory; an empty handle for other types.
Hdf5Handle numbers_type(hid_t type) {
    bool const is_enum = H5Tget_class(type) == H5T_ENUM;
    if (is_enum) return number_in_memory(Hdf5Handle(H5Tget_super(type), reading_notes).get());
    ElementType const element = element_type_of(type);
    bool const has_own = element.name.starts_with("complex") || element.name.find("float") != std::string::npos;
    // number_in_memory() would make a half a float
    if (has_own && element.bytes > 0 && is_known_outside_hdf5(type)) return std::move(*hdf5_type_of(element));
    return number_in_memory(type);
}

/// Returns whether a fixed-length text has nonzero bytes after its terminating zero, as netCDF's own texts may.
bool goes_on_behind_zero(Hdf5Values& values) {
    if (H5Tis_variable_str(values.type()) > 0 || H5Tget_strpad(values.type()) != H5T_STR_NULLTERM) return false;
    std::size_t const size = H5Tget_size(values.type());
    for (std::size_t i = 0; i < values.count(); ++i) {
        std::span<std::byte const> const text(values.data() + i * size, size);
        if (!is_zero({std::ranges::find(text, std::byte{0}), text.end()})) return true;
    }
    return false;
}

/// Reads an attribute. Returns nullopt if other formats lack such values. Parts that they lack are added to `lost`.
std::optional<Attribute> attribute_of(hid_t object, std::string const& name, bool of_netcdf, std::vector<std::string>& lost) {
    Hdf5Handle const attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), reading_notes);
    Hdf5Handle const type(H5Aget_type(attribute.get()), reading_notes);
    Hdf5Handle const space(H5Aget_space(attribute.get()), reading_notes);
    bool const is_text = H5Tget_class(type.get()) == H5T_STRING;
    Hdf5Handle const memory = is_text ? Hdf5Handle(H5Tcopy(type.get()), reading_notes) : numbers_type(type.get());
    if (memory.get() < 0) return std::nullopt;
    Hdf5Values values(memory.get(), space.get());
    if (values.count() > 0) check_hdf5(H5Aread(attribute.get(), memory.get(), values.data()), reading_notes);
    if (is_text && goes_on_behind_zero(values))
        lost.push_back(fmt::format("the attribute '{}' behind the zero byte that ends its text", name));
    Extents const shape = shape_of(space.get(), of_netcdf);
    if (is_text) return text_attribute(name, values, shape);
    bool const truths = H5Tget_class(type.get()) == H5T_ENUM && element_type_of(type.get()).name == "bool";
    ElementType const element = truths ? ElementType{"bool", 1} : element_type_of(memory.get());
    if (element.bytes == 0) return std::nullopt;
    AttributeNumbers numbers{element, {values.data(), values.data() + values.count() * as_size(element.bytes)}};
    return Attribute{name, std::move(numbers), {}, shape};
}

ArrayNotes notes_of(hid_t object, std::vector<std::string>& lost) {
    ArrayNotes notes;
    bool const of_scale = H5Iget_type(object) == H5I_DATASET && is_scale(object);
    std::vector<std::string> const names = attribute_names(object);
    bool const of_netcdf = !names.empty() && is_in_netcdf_file(object);
    for (std::string const& name : names) {
        if (is_internal(object, name, of_scale)) continue;
        if (auto known = attribute_of(object, name, of_netcdf, lost))
            notes.attributes.push_back(*std::move(known));
        else
            lost.push_back(fmt::format("the attribute '{}'", name));
    }
    return notes;
}

/// netCDF's default fill value for this type; empty if netCDF lacks the type.
std::vector<std::byte> netcdf_fill(ElementType const& type) {
    auto const kind = kind_of(type);
    if (!kind) return {};
    using Class = ElementKind::Class;
    auto const bytes_of = [&](auto value) {
        auto const* const bytes = reinterpret_cast<std::byte const*>(&value);
        std::size_t const size = std::min(sizeof value, as_size(type.bytes));
        auto const* const lowest = std::endian::native == std::endian::big ? bytes + sizeof value - size : bytes;
        return std::vector<std::byte>(lowest, lowest + size);
    };
    constexpr double of_floats = 0x1.ep+122;
    if (kind->what == Class::Float && type.bytes == sizeof(float)) return bytes_of(static_cast<float>(of_floats));
    if (kind->what == Class::Float && type.bytes == sizeof(double)) return bytes_of(of_floats);
    bool const is_signed = kind->what == Class::Signed;
    if (!is_signed && kind->what != Class::Unsigned) return {};
    bool const is_long = type.bytes == sizeof(std::int64_t);
    if (!is_signed) return bytes_of(is_long ? ~std::uint64_t{1} : ~std::uint64_t{0});
    std::int64_t const least = std::numeric_limits<std::int64_t>::min() >> (64 - 8 * static_cast<int>(type.bytes));
    return bytes_of(least + (is_long ? 2 : 1));
}

/// Returns whether a fill value is the default that netCDF-4 sets for every variable. It has no meaning for the variable, unlike
/// any other value.
bool is_of_netcdf(hid_t file, hid_t set, ElementType const& type, std::vector<std::byte> const& fill) {
    bool const like_netcdf = H5Aexists(file, "_NCProperties") > 0 || H5Aexists(set, "_Netcdf4Dimid") > 0 ||
                             H5Aexists(set, "DIMENSION_LIST") > 0 || is_scale(set);
    return like_netcdf && fill == netcdf_fill(type);
}

std::string last_name(std::string const& path) {
    return path.substr(path.rfind('/') + 1);
}

/// Adds dimension labels that are not scales, because other formats have only one kind of name.
void add_labels(ArrayMetadata& metadata, hid_t set) {
    if (H5Aexists(set, "DIMENSION_LABELS") <= 0 || !is_internal(set, "DIMENSION_LABELS", false)) return;
    auto const labels = attribute_of(set, "DIMENSION_LABELS", true, metadata.lost);
    if (!labels) return;
    auto const* const one = std::get_if<std::string>(&labels->value);
    auto const texts = one != nullptr ? std::vector{*one} : std::get<std::vector<std::string>>(labels->value);
    for (std::size_t d = 0; d < texts.size(); ++d)
        if (!texts[d].empty()) metadata.lost.push_back(fmt::format("the label '{}' of its dimension {}", texts[d], d + 1));
}

void add_points(ArrayMetadata& metadata, FileName const& file, hid_t in, std::string const& path) {
    auto const known = surveyed_dataset(file.path, path); // opening a scale with thousands of users is slow
    if (known && known->is_name_only) return;
    Hdf5Handle const scale(H5Dopen2(in, path.c_str(), H5P_DEFAULT), reading_notes);
    if (is_name_only(scale.get())) return;
    ArrayNotes* const notes = add_coordinate(metadata, {file.format, file.path, path}, last_name(path));
    if (notes == nullptr) return;
    *notes = notes_of(scale.get(), metadata.lost);
    take_fill(*notes, metadata.coordinates.back().type);
}

} // namespace

ArrayMetadata hdf5_metadata(FileName const& file, StorageOrder order, MetadataSelection const& wanted) {
    SilencedHdf5Errors const quiet;
    ArrayMetadata metadata;
    Hdf5Handle const in(open_to_read(file.path, H5P_DEFAULT), reading_notes);
    Hdf5Handle const set(H5Dopen2(in.get(), file.dataset.c_str(), H5P_DEFAULT), reading_notes);
    auto const array = hdf5_description(set.get(), file.path, file.dataset, order);
    if (!array) return metadata;
    metadata.notes = notes_of(set.get(), metadata.lost);
    Hdf5Handle const type(H5Dget_type(set.get()), reading_notes);
    std::ranges::copy(lost_of_type(type.get()), std::back_inserter(metadata.lost));
    take_fill(metadata.notes, array->type);
    if (std::string times = times_of(type.get()); !times.empty()) {
        set_times(metadata.notes, std::move(times), metadata.lost);
        if (!metadata.notes.times.empty()) give_no_time(metadata.notes);
    }
    std::vector<std::byte> fill = in_byte_order(array->type, array->fill, array->big_endian);
    // zeros, which do not mark missing values
    if (fill.empty() && !metadata.notes.fill.empty()) fill.resize(metadata.notes.fill.size());
    bool const is_usual =
        metadata.notes.fill.empty() ? is_of_netcdf(in.get(), set.get(), array->type, fill) : !times_of(type.get()).empty();
    if (fill != metadata.notes.fill && !is_usual) metadata.notes.unwritten = std::move(fill); // does not mark missing values
    add_labels(metadata, set.get());
    auto const input = hdf5_input(file.path);
    auto const scales_of_dims = scales_of(set.get(), input->paths());
    metadata.dim_names = array->dim_names;
    for (unsigned d = 0; d < array->extents.size(); ++d) {
        std::vector<std::string> const& scales = scales_of_dims[d];
        if (!scales.empty() && wanted(last_name(scales.front()))) add_points(metadata, file, in.get(), scales.front());
        for (std::size_t i = 1; i < scales.size(); ++i)
            metadata.lost.push_back(fmt::format("'{}', one of several scales of a dimension", scales[i]));
    }
    if (!wanted.of_file) return metadata;
    Hdf5Handle const root(H5Gopen2(in.get(), "/", H5P_DEFAULT), reading_notes);
    metadata.of_file = notes_of(root.get(), metadata.format_specific_of_file).attributes;
    for (std::string& what : metadata.format_specific_of_file) what += " of the file";
    return metadata;
}

std::vector<GroupNotes> hdf5_groups(std::string const& path) {
    SilencedHdf5Errors const quiet;
    Hdf5Handle const in(open_to_read(path, H5P_DEFAULT), reading_notes);
    std::vector<GroupNotes> groups;
    auto const survey = hdf5_survey(path, reading_notes);
    for (std::string const& name : survey->groups) {
        Hdf5Handle const group(H5Gopen2(in.get(), name.c_str(), H5P_DEFAULT), reading_notes);
        GroupNotes& made = groups.emplace_back(GroupNotes{.path = name});
        made.attributes = notes_of(group.get(), made.format_specific).attributes;
        for (std::string& what : made.format_specific) what += fmt::format(" of the group '{}'", made.path);
    }
    return groups;
}

std::vector<Attribute> root_attributes(std::string const& path) {
    SilencedHdf5Errors const quiet;
    std::vector<std::string> ignored;
    Hdf5Handle const in(open_to_read(path, H5P_DEFAULT), reading_notes);
    Hdf5Handle const root(H5Gopen2(in.get(), "/", H5P_DEFAULT), reading_notes);
    return notes_of(root.get(), ignored).attributes;
}

} // namespace tessera
