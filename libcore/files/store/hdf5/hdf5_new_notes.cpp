// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes attributes and dimension scales of new HDF5 datasets in netCDF-4's conventions.
#include "libcore/files/store/hdf5/hdf5_array.hpp"
#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/hdf5/hdf5_metadata.hpp"
#include "libcore/files/store/hdf5/hdf5_notes.hpp"
#include "libcore/files/store/hdf5/hdf5_reading.hpp"
#include "libcore/files/store/hdf5/hdf5_settings.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/files/store/hdf5/hdf5_texts.hpp"
#include "libcore/files/store/hdf5/hdf5_type.hpp"
#include "libcore/files/store/hdf5/hdf5_type_names.hpp"
#include "libcore/files/store/small_array.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <hdf5_hl.h>
#include <optional>
#include <string_view>
#include <utility>

namespace tessera {

namespace {

constexpr char const* adding = "adding what belongs to a dataset";

/// Returns netCDF's type for a text: fixed length, in one piece.
Hdf5Handle text_type(std::string const& text) {
    Hdf5Handle type(H5Tcopy(H5T_C_S1), adding);
    check_hdf5(H5Tset_size(type.get(), std::max<std::size_t>(text.size(), 1)), adding);
    bool const ascii = std::ranges::all_of(text, [](char letter) { return static_cast<unsigned char>(letter) < 0x80; });
    check_hdf5(H5Tset_cset(type.get(), ascii ? H5T_CSET_ASCII : H5T_CSET_UTF8), adding);
    if (text.find('\0') != std::string::npos) check_hdf5(H5Tset_strpad(type.get(), H5T_STR_NULLPAD), adding);
    return type;
}

void write_values(hid_t object, std::string const& name, hid_t type, hid_t space, void const* values) {
    std::string const doing = fmt::format("writing attribute '{}'", name);
    if (H5Aexists(object, name.c_str()) > 0) check_hdf5(H5Adelete(object, name.c_str()), doing);
    Hdf5Handle const attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), doing);
    if (values != nullptr) check_hdf5(H5Awrite(attribute.get(), type, values), doing);
}

struct AttributeWriter {
    hid_t object;
    std::string const& name;
    Extents const& shape;

    void operator()(std::string const& text) const {
        if (!shape.empty()) return (*this)(std::vector{text});
        Hdf5Handle const type = text_type(text);
        Hdf5Handle const space(H5Screate(text.empty() ? H5S_NULL : H5S_SCALAR), adding);
        write_values(object, name, type.get(), space.get(), text.empty() ? nullptr : text.data());
    }
    void operator()(std::vector<std::string> const& texts) const {
        if (std::ranges::any_of(texts, [](std::string const& text) { return text.find('\0') != std::string::npos; }))
            return write_padded(texts);
        Hdf5Handle const type = type_of_texts();
        std::vector<char const*> places;
        for (std::string const& text : texts) places.push_back(text.c_str());
        Hdf5Handle const space = space_of(texts.size());
        write_values(object, name, type.get(), space.get(), places.data());
    }
    /// Writes numbers. A single one-byte text is a scalar, because netCDF takes a list of one for a text of any length. The fill
    /// value is a list of one, as netCDF writes it.
    void operator()(AttributeNumbers const& numbers) const {
        Hdf5Handle const type = std::move(*hdf5_type_of(numbers.type));
        bool const is_letter = H5Tget_class(type.get()) == H5T_STRING;
        bool const is_scalar = numbers.count() == 1 && (is_letter || (shape.empty() && name != fill_attribute));
        Hdf5Handle const space = numbers.count() == 0 ? Hdf5Handle(H5Screate(H5S_NULL), adding)
                                 : is_scalar          ? Hdf5Handle(H5Screate(H5S_SCALAR), adding)
                                                      : space_of(narrow<std::size_t>(numbers.count()));
        write_values(object, name, type.get(), space.get(), numbers.count() == 0 ? nullptr : numbers.bytes.data());
    }

  private:
    [[nodiscard]] Hdf5Handle space_of(std::size_t count) const {
        return hdf5_space(shape.empty() ? Hdf5Sizes{count} : hdf5_sizes(shape, StorageOrder::C));
    }
    /// Writes texts padded with zeros. Texts of any length would end at their first zero.
    void write_padded(std::vector<std::string> const& texts) const {
        std::size_t const longest = std::ranges::max(texts, {}, &std::string::size).size();
        std::string all;
        for (std::string const& text : texts) all += text + std::string(longest - text.size(), '\0');
        Hdf5Handle const type = text_type(all.substr(0, longest));
        check_hdf5(H5Tset_strpad(type.get(), H5T_STR_NULLPAD), adding);
        check_hdf5(H5Tset_cset(type.get(), H5T_CSET_UTF8), adding);
        write_values(object, name, type.get(), space_of(texts.size()).get(), all.data());
    }
};

/// A dimension of the array, in HDF5's order, and its scale.
struct NewDimension {
    unsigned number;
    Index length;
    std::string name;
    std::string path;         ///< path of the scale, in the group of the dataset
    bool unlimited;           ///< it is unlimited
    Coordinate const* points; ///< null: the scale only names the dimension
};

std::vector<NewDimension> dimensions_of(NewArray const& array) {
    std::vector<NewDimension> dims;
    std::size_t const count = array.metadata.dim_names.size();
    std::string const group = array.dataset.substr(0, array.dataset.rfind('/') + 1);
    for (std::size_t d = 0; d < count; ++d) {
        std::string const& name = array.metadata.dim_names[d];
        auto const found = std::ranges::find(array.metadata.coordinates, name, &Coordinate::name);
        std::size_t const number = array.order == StorageOrder::C ? d : count - 1 - d;
        bool const unlimited = !array.unlimited.empty() && array.unlimited[d];
        dims.push_back({narrow<unsigned>(number), array.extents[d], name, group + name, unlimited,
                        found == array.metadata.coordinates.end() ? nullptr : &*found});
    }
    return dims;
}

/// Returns netCDF's text for a dimension without a variable, or the name.
std::string name_of_scale(NewDimension const& dim) {
    return dim.points != nullptr ? dim.name : fmt::format("This is a netCDF dimension but not a netCDF variable.{:10}", dim.length);
}

void make_scale(hid_t file, NewDimension const& dim) {
    ElementType const type = dim.points != nullptr ? dim.points->type : ElementType{"float32", 4};
    Hdf5Handle const element = std::move(*hdf5_type_of(type));
    Hdf5Handle const settings =
        new_set_settings(dim.points != nullptr ? dim.points->notes.initial() : std::vector<std::byte>{}, element.get());
    auto const length = narrow<hsize_t>(dim.length);
    hsize_t const most = dim.unlimited ? H5S_UNLIMITED : length;
    hsize_t const chunk = 1024; // unlimited datasets must be chunked
    if (dim.unlimited) check_hdf5(H5Pset_chunk(settings.get(), 1, &chunk), adding);
    Hdf5Handle const space(H5Screate_simple(1, &length, &most), adding);
    Hdf5Handle const scale(
        H5Dcreate2(file, dim.path.c_str(), element.get(), space.get(), making_groups().get(), settings.get(), H5P_DEFAULT), adding);
    check_hdf5(H5DSset_scale(scale.get(), name_of_scale(dim).c_str()), adding);
    if (dim.points == nullptr) return;
    write_attributes(scale.get(), all_attributes(dim.points->notes, type));
    if (dim.length == 0) return;
    check_hdf5(H5Dwrite(scale.get(), element.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, dim.points->elements.data()), adding);
}

/// Returns whether the object with this name in the file is the same dimension.
bool is_same(std::string const& path, NewDimension const& dim) {
    auto const there = open_hdf5_array(path, dim.path, StorageOrder::C, Hdf5Elements::Texts);
    if (!there || there->extents != Extents{dim.length}) return false;
    return dim.points == nullptr || (there->type == dim.points->type && all_elements(*there) == dim.points->elements);
}

} // namespace

void write_attributes(hid_t object, std::vector<Attribute> const& attributes) {
    for (Attribute const& each : attributes) std::visit(AttributeWriter{object, each.name, each.shape}, each.value);
}

namespace {

constexpr std::array<std::string_view, 7> reserved_names{
    "DIMENSION_LIST", "REFERENCE_LIST", "DIMENSION_LABELS", "_Netcdf4Dimid", "_Netcdf4Coordinates", "_nc3_strict", "_NCProperties"};

/// Returns the reason why HDF5 cannot store an attribute unchanged; "" if it can.
std::string why_not(Attribute const& attribute, bool of_scale) {
    std::string const& name = attribute.name;
    auto const* const text = std::get_if<std::string>(&attribute.value);
    auto const* const texts = std::get_if<std::vector<std::string>>(&attribute.value);
    auto const ends_with_zero = [](std::string const& each) { return each.ends_with('\0'); };
    if (name.empty()) return ", which has no name";
    if (name.find('\0') != std::string::npos) return ", whose name has a zero byte";
    bool const of_scales = name == "CLASS" || name == "NAME";
    bool const makes_scale = name == "CLASS" && (text == nullptr || *text == "DIMENSION_SCALE"); // HDF5 expects a text
    if (std::ranges::find(reserved_names, name) != reserved_names.end() || (of_scales && of_scale) || makes_scale)
        return ", a name that the dimensions of HDF5 and netCDF-4 use";
    if ((text != nullptr && ends_with_zero(*text)) || (texts != nullptr && std::ranges::any_of(*texts, ends_with_zero)))
        return ", whose text ends with a zero byte";
    return "";
}

} // namespace

std::vector<std::string> keep_hdf5_attributes(std::vector<Attribute>& attributes, bool of_scale) {
    std::vector<std::string> lost;
    std::erase_if(attributes, [&](Attribute const& each) {
        std::string const why = why_not(each, of_scale);
        if (!why.empty()) lost.push_back(fmt::format("the attribute '{}'{}", text_of_bytes(each.name), why));
        return !why.empty();
    });
    return lost;
}

bool becomes_scale(NewArray const& array) {
    auto const dims = dimensions_of(array);
    return array.extents.size() == 1 && std::ranges::find(dims, array.dataset, &NewDimension::path) != dims.end();
}

/// Attributes come last, because HDF5 attaches no scale to a dataset with an unknown CLASS.
void add_metadata(hid_t file, hid_t set, NewArray const& array) {
    for (NewDimension const& dim : dimensions_of(array)) {
        if (dim.path == array.dataset) { // its own coordinate; an array of several dimensions already uses the name
            if (array.extents.size() == 1 && !is_scale(set)) check_hdf5(H5DSset_scale(set, dim.name.c_str()), adding);
            continue;
        }
        if (!is_in(file, dim.path)) make_scale(file, dim);
        Hdf5Handle const scale(H5Dopen2(file, dim.path.c_str(), H5P_DEFAULT), adding);
        check_hdf5(H5DSattach_scale(set, scale.get(), dim.number), fmt::format("attaching '{}'", dim.path));
    }
    write_attributes(set, all_attributes(array.metadata.notes, array.type));
}

void make_dimension(hid_t file, FileDimension const& dim) {
    make_scale(file, {0, dim.length, dim.name, "/" + dim.name, dim.unlimited, nullptr});
}

std::vector<std::string> paths_of_metadata(NewArray const& array) {
    std::vector<std::string> paths;
    for (NewDimension const& dim : dimensions_of(array)) paths.push_back(dim.path);
    if (!array.metadata.of_file.empty()) paths.emplace_back("/");
    std::ranges::move(names_of_types(array), std::back_inserter(paths));
    return paths;
}

Result<void> check_dimensions(std::string const& path, NewArray const& array) {
    Hdf5Handle const file(open_to_read(path, H5P_DEFAULT), adding);
    for (NewDimension const& dim : dimensions_of(array))
        if (dim.path != array.dataset && is_in(file.get(), dim.path) && !is_same(path, dim))
            return fail(
                fmt::format("the dimension '{}' of '{}' is another one in '{}'; name another file", dim.path, array.dataset, path));
    return {};
}

} // namespace tessera
