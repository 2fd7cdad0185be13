// SPDX-License-Identifier: BSD-3-Clause
// Tessera: outputs that appear under their final name only when complete.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/access/posix_file.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace tessera {

/// Final path of an output, and its provisional name ".name.<tag>" in the same directory. A rename publishes it.
struct OutputPath {
    std::string path;
    std::string tag = "iocopy";    ///< finds the remains of an interrupted run; short-lived outputs use random_tag()
    std::string original = {};     ///< path of the source; a new file gets no permissions that the source does not give
    bool synced_by_caller = false; ///< finish() and publish() do not sync; the caller syncs many outputs at once

    [[nodiscard]] std::string provisional() const;
    [[nodiscard]] std::string journal() const; ///< ".name.<tag>-journal"
};

/// Returns "tmp-<random>", the tag of outputs that are never resumed.
[[nodiscard]] std::string random_tag();

enum class OutputKind { File, Directory };

/// Errors: the directory does not exist; the name is longer than 250 bytes; `path` exists and `force` is false; `path` is not of
/// this kind (a link, a pipe, a device, or a directory and a file confused); it belongs to a user or group to which this process
/// cannot give files. A link is refused because a rename would replace it and leave its target unchanged.
[[nodiscard]] Result<void> check_output_place(std::string const& path, bool force, OutputKind kind = OutputKind::File);

/// Error: `path` exists and is not a regular file, but for example a pipe (its reader would wait), a device or a directory.
[[nodiscard]] Result<void> check_is_file(std::string const& path);

/// Error: `path` is a symbolic link. Writing through it would change another file than the named one.
[[nodiscard]] Result<void> check_no_link(std::string const& path);

/// Error: something else has a name that this program uses for its own files, such as a link to a foreign file, or a pipe.
[[nodiscard]] Result<void> check_own_name(std::string const& path);

/// Sets the permissions of a file or directory that was private until now: those that the umask allows, less those that `original`
/// lacks. "": there is no original. Does not follow links. Failures throw.
void give_permissions(std::string const& path, std::string const& original);

/// Converts the mode of an original for its copy. In a directory, readers may also search; a data file is not executable.
[[nodiscard]] unsigned mode_of_copy(unsigned original, bool is_directory);

/// Returns whether the path exists. False if it cannot be examined.
[[nodiscard]] bool is_there(std::string const& path);

/// Returns the directory of a path, "." if it names none.
[[nodiscard]] std::string directory_of(std::string const& path);

/// Returns whether a path equals `directory` or lies below it. Both must be free of links and of "." and "..".
[[nodiscard]] bool lies_below(std::filesystem::path const& path, std::filesystem::path const& directory);

/// Thrown if another program took the final name of the output while it was made. That file stays. The output is complete under
/// another name, which the text states.
class NameTaken : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// An output under a provisional name, accessible only to this user until it is published. One rank; failures throw. Construct it
/// before the work begins: it replaces only what had the name at that time, in the directory that the path named at that time.
class Provisional {
  public:
    [[nodiscard]] OutputPath const& place() const { return place_; }
    [[nodiscard]] bool replaces() const { return replaced_.has_value(); } ///< the final name existed at construction

  protected:
    explicit Provisional(OutputPath place);
    /// Owner, group and mode of a file.
    struct Rights {
        unsigned user;
        unsigned group;
        unsigned mode;
    };
    /// Returns the rights of a name in the directory, of the link itself if it is one. Returns nullopt if the name is free.
    [[nodiscard]] std::optional<Rights> rights_of(std::string const& name) const;
    /// Sets the rights of the replaced file, or those of a new file.
    void settle_rights() const;
    /// Renames to the final name if it is free, otherwise to a similar free name, so that a finished output is never lost. Throws
    /// NameTaken in the second case.
    void take_name() const;
    void rename(std::string const& from, std::string const& to) const;

    OutputPath place_;
    std::shared_ptr<OpenFolder const> folder_;
    std::string draft_; ///< provisional and final name in folder_
    std::string name_;
    std::optional<Rights> replaced_;
};

/// A file under a provisional name. All output files are published through this class.
class ProvisionalFile : public Provisional {
  public:
    explicit ProvisionalFile(OutputPath place) : Provisional(std::move(place)) {}

    [[nodiscard]] bool exists() const;
    [[nodiscard]] PosixFile create() const; ///< creates an empty file; removes the remains of an earlier run
    /// Creates the file with this text as its only content.
    void write(std::string_view text) const;
    void sync() const; ///< ensures that its content is on the disk
    /// Renames the file to its final name. It replaces the earlier file and takes over its owner and permissions. The directory is
    /// synced unless synced_by_caller. Throws NameTaken.
    void publish() const;
    void discard() const noexcept;
};

/// A directory under a provisional name, with everything in it.
class ProvisionalDirectory : public Provisional {
  public:
    explicit ProvisionalDirectory(OutputPath place) : Provisional(std::move(place)) {}

    [[nodiscard]] bool exists() const;
    void create() const; ///< creates it empty; the parent must exist
    /// Renames the directory to its final name. The earlier directory is exchanged in the same step if the system allows it, and
    /// then removed. Throws NameTaken.
    void publish() const;
    void discard() const noexcept;
};

} // namespace tessera
