// SPDX-License-Identifier: BSD-3-Clause
// Tessera: all objects of an HDF5 file, listed in one pass.
#include "libcore/files/store/hdf5/hdf5_survey.hpp"

#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"

#include <fmt/format.h>
#include <string_view>

namespace tessera {

namespace {

herr_t note_object(hid_t, char const* name, H5O_info_t const* info, void* data) {
    auto& survey = *static_cast<Hdf5Survey*>(data);
    std::string path = fmt::format("/{}", name);
    if (info->type == H5O_TYPE_DATASET)
        survey.sets.push_back({std::move(path)});
    else if (info->type == H5O_TYPE_GROUP && std::string_view(name) != ".")
        survey.groups.push_back(std::move(path));
    else if (info->type == H5O_TYPE_NAMED_DATATYPE)
        survey.types.emplace(info->addr, std::move(path));
    return 0;
}

} // namespace

Hdf5Survey survey_of(hid_t file) {
    Hdf5Survey survey;
    check_hdf5(H5Ovisit(file, H5_INDEX_CRT_ORDER, H5_ITER_INC, note_object, &survey), "looking at all objects");
    for (SurveyedDataset& each : survey.sets) {
        Hdf5Handle const set(H5Dopen2(file, each.path.c_str(), H5P_DEFAULT), fmt::format("opening '{}'", each.path));
        each.is_scale = is_scale(set.get());
        each.is_name_only = each.is_scale && is_name_only(set.get());
        Hdf5Handle const settings(H5Dget_create_plist(set.get()), "looking at a dataset");
        each.is_virtual = H5Pget_layout(settings.get()) == H5D_VIRTUAL;
        survey.by_path.emplace(each.path, survey.by_path.size());
    }
    return survey;
}

SurveyedDataset const* find_set(Hdf5Survey const& survey, std::string const& path) {
    auto const found = survey.by_path.find(path);
    return found == survey.by_path.end() ? nullptr : &survey.sets[found->second];
}

} // namespace tessera
