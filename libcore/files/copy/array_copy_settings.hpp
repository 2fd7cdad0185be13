// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the settings for the copy of one array.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/file_copy.hpp"
#include "libcore/files/copy/option_values.hpp"
#include "libcore/files/store/file_name.hpp"
#include "libcore/files/store/new_array.hpp"
#include "libcore/files/store/stored_array.hpp"

#include <memory>
#include <string>
#include <vector>

namespace tessera {

struct ArrayCopySettings {
    FileName from;
    FileName to; ///< with the dataset, or the path of the manifest
    StoredArray source;
    ArraySpec array; ///< the source in the user's index bounds
    ArraySpec made;  ///< the target in the user's index bounds
    NewArray stored; ///< how the target is stored
    CopyMap map;     ///< map from the source to the target, in normal form
    std::unique_ptr<OutputFile> target;
    CopyOptions options;
    bool of_many = false;
    bool synced_by_caller = false;  ///< value of OutputPath::synced_by_caller
    bool is_complete = false;       ///< every chunk of the source is known to be stored
    bool whole_file = false;        ///< neither side names an array, so the other objects of the source are copied, too
    std::string chunk_reason = {};  ///< reason of the chunk shape if the options left it open
    std::vector<std::string> notes; ///< notes about what the target does not keep of the source

    [[nodiscard]] OutputPath place() const { return {.path = to.path, .synced_by_caller = synced_by_caller}; }
    [[nodiscard]] CopyJob job() const { return {source, map, *target, place(), options}; }
};

/// Returns the settings of one array of a file, except for `target`, which the caller makes from `stored`. Called by every rank,
/// not collective. Errors: those of array_copy_settings(). `of_many`: it is one variable of a whole file, so rules for all
/// variables apply only if they fit it.
[[nodiscard]] Result<ArrayCopySettings> array_settings(OptionValues const& given, FileName from, FileName to, int ranks,
                                                       bool of_many);

/// Opens and checks the source. Called by every rank, not collective. Errors: a file name or the source is invalid; options
/// contradict each other or do not fit the files. `synced_by_caller`: value of OutputPath::synced_by_caller.
[[nodiscard]] Result<ArrayCopySettings> array_copy_settings(CopyRequest const& request, int ranks, bool synced_by_caller = false);

} // namespace tessera
