// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what iocopy is asked to do.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/file_copy/file_copy.hpp"
#include "libcore/runtime/store/file_name.hpp"
#include "libcore/runtime/store/new_array.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <memory>
#include <string>
#include <vector>

namespace tessera::cli {

struct IocopySettings {
    FileName from;
    FileName to; ///< with its dataset, or the manifest's path
    StoredArray source;
    ArraySpec array; ///< the source, as the user counts
    ArraySpec made;  ///< the target, as the user counts
    NewArray stored; ///< and how it is stored
    CopyMap map;     ///< in normal form
    std::unique_ptr<OutputFile> target;
    CopyOptions options;
    bool of_many = false;
    bool synced_by_caller = false;  ///< OutputPlace has it
    bool is_complete = false;       ///< every chunk of the source is stored
    bool whole_file = false;        ///< neither side names an array: what else the source holds comes along
    std::string chunk_reason = {};  ///< why chunks have their shape, where the options left it open
    std::vector<std::string> notes; ///< what the target does not keep of the source

    [[nodiscard]] OutputPlace place() const { return {.path = to.path, .synced_by_caller = synced_by_caller}; }
    [[nodiscard]] CopyJob job() const { return {source, map, *target, place(), options}; }
};

/// One array of a file: everything but `target`, and `stored` says what it needs. Every rank for itself. Errors: as below.
/// `of_many`: one of the variables of a whole file, whom rules for all concern as far as they fit.
[[nodiscard]] Result<IocopySettings> array_settings(Arguments const& arguments, FileName from, FileName to, int ranks,
                                                    bool of_many);

/// Opens the source and looks at it. Every rank for itself. Errors: of the files' names, of the source; options that contradict
/// each other or do not fit the files. `synced_by_caller`: OutputPlace has it.
[[nodiscard]] Result<IocopySettings> iocopy_settings(Arguments const& arguments, int ranks, bool synced_by_caller = false);

} // namespace tessera::cli
