// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what iocopy is asked to do with a whole file.
#pragma once

#include "cli/iocopy/settings.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

struct FileSettings {
    FileName from;
    FileName to;
    std::vector<IocopySettings> arrays; ///< that are copied in parts; their targets are `target`. None: HDF5 copies all of it
    std::vector<std::string> others;    ///< small or special variables, which come with everything else of an HDF5 file
    std::vector<std::string> shapeless; ///< that have a type and no elements, where the target has no such
    std::vector<std::string> skipped;   ///< that --skip-unknown leaves out, and why
    std::unique_ptr<OutputFile> target;
    CopyOptions options;
    NewFileLayout layout;             ///< of the new file, where there are no arrays to say it
    std::vector<std::string> notes;   ///< what the target does not keep of the source
    std::shared_ptr<void const> held; ///< WholeSource::held

    /// As long as this lives and stays where it is.
    [[nodiscard]] std::vector<CopyJob> jobs() const;
};

/// A source of which everything is copied.
struct WholeSource {
    std::vector<std::string> names;   ///< of its variables
    std::shared_ptr<void const> held; ///< the source, open (ArrayFormat::hold())
};

/// Nothing unless a whole file of several variables is meant: no dataset is named on either side, and no option is about one array.
/// Errors: of the files' names; the source cannot be read.
[[nodiscard]] Result<std::optional<WholeSource>> whole_source(Arguments const& arguments);

/// The two names that were typed. Errors: no format has such.
struct FileSides {
    FileName from;
    FileName to;
};
[[nodiscard]] Result<FileSides> sides_of(Arguments const& arguments);

/// Are the elements of this variable of an HDF5 file nothing that others can read?
[[nodiscard]] bool is_only_for_hdf5(FileName const& file);

/// Does --exclude name this variable?
[[nodiscard]] bool is_left_out(Arguments const& arguments, std::string const& name);

/// Opens every variable of the source. Every rank for itself. Errors: as iocopy_settings(); a rule that fits no variable; a
/// variable that the target cannot hold. `synced_by_caller`: OutputPlace has it, where some array is copied in parts.
[[nodiscard]] Result<FileSettings> file_settings(Arguments const& arguments, WholeSource const& source, int ranks,
                                                 bool synced_by_caller = false);

} // namespace tessera::cli
