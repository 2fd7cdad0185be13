// SPDX-License-Identifier: BSD-3-Clause
// Tessera: metadata of Zarr arrays and groups, read and written.
#include "libcore/files/store/zarr/zarr_notes.hpp"

#include "libcore/base/ordered_members.hpp"
#include "libcore/files/store/small_array.hpp"
#include "libcore/files/store/time_notes.hpp"
#include "libcore/files/store/zarr/keyed_store.hpp"
#include "libcore/files/store/zarr/zarr_attributes.hpp"
#include "libcore/files/store/zarr/zarr_store.hpp"
#include "libcore/files/store/zarr/zarr_type.hpp"
#include "libcore/io/element_kind.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace tessera {

namespace {

using ZarrJson = nlohmann::basic_json<OrderedMembers>;
constexpr char const* noted_key = "_NCZARR_ATTR";
constexpr char const* unwritten_key = "unwritten"; // value of elements that were never written, if it differs from fill_value

/// Parses a number of this type.
std::optional<std::vector<std::byte>> element_of(ZarrJson const& json, ElementType const& type) {
    auto bytes = zarr_fill({.element = type}, json.dump());
    return bytes && !bytes->empty() ? std::optional(*std::move(bytes)) : std::nullopt;
}

/// Converts the 4 or 8 bytes of a float to a double. float_of() is the inverse. The bits of a NaN are kept.
std::optional<double> double_of(std::vector<std::byte> const& bytes) {
    float single = 0;
    double number = 0;
    if (bytes.size() == sizeof single) std::memcpy(&single, bytes.data(), sizeof single);
    if (bytes.size() == sizeof number) std::memcpy(&number, bytes.data(), sizeof number);
    if (bytes.size() == sizeof number) return number;
    if (bytes.size() == sizeof single) return single;
    return std::nullopt;
}

std::vector<std::byte> float_of(double number, Index size) {
    std::vector<std::byte> bytes(as_size(size));
    auto const single = static_cast<float>(number);
    if (bytes.size() == sizeof single) std::memcpy(bytes.data(), &single, sizeof single);
    if (bytes.size() == sizeof number) std::memcpy(bytes.data(), &number, sizeof number);
    return bytes;
}

bool is_float(ElementType const& type) {
    auto const kind = kind_of(type);
    return kind && kind->what == ElementKind::Class::Float;
}

/// Decodes the base64 that xarray writes for a float. Returns nullopt if it is no number of this type.
std::optional<std::vector<std::byte>> float_of_base64(std::string const& text, ElementType const& type) {
    auto const bytes = bytes_of_base64(text);
    if (!is_float(type) || !bytes || bytes->size() != sizeof(double)) return std::nullopt;
    double const value = double_of(*bytes).value();
    if (type.bytes == 4 || type.bytes == 8) {
        auto made = float_of(value, type.bytes);
        bool const same = value != value || double_of(made) == value;
        return same ? std::optional(std::move(made)) : std::nullopt;
    }
    return element_of(value == value ? ZarrJson(value) : ZarrJson("NaN"), type);
}

/// Takes the fill value from the attributes, where xarray stores it in version 3: floats as the bytes of a double in base64. A
/// value of another kind than the array's stays an attribute.
void take_third_fill(ArrayNotes& notes, ElementType const& type) {
    auto const found = std::ranges::find(notes.attributes, fill_attribute, &Attribute::name);
    if (found == notes.attributes.end()) return;
    if (auto const* const text = std::get_if<std::string>(&found->value)) {
        if (auto number = float_of_base64(*text, type)) found->value = AttributeNumbers{type, *std::move(number)};
    } else if (auto const* const numbers = std::get_if<AttributeNumbers>(&found->value); numbers && numbers->count() == 1) {
        bool const is_number = kind_of(type) && !type.name.starts_with('S') && !type.name.starts_with('V');
        auto same = is_number ? element_of(ZarrJson::parse(json_of_number(numbers->type, numbers->bytes)), type) : std::nullopt;
        auto const back = same ? element_of(ZarrJson::parse(json_of_number(type, *same)), numbers->type) : std::nullopt;
        if (back == numbers->bytes) found->value = AttributeNumbers{type, *std::move(same)};
    }
    take_fill(notes, type);
}

/// Returns the noted value of elements that were never written, if version 2 has a different fill value or none.
std::vector<std::byte> noted_unwritten(ZarrJson const& attributes, ElementType const& type) {
    ZarrJson const noted = attributes.value(noted_key, ZarrJson::object());
    if (!noted.is_object() || !noted.contains(unwritten_key)) return {};
    auto const bytes = zarr_fill({.element = type}, noted.at(unwritten_key).dump());
    return bytes ? *bytes : std::vector<std::byte>{};
}

ArrayNotes notes_of(LoadedZarr const& loaded, std::vector<std::string>& lost) {
    ArrayNotes notes{zarr_attributes_in(loaded.attributes, lost)};
    ZarrArray const& array = loaded.array;
    ElementType const& type = array.type.element;
    set_times(notes, times_of(array.type), lost);
    bool const nothing = is_zero(array.fill);
    std::vector<std::byte> fill = in_byte_order(type, array.fill, array.type.big_endian);
    if (array.version > 2) {
        take_third_fill(notes, type);
        bool const says_nothing = nothing && notes.fill.empty();
        ArrayNotes const as_times{.fill = fill, .times = notes.times};
        if (notes.fill.empty() && is_no_time(as_times)) notes.fill = fill;
        if (!says_nothing && fill != notes.fill) notes.unwritten = std::move(fill);
    } else {
        notes.fill = std::move(fill); // xarray treats it as a missing value
        notes.unwritten = noted_unwritten(ZarrJson::parse(loaded.attributes), type);
        take_times(notes, type);
    }
    take_implicit_fill(notes);
    return notes;
}

/// Sets the dimension names. Unnamed dimensions of version 3 get the name "<array>_1", because other formats need one.
void name_dimensions(ArrayMetadata& metadata, ZarrArray const& array, std::string const& name) {
    metadata.dim_names = array.dim_names;
    for (std::size_t d = 0; d < metadata.dim_names.size(); ++d) {
        if (!metadata.dim_names[d].empty()) continue;
        metadata.dim_names[d] = usual_dim_name(name, d);
        metadata.format_specific.push_back(
            fmt::format("that its dimension {} has no name ('{}' now)", d + 1, metadata.dim_names[d]));
    }
}

} // namespace

ArrayMetadata zarr_metadata(FileName const& file, MetadataSelection const& wanted) {
    ArrayMetadata metadata;
    std::filesystem::path const path = zarr_path(file.path, file.dataset);
    auto const loaded = load_zarr(path.string());
    if (!loaded) return metadata;
    metadata.notes = notes_of(*loaded, metadata.format_specific);
    name_dimensions(metadata, loaded->array, path.stem().string());
    std::filesystem::path const group = path.parent_path();
    if (zarr_node(group.string()).node != ZarrNode::Group) return metadata;
    for (std::string const& dim : metadata.dim_names) {
        if (!wanted(dim)) continue;
        if (!is_store_folder((group / dim).string())) continue;
        auto const known = known_zarr_node((group / dim).string());
        if (!known) throw std::runtime_error(known.error().message);
        auto const points = load_zarr((group / dim).string());
        if (!points || dim == path.filename() || points->array.dim_names != std::vector{dim}) continue;
        if (ArrayNotes* const notes = add_coordinate(metadata, {file.format, (group / dim).string(), "/"}, dim))
            *notes = notes_of(*points, metadata.lost);
    }
    if (!wanted.of_file) return metadata;
    std::string const store = enclosing_store(path.string()).value_or(group.string());
    metadata.of_file = zarr_attributes_in(group_attributes_text(store), metadata.format_specific_of_file);
    for (std::string& what : metadata.format_specific_of_file) what += " of the file";
    return metadata;
}

std::vector<GroupNotes> zarr_groups(std::string const& store) {
    std::vector<GroupNotes> groups;
    auto const paths = zarr_group_paths(store);
    if (!paths) throw std::runtime_error(paths.error().message);
    for (std::string const& path : *paths) {
        GroupNotes& made = groups.emplace_back(GroupNotes{.path = path});
        made.attributes = zarr_attributes_in(group_attributes_text(store + path), made.format_specific);
        for (std::string& what : made.format_specific) what += fmt::format(" of the group '{}'", path);
    }
    return groups;
}

std::string zarr_attributes(ArrayNotes const& notes, ElementType const& type, int version) {
    return with_zarr_fill(zarr_attributes(notes.attributes), notes, type, version);
}

std::string with_zarr_fill(std::string const& attributes, ArrayNotes const& notes, ElementType const& type, int version) {
    ZarrJson object = ZarrJson::parse(attributes);
    if (version > 2 && !notes.fill.empty() && !is_no_time(notes)) {
        auto const number = is_float(type) ? double_of(notes.fill) : std::nullopt;
        ZarrJson fill = ZarrJson::parse(json_of_number(type, notes.fill));
        if (number) fill = base64_of(float_of(*number, sizeof(double)));
        if (is_float(type) && !number) fill = base64_of(zarr_fill({.element = {"float64", 8}}, fill.dump()).value_or(notes.fill));
        object[fill_attribute] = fill;
    }
    if (version == 2 && !notes.unwritten.empty() && !(notes.fill.empty() && is_zero(notes.unwritten)))
        object[noted_key][unwritten_key] = ZarrJson::parse(zarr_fill_text({.element = type}, notes.unwritten, 2));
    return object.dump(-1, ' ', true);
}

std::string without_zarr_fill(std::string const& attributes, bool its_attribute) {
    ZarrJson object = ZarrJson::parse(attributes);
    if (its_attribute) object.erase(std::string(fill_attribute));
    if (object.contains(noted_key) && object[noted_key].is_object()) {
        object[noted_key].erase(unwritten_key);
        if (object[noted_key].empty()) object.erase(noted_key);
    }
    return object.dump(-1, ' ', true);
}

ArrayNotes zarr_notes(LoadedZarr const& loaded) {
    std::vector<std::string> ignored;
    return notes_of(loaded, ignored);
}

std::vector<Attribute> zarr_group_attributes(std::string const& group) {
    std::vector<std::string> ignored;
    return zarr_attributes_in(group_attributes_text(group), ignored);
}

} // namespace tessera
