// SPDX-License-Identifier: BSD-3-Clause
// Tessera: all objects of an HDF5 file, listed in one pass.
#pragma once

#include <cstddef>
#include <hdf5.h>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace tessera {

/// A dataset of the file, perhaps a dimension scale.
struct SurveyedDataset {
    std::string path;
    bool is_scale = false;
    bool is_name_only = false; ///< a netCDF dimension without a variable
    bool is_virtual = false;
};

/// The objects of a file by their first names, in creation order if the file tracks it.
struct Hdf5Survey {
    std::vector<SurveyedDataset> sets = {};
    std::unordered_map<std::string, std::size_t> by_path = {}; ///< indices into `sets`
    std::vector<std::string> groups = {};                      ///< "/a", "/a/b"; without the root
    std::map<haddr_t, std::string> types = {};                 ///< paths of named types, by address
};

/// Returns the dataset whose first name is this path; null if there is none.
[[nodiscard]] SurveyedDataset const* find_set(Hdf5Survey const& survey, std::string const& path);

/// Lists all objects of a file. Throws Hdf5Error if the file is damaged.
[[nodiscard]] Hdf5Survey survey_of(hid_t file);

} // namespace tessera
