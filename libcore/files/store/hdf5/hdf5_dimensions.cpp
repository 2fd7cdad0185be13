// SPDX-License-Identifier: BSD-3-Clause
// Tessera: dimensions of HDF5 files in netCDF-4's sense: dimension scales, which may be numbered.
#include "libcore/files/store/hdf5/hdf5_dimensions.hpp"

#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/hdf5/hdf5_input.hpp"
#include "libcore/files/store/hdf5/hdf5_metadata.hpp"
#include "libcore/files/store/hdf5/hdf5_notes.hpp"
#include "libcore/files/store/hdf5/hdf5_reading.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace tessera {
namespace {

constexpr char const* asking = "asking for dimensions";
constexpr char const* number_attribute = "_Netcdf4Dimid";

/// Returns the dimension's number; the maximum if it has none, so that it sorts last.
int number_of(hid_t scale) {
    int number = std::numeric_limits<int>::max();
    if (H5Aexists(scale, number_attribute) <= 0) return number;
    Hdf5Handle const attribute(H5Aopen(scale, number_attribute, H5P_DEFAULT), asking);
    Hdf5Handle const space(H5Aget_space(attribute.get()), asking);
    if (H5Sget_simple_extent_npoints(space.get()) != 1) return number;
    check_hdf5(H5Aread(attribute.get(), H5T_NATIVE_INT, &number), asking);
    return number;
}

void write_number(hid_t file, std::string const& path, int number) {
    Hdf5Handle const scale(H5Dopen2(file, path.c_str(), H5P_DEFAULT), asking);
    Hdf5Handle const space(H5Screate(H5S_SCALAR), asking);
    if (H5Aexists(scale.get(), number_attribute) > 0) check_hdf5(H5Adelete(scale.get(), number_attribute), asking);
    Hdf5Handle const attribute(H5Acreate2(scale.get(), number_attribute, H5T_NATIVE_INT, space.get(), H5P_DEFAULT, H5P_DEFAULT),
                               asking);
    check_hdf5(H5Awrite(attribute.get(), H5T_NATIVE_INT, &number), asking);
}

std::vector<int> numbers_in(hid_t set) {
    std::vector<int> numbers;
    if (H5Aexists(set, netcdf_coordinates) <= 0) return numbers;
    Hdf5Handle const attribute(H5Aopen(set, netcdf_coordinates, H5P_DEFAULT), asking);
    Hdf5Handle const type(H5Aget_type(attribute.get()), asking);
    if (H5Tget_class(type.get()) != H5T_INTEGER) return numbers; // a user's attribute of that name
    Hdf5Handle const space(H5Aget_space(attribute.get()), asking);
    numbers.resize(narrow<std::size_t>(check_hdf5(H5Sget_simple_extent_npoints(space.get()), asking)));
    check_hdf5(H5Aread(attribute.get(), H5T_NATIVE_INT, numbers.data()), asking);
    return numbers;
}

FileDimension dimension_of(hid_t scale, std::string const& path) {
    Extents const extents = extents_of(scale, StorageOrder::C);
    bool const unlimited = !extents.empty() && growing(scale, StorageOrder::C).front();
    bool const used = !is_name_only(scale) || H5Aexists(scale, "REFERENCE_LIST") > 0;
    return {path.substr(1), extents.empty() ? 1 : extents.front(), unlimited, used};
}

} // namespace

std::vector<FileDimension> hdf5_dimensions(std::string const& path) {
    SilencedHdf5Errors const quiet;
    Hdf5Handle const file(open_to_read(path, H5P_DEFAULT), asking);
    std::vector<std::pair<int, FileDimension>> numbered;
    std::set<int> used; // by variables that are dimensions themselves
    auto const survey = hdf5_survey(path, asking);
    for (SurveyedDataset const& each : survey->sets) {
        if (!each.is_scale) continue;
        Hdf5Handle const scale(H5Dopen2(file.get(), each.path.c_str(), H5P_DEFAULT), asking);
        numbered.emplace_back(number_of(scale.get()), dimension_of(scale.get(), each.path));
        std::vector<int> const numbers = numbers_in(scale.get());
        used.insert(numbers.begin(), numbers.end());
    }
    for (auto& [number, dim] : numbered) dim.used = dim.used || used.contains(number);
    std::ranges::stable_sort(numbered, {}, &std::pair<int, FileDimension>::first);
    std::vector<FileDimension> dims;
    for (auto& [number, dim] : numbered) dims.push_back(std::move(dim));
    return dims;
}

std::vector<std::string> numbered_dimensions(hid_t set) {
    std::vector<int> const numbers = numbers_in(set);
    if (numbers.size() < 2) return {};
    Hdf5Handle const file(H5Iget_file_id(set), asking);
    std::map<int, std::string> paths;
    auto const survey = hdf5_survey(path_of_file(set), asking);
    for (SurveyedDataset const& each : survey->sets) {
        if (!each.is_scale) continue;
        Hdf5Handle const scale(H5Dopen2(file.get(), each.path.c_str(), H5P_DEFAULT), asking);
        paths.emplace(number_of(scale.get()), each.path);
    }
    std::vector<std::string> dims;
    for (int const number : numbers) {
        auto const found = paths.find(number);
        if (found == paths.end()) return {};
        dims.push_back(found->second);
    }
    return dims;
}

void number_dimensions(hid_t file, std::vector<std::string> const& paths) {
    std::vector<std::string> scales; // in creation order
    for (std::string& name : dataset_names(file))
        if (is_scale(Hdf5Handle(H5Dopen2(file, name.c_str(), H5P_DEFAULT), asking).get())) scales.push_back(std::move(name));
    std::vector<std::string> const made = scales;
    std::ranges::stable_sort(scales, {}, [&](std::string const& scale) { return std::ranges::find(paths, scale); });
    if (scales == made) return;
    for (std::size_t i = 0; i < scales.size(); ++i) write_number(file, scales[i], narrow<int>(i));
}

} // namespace tessera
