// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the settings for the copy of a whole file.
#pragma once

#include "libcore/files/copy/array_copy_settings.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct FileCopySettings {
    FileName from;
    FileName to;
    /// Arrays that are copied in parts; `target` is the target of all. Empty: HDF5 copies the whole file.
    std::vector<ArrayCopySettings> arrays;
    std::vector<std::string> others;    ///< small or special variables, which HDF5 copies with the rest of the file
    std::vector<std::string> shapeless; ///< variables with a type but no elements, if the target's format has no such variables
    std::vector<std::string> skipped;   ///< variables that --skip-unknown leaves out, with the reason
    std::unique_ptr<OutputFile> target;
    CopyOptions options;
    NewFileLayout layout;             ///< layout of the new file if no array sets it
    std::vector<std::string> notes;   ///< texts about what the target does not keep of the source
    std::shared_ptr<void const> held; ///< keeps the source open (WholeSource::held)

    /// Returns the jobs of all arrays. They are valid as long as this lives and is not moved.
    [[nodiscard]] std::vector<CopyJob> jobs() const;
};

/// A source that is copied completely.
struct WholeSource {
    std::vector<std::string> names;   ///< names of its variables
    std::shared_ptr<void const> held; ///< keeps the source open (ArrayFormat::hold())
};

/// Returns the source if a whole file of several variables is copied: neither side names a dataset, and no option is about one
/// array. Else nothing. Errors: a file name is invalid; the source cannot be read.
[[nodiscard]] Result<std::optional<WholeSource>> whole_source(CopyRequest const& request);

/// The names of source and target.
struct FileNamePair {
    FileName from;
    FileName to;
};
[[nodiscard]] Result<FileNamePair> name_pair_of(CopyRequest const& request);

/// Returns whether only HDF5 can read the elements of this variable.
[[nodiscard]] bool is_only_for_hdf5(FileName const& file);

/// Returns whether --exclude names this variable.
[[nodiscard]] bool is_left_out(OptionValues const& given, std::string const& name);

/// Opens every variable of the source. Called by every rank, not collective. Errors: those of array_copy_settings(); a rule fits no
/// variable; the target cannot hold a variable. `synced_by_caller`: sets OutputPath::synced_by_caller if some array is copied in
/// parts.
[[nodiscard]] Result<FileCopySettings> file_copy_settings(CopyRequest const& request, WholeSource const& source, int ranks,
                                                          bool synced_by_caller = false);

} // namespace tessera
