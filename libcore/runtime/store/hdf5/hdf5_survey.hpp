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

/// A dataset that some other dataset may have as the scale of a dimension, or not.
struct SurveyedSet {
    std::string path;
    bool is_scale = false;
    bool is_name_only = false; ///< netCDF's dimension without a variable
    bool is_virtual = false;
};

/// Objects by their first names, in the order in which they were made where the file knows it.
struct Hdf5Survey {
    std::vector<SurveyedSet> sets = {};
    std::unordered_map<std::string, std::size_t> by_path = {}; ///< the numbers of these
    std::vector<std::string> groups = {};                      ///< "/a", "/a/b"; not the topmost
    std::map<haddr_t, std::string> types = {};                 ///< named ones
};

/// The dataset of this path; null where no such object has it as its first name.
[[nodiscard]] SurveyedSet const* find_set(Hdf5Survey const& survey, std::string const& path);

/// Throws Hdf5Error where HDF5 does not find its way in the file.
[[nodiscard]] Hdf5Survey survey_of(hid_t file);

} // namespace tessera
